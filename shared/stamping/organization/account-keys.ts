import * as v from 'valibot';
import { key, ofTeam } from '../../platform/table/keys';
import { Uuid } from '../../platform/values/fields';
import { StampingAccount } from './organization';

/** The team's account at the stamping provider: organization, seal, keys as envelopes. */
export const stampingAccountKey = (teamId: string) => key(StampingAccount, ofTeam(teamId), 'STAMPING_ACCOUNT');
export const WebhookToken = v.object({ teamId: Uuid });
export const webhookTokenKey = (token: string) => key(WebhookToken, `WEBHOOK_TOKEN#${token}`, 'WEBHOOK_TOKEN');
