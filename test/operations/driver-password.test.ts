import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { operation as changeDriverPassword } from '../../functions/auth/change-driver-password';
import { operation as getOwnDriver } from '../../functions/drivers/get-own-driver';
import { type DriverRecord, driverKey } from '../../shared/fleet/driver';
import { positionKey } from '../../shared/fleet/position-places';
import { getItem } from '../../shared/platform/table/read';
import { accounts, cognitoError, PASSWORD, refusal, refused, someAddress, wrongPassword } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertPosition } from '../support/store-fleet';

const world = accounts(quickTable());
const pool = world.cognito;
const NEW_PASSWORD = 'Camino-Corto-88';

/** A driver with the password PASSWORD in a Cognito that keeps the password of one account. */
async function openCab(given: Partial<DriverRecord> = {}) {
  const username = `ines.mora.${someId()}`;
  const office = await openOffice(world);
  const { exchange, testContext, teamId } = office;
  const driver = await insertDriver(testContext, {
    teamId,
    sub: someId(),
    username,
    appAccessStatus: 'ACTIVE',
    everActive: true,
    ...given,
  });
  let password: string | undefined = PASSWORD;
  const events: string[] = [];
  const issue = async () => {
    const auth_time = Math.floor(testContext.now().getTime() / 1000);
    const claims = { sub: driver.sub ?? '', 'custom:teamId': teamId, 'custom:driverId': driver.id, auth_time };
    const AccessToken = await world.driverToken({ ...claims, username });
    return { AuthenticationResult: { ...(await world.tokens(testContext.now())), AccessToken } };
  };
  pool.on(cognito.AdminInitiateAuthCommand).callsFake(async ({ AuthParameters }) => {
    events.push(`sign-in ${AuthParameters.PASSWORD}`);
    if (AuthParameters.PASSWORD !== password) throw wrongPassword();
    return issue();
  });
  pool.on(cognito.AdminSetUserPasswordCommand).callsFake(async ({ Password, Permanent }) => {
    events.push(`set ${Password} ${Permanent}`);
    password = Password;
    return {};
  });
  pool.on(cognito.AdminUserGlobalSignOutCommand).callsFake(async () => {
    events.push('sign-out');
    return {};
  });
  pool.on(cognito.GetTokensFromRefreshTokenCommand).callsFake(async () => {
    events.push('renewal');
    return issue();
  });
  const change = (body: object = {}, address = someAddress()) =>
    exchange.send(
      changeDriverPassword,
      { body: { username, currentPassword: PASSWORD, newPassword: NEW_PASSWORD, ...body } },
      address,
    );
  const stored = () => getItem(testContext.context, driverKey(teamId, driver.id));
  return { office, driver, change, events, stored, testContext, exchange, cab: () => office.cab(driver) };
}

describe('doors 8: a driver’s own change of the password', () => {
  it('proves the old one, sets the new one, ends every session and signs in', async () => {
    const { change, events, cab, driver, exchange, stored } = await openCab();
    const old = await cab();
    const { status, body, cookies } = await change();
    expect(status).toBe(200);
    expect(body).toMatchObject({ driver: { id: driver.id, username: driver.username }, tokens: { expiresIn: 900 } });
    expect(cookies.length).toBeGreaterThan(0);
    const inOrder = ['sign-in Camino-Largo-77', `set ${NEW_PASSWORD} true`, 'sign-out', `sign-in ${NEW_PASSWORD}`];
    expect(events).toEqual([...inOrder, 'renewal']);
    expect((await stored())?.sessionsValidFrom).toBe('2026-03-02T15:00:01.000Z');
    expect(refusal(await old.send(getOwnDriver))).toEqual(refused('UNAUTHENTICATED'));
    const { accessToken } = Object(body.tokens);
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await exchange.send(getOwnDriver, { headers })).status).toBe(200);
  });

  it('costs one unit beside the counters and the session', async () => {
    const { change, testContext } = await openCab();
    await change();
    expect(testContext.actions().filter((action) => action === 'UpdateItem')).toHaveLength(2);
  });

  it('while on a trip makes its position look up each session again', async () => {
    const tripId = someId();
    const { change, driver, testContext, stored } = await openCab({ tripId, status: 'EN_VIAJE' });
    const { teamId, id: driverId, sub } = driver;
    await insertPosition(testContext, teamId, { tripId, driverId, sub, isOpen: true, keptSession: 'old' });
    expect((await change()).status).toBe(200);
    const position = await getItem(testContext.context, positionKey(teamId, tripId));
    expect(position?.sessionsValidFrom).toBe((await stored())?.sessionsValidFrom);
    expect(position).not.toHaveProperty('keptSession');
  });

  it('with a wrong password is 401 and counted as a sign-in: the sixth is not asked', async () => {
    const { change, events } = await openCab();
    const address = someAddress();
    const statuses = [];
    for (let nth = 1; nth <= 6; nth += 1) statuses.push(refusal(await change({ currentPassword: 'no' }, address)));
    expect(statuses).toEqual([
      ...Array.from({ length: 5 }, () => refused('INVALID_CREDENTIALS')),
      refused('TOO_MANY_REQUESTS'),
    ]);
    expect(events).toEqual(Array.from({ length: 5 }, () => 'sign-in no'));
  });

  it('is refused for a weak password before anything is counted or asked', async () => {
    const { change, events } = await openCab();
    expect(refusal(await change({ newPassword: 'corta' }))).toEqual(refused('VALIDATION_FAILED', 'newPassword'));
    expect(events).toEqual([]);
  });

  it('is refused for a password that Cognito finds weak', async () => {
    const { change, stored } = await openCab();
    pool.on(cognito.AdminSetUserPasswordCommand).rejects(cognitoError(cognito.InvalidPasswordException));
    expect(refusal(await change())).toEqual(refused('VALIDATION_FAILED', 'newPassword'));
    expect(await stored()).not.toHaveProperty('sessionsValidFrom');
  });

  it('does not replace a temporary password', async () => {
    const { change } = await openCab();
    pool.on(cognito.AdminInitiateAuthCommand).resolves({ ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: 'one' });
    expect(refusal(await change())).toEqual(refused('VALIDATION_FAILED', 'currentPassword'));
    expect(pool.commandCalls(cognito.AdminSetUserPasswordCommand)).toHaveLength(0);
  });

  it.each([
    ['is BAJA', { status: 'BAJA' }],
    ['has DISABLED access', { appAccessStatus: 'DISABLED' }],
  ] as const)('of a driver who %s is forbidden and gives no tokens', async (_, given) => {
    const { change, stored } = await openCab(given);
    expect(refusal(await change())).toEqual(refused('FORBIDDEN'));
    expect(await stored()).not.toHaveProperty('sessionsValidFrom');
  });

  it('discards tokens that the sign-out still ended', async () => {
    const { change, events } = await openCab();
    pool.on(cognito.GetTokensFromRefreshTokenCommand).rejectsOnce(cognitoError(cognito.NotAuthorizedException));
    await change();
    expect(events.filter((event) => event === `sign-in ${NEW_PASSWORD}`).length).toBeGreaterThan(1);
  });
});
