// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is changed is quoted as it stands in the source.
import { instead } from '../../support/weakened-copy';
import type { Unweakened, Weakening } from '../weakening';

export const WEAKENINGS: readonly Weakening[] = [
  {
    guard: 'guesses at one account from one address',
    title: 'what one address tries at one account is not limited by itself',
    file: 'shared/identity/attempt-rules.ts',
    change: instead('return [ours, limit(`ELSEWHERE', 'return [limit(`ELSEWHERE'),
    focus: 'a recovery',
    says: /a recovery, one account from one address: \d+ of \d+ came through, 5 may/,
  },
  {
    guard: 'guesses at one account from one address',
    title: 'who is limited is not told for how long',
    file: 'shared/identity/attempt-limits.ts',
    change: instead(
      "new Refusal('TOO_MANY_REQUESTS', { retryAfter: Math.max(...waits) })",
      "new Refusal('TOO_MANY_REQUESTS')",
    ),
    focus: 'a join code',
    says: /A 429 has no Retry-After/,
  },
  {
    guard: 'guesses at one account from many addresses at once',
    title: 'the tries at an account are limited by their address alone',
    file: 'shared/identity/attempt-rules.ts',
    change: instead('limit(`ELSEWHERE#${folded(account)}`, elsewhere), ', ''),
    focus: 'a recovery',
    says: /a recovery, one account from many addresses at once: 23 of 23 came through, 20 may/,
  },
  {
    guard: 'guesses at one account from many addresses at once',
    title: 'the limit is read, and is no condition of the count',
    file: 'shared/identity/attempt-limits.ts',
    change: instead(': { attempts: most - 1 },', ': { attempts: most + 1_000 },'),
    focus: 'a recovery',
    says: /a recovery, one account from many addresses at once: 2\d of 23 came through, 20 may/,
  },
  {
    guard: 'guesses at many accounts from one address',
    title: 'the tries from an address are limited by their account alone',
    file: 'shared/identity/attempt-rules.ts',
    change: instead(', limit(`NETWORK#${networkOf(sourceIp)}`, network)]', ']'),
    focus: 'a recovery',
    says: /a recovery, many accounts from one address: \d+ of \d+ came through, 50 may/,
  },
  {
    guard: 'wrong passwords of strangers at a victim',
    title: 'where an account is at home is not looked at',
    file: 'shared/identity/attempt-rules.ts',
    change: instead('if (isHome) return [ours];', ''),
    focus: 'a victim',
    says: /the victim, from home is answered 429 instead of 200/,
  },
  {
    guard: 'pairs of guesses',
    title: 'whether there is such an account is asked before its password is tried',
    file: 'functions/auth/recover-mfa.ts',
    change: instead('    const proof = await', '    await deps.findUserId(email);\n    const proof = await'),
    focus: 'a recovery',
    says: /a recovery: .* is not /,
  },
  {
    guard: 'every operation of its pool with a live access token after “removed from the team”',
    title: 'who is removed keeps the membership, marked',
    file: 'shared/teams/members.ts',
    change: instead(
      "remove(membershipKey(teamId, userId), { differs: { role: 'OWNER' } }",
      "update(membershipKey(teamId, userId), { set: { name: 'Removed' } }, { differs: { role: 'OWNER' } }",
    ),
    focus: 'removed from the team',
    says: /After “removed from the team” .* is answered/,
  },
  {
    guard: 'every operation of its pool with a live access token after “made a MEMBER”',
    title: 'a role is only ever raised',
    file: 'shared/teams/members.ts',
    change: instead(
      '{ set: { role } }, { equals: { role: member.role } }, changed),',
      '{ set: { role: hasRole(role, member.role) ? role : member.role } }, { equals: { role: member.role } }, changed),',
    ),
    focus: 'made a MEMBER',
    says: /After “made a MEMBER” .* is answered/,
  },
  {
    guard: 'every operation of its pool with a live access token after “set a new password”',
    title: 'a new password ends no session here',
    file: 'functions/auth/reset-password.ts',
    change: instead("    await deps.outlastSignOut(await deps.endSessions(userId, 'PASSWORD_RESET'));\n", ''),
    focus: 'set a new password',
    says: /After “set a new password” .* is answered/,
  },
  {
    guard: 'every operation of its pool with a live access token after “recovered without the app”',
    title: 'a recovery ends no session here',
    file: 'functions/auth/recover-mfa.ts',
    change: instead("await deps.endSessions(userId, 'SIGN_IN_RECOVERED')", 'new Date().toISOString()'),
    focus: 'recovered without the app',
    says: /After “recovered without the app” .* is answered/,
  },
  {
    guard: 'every operation of its pool with a live access token after “driver disabled”',
    title: 'the app access of a driver is not looked at',
    file: 'shared/fleet/driver.ts',
    change: instead(
      "driver.status !== 'BAJA' && WORKING_ACCESS.includes(driver.appAccessStatus)",
      "driver.status !== 'BAJA'",
    ),
    focus: 'driver disabled',
    says: /After “driver disabled” .* is answered/,
  },
  {
    guard: 'every operation of its pool with a live access token after “driver BAJA”',
    title: 'neither the status nor the app access of a driver is looked at',
    file: 'shared/fleet/driver.ts',
    change: instead("driver.status !== 'BAJA' && WORKING_ACCESS.includes(driver.appAccessStatus)", 'true'),
    focus: 'driver BAJA',
    says: /After “driver BAJA” .* is answered/,
  },
  {
    guard: 'every operation of its pool with a live access token after “driver sent a new temporary password”',
    title: 'a new temporary password closes the app, which docs/security.md says it does not',
    file: 'shared/fleet/driver.ts',
    change: instead(
      "RESEND: { from: ['INVITED'], to: () => 'INVITED' }",
      "RESEND: { from: ['INVITED'], to: () => 'DISABLED' }",
    ),
    focus: 'driver sent a new temporary password',
    says: /After “driver sent a new temporary password” .* is answered 403/,
  },
  {
    guard: 'every operation of its pool with a live access token after “signed out”',
    title: 'signing out revokes nothing',
    file: 'functions/auth/logout.ts',
    change: instead('    if (refreshToken) await deps.revokeRefreshToken(refreshToken);\n', ''),
    focus: 'signed out',
    says: /After “signed out” .* is answered/,
  },
];

export const UNWEAKENED: readonly Unweakened[] = [];
