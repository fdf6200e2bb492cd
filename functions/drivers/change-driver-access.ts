import * as v from 'valibot';
import { ACCESS_ROLE } from '../../shared/fleet/access-states';
import {
  APP_ACCESS_ACTION_NAMES,
  APP_ACCESS_STATUSES,
  type AppAccessAction,
  driverKey,
} from '../../shared/fleet/driver';
import { finishAccessChange, lockDriverAccess, unlockDriverAccess } from '../../shared/fleet/driver-access';
import { clearAttempts } from '../../shared/identity/attempt-limits';
import { changeAccount } from '../../shared/identity/cognito/driver-accounts';
import { outlastSignOut } from '../../shared/identity/cognito/recovery';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';

/**
 * Invites a driver to the mobile app, sends a new temporary password, or closes and reopens the account. RESEND and
 * ENABLE end every session. The operation locks the record, changes the account and stores the result. After an
 * interruption the same request can be sent again.
 */
export const operation = defineOperation({
  id: 'changeDriverAccess',
  summary: 'Invite a driver to the app, or close and open the access',
  route: 'POST /teams/{teamId}/drivers/{driverId}/access',
  auth: { pool: 'staff', team: 'path.teamId', role: ACCESS_ROLE, keys: 'never' },
  input: {
    body: v.object({
      /** What to do with the driver’s access to the app. */
      action: v.picklist(APP_ACCESS_ACTION_NAMES),
    }),
  },
  output: {
    status: 200,
    body: v.object({
      message: Message,
      username: v.string(),
      /** The access after the operation. */
      appAccessStatus: v.picklist(APP_ACCESS_STATUSES),
      /** The first password. It is shown this once; the driver must replace it at the first sign-in. Absent unless a password was made. */
      temporaryPassword: v.optional(v.string()),
    }),
  },
  errors: ['APP_ACCESS_STATE', 'CONFLICT', 'PROVIDER_ERROR'],
  irreversible: { action: ['DISABLE'] },
  securityEvent: { of: 'ACCESS_CHANGED' },
  withoutKey: 'SECRET',
  uses: { lockDriverAccess, changeAccount, finishAccessChange, unlockDriverAccess, outlastSignOut, clearAttempts },
  entity: ({ path, caller }) => driverKey(caller.teamId, path.driverId),
  run: async ({ input, caller, deps, entity: driver }) => {
    const { action } = input.body;
    await deps.lockDriverAccess(driver, action);
    try {
      const { account, temporaryPassword } = await deps.changeAccount(driver, action);
      // Failed attempts of strangers do not count against the new password.
      if (action === 'RESEND') await deps.clearAttempts('DRIVER_PASSWORD', account.username);
      const changed = await deps.finishAccessChange(caller, driver, action, account);
      if (ENDING.includes(action)) await deps.outlastSignOut(changed.sessionsValidFrom ?? '');
      const { appAccessStatus } = changed;
      return { message: MESSAGES[action], username: account.username, appAccessStatus, temporaryPassword };
    } catch (failure) {
      await deps.unlockDriverAccess(driver);
      throw failure;
    }
  },
});

/** The actions after which only new sessions count: the answer waits until a new sign-in can succeed. */
const ENDING: readonly AppAccessAction[] = ['RESEND', 'ENABLE'];

const MESSAGES = {
  INVITE: {
    en: 'Invited. Tell the driver the user name and the temporary password: it is shown only now.',
    es: 'Invitado. Dé al operador el nombre de usuario y la contraseña temporal: solo se muestra ahora.',
  },
  RESEND: {
    en: 'New temporary password, and every session is over. Tell it to the driver: it is shown only now.',
    es: 'Contraseña temporal nueva, y se cerraron todas las sesiones. Désela al operador: solo se muestra ahora.',
  },
  DISABLE: { en: 'The access is closed, at once.', es: 'El acceso quedó cerrado de inmediato.' },
  ENABLE: {
    en: 'The access is open again. The driver signs in anew.',
    es: 'El acceso está abierto otra vez. El operador inicia sesión de nuevo.',
  },
};
