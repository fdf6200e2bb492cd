import { cognito } from './cognito';
import { cookies } from './cookies';
import { drivers } from './drivers';
import { edge } from './edge';
import { erasures } from './erasures';
import { factors } from './factors';
import { files } from './files';
import { identity } from './identity';
import { imports } from './imports';
import { invitations } from './invitations';
import { keys } from './keys';
import { lockouts } from './lockouts';
import { money } from './money';
import { newAccounts } from './new-accounts';
import { newSessions } from './new-sessions';
import { policies } from './policies';
import { privacy } from './privacy';
import { proofs } from './proofs';
import { receipts } from './receipts';
import { relays } from './relays';
import { reports } from './reports';
import { sessions } from './sessions';
import type { Attack } from './support/attack';
import { texts } from './texts';
import { tokens } from './tokens';
import { tracking } from './tracking';

/** All attacks, by theme. */
export const ATTACKS: readonly Attack[] = [
  ...identity,
  ...invitations,
  ...sessions,
  ...tokens,
  ...cookies,
  ...cognito,
  ...factors,
  ...lockouts,
  ...drivers,
  ...relays,
  ...files,
  ...proofs,
  ...edge,
  ...policies,
  ...keys,
  ...newAccounts,
  ...newSessions,
  ...erasures,
  ...privacy,
  ...money,
  ...receipts,
  ...texts,
  ...reports,
  ...tracking,
  ...imports,
];
