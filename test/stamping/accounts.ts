import type { ReadyAccount } from '../../shared/stamping/organization/organization';
import { TEAM } from '../proof/records';
import { LEGAL } from '../support/seals';
import { at } from './steps';

export const PUBLIC_URL = 'https://api.example';
export const WEBHOOK_URL = `${PUBLIC_URL}/webhooks/stamping?team=token`;

/** An account that can stamp with its test key. Each envelope carries the name of its secret. */
export const account = (given: Partial<ReadyAccount> = {}): ReadyAccount => ({
  ...LEGAL,
  teamId: TEAM,
  organizationId: 'organization',
  livemode: false,
  isProductionReady: true,
  pendingSteps: [],
  webhookToken: 'token',
  testKey: 'sealed sk_test_1',
  webhookSecret: 'sealed whsec_1',
  createdAt: at(0),
  updatedAt: at(0),
  ...given,
});

export const leased = <A extends object>(one: A): A & { readonly leasedUntil: string } => ({
  ...one,
  leasedUntil: at(60_000),
});

export const sealed = async (_teamId: string, _name: string, secret: string): Promise<string> => `sealed ${secret}`;
