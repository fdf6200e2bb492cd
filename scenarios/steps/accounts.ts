import type { Fleet } from '../../client/src/index';
import type { Body } from './desk';

export const register = (fleet: Fleet, body: Body<'register'>) => fleet.POST('/auth/register', { body });

export const confirmRegistration = (fleet: Fleet, body: Body<'confirmRegistration'>) =>
  fleet.POST('/auth/register/confirm', { body });

export const signIn = (fleet: Fleet, body: Body<'login'>) => fleet.POST('/auth/login', { body });

export const answerMfa = (fleet: Fleet, body: Body<'respondToMfa'>) => fleet.POST('/auth/mfa/respond', { body });

export const recoverMfa = (fleet: Fleet, body: Body<'recoverMfa'>) => fleet.POST('/auth/mfa/recover', { body });

export const refresh = (fleet: Fleet, refreshToken: string) => fleet.POST('/auth/refresh', { body: { refreshToken } });

export const signOut = (fleet: Fleet, refreshToken?: string) =>
  fleet.POST('/auth/logout', refreshToken === undefined ? {} : { body: { refreshToken } });

export const forgotPassword = (fleet: Fleet, email: string) => fleet.POST('/auth/password/forgot', { body: { email } });

export const resetPassword = (fleet: Fleet, body: Body<'resetPassword'>) =>
  fleet.POST('/auth/password/reset', { body });

export const changePassword = (fleet: Fleet, body: Body<'changePassword'>) =>
  fleet.POST('/users/me/password', { body });

export const setUpMfa = (fleet: Fleet, body: Body<'setUpMfa'>) => fleet.POST('/users/me/mfa/setup', { body });

export const confirmMfa = (fleet: Fleet, code: string) => fleet.POST('/users/me/mfa/confirm', { body: { code } });

export const removeMfa = (fleet: Fleet, body: Body<'removeMfa'>) => fleet.DELETE('/users/me/mfa', { body });

export const listSessions = (fleet: Fleet) => fleet.GET('/users/me/sessions');

export const listSecurityEvents = (fleet: Fleet) => fleet.GET('/users/me/security');

export const endSession = (fleet: Fleet, id: string, password: string) =>
  fleet.DELETE('/users/me/sessions/{id}', { params: { path: { id } }, body: { password } });

export const endOtherSessions = (fleet: Fleet, password: string) =>
  fleet.DELETE('/users/me/sessions', { body: { password } });

export const exportOwnData = (fleet: Fleet) => fleet.GET('/users/me/export');

export const deleteAccount = (fleet: Fleet, password: string) => fleet.DELETE('/users/me', { body: { password } });
export const changeEmail = (fleet: Fleet, body: Body<'changeEmail'>) => fleet.POST('/users/me/email', { body });

export const confirmEmail = (fleet: Fleet, code: string) => fleet.POST('/users/me/email/confirm', { body: { code } });

export const readProfile = (fleet: Fleet) => fleet.GET('/users/me');

export const changeProfile = (fleet: Fleet, body: Body<'updateOwnUser'>) => fleet.PUT('/users/me', { body });

export const signInDriver = (app: Fleet, body: Body<'loginDriver'>) => app.POST('/auth/drivers/login', { body });

export const chooseDriverPassword = (app: Fleet, body: Body<'setDriverPassword'>) =>
  app.POST('/auth/drivers/new-password', { body });

export const changeDriverPassword = (app: Fleet, body: Body<'changeDriverPassword'>) =>
  app.POST('/auth/drivers/password/change', { body });

export const refreshDriver = (app: Fleet, refreshToken: string) =>
  app.POST('/auth/drivers/refresh', { body: { refreshToken } });

export const readOwnDriver = (app: Fleet) => app.GET('/drivers/me');

export const changeOwnDriver = (app: Fleet, body: Body<'updateOwnDriver'>) => app.PATCH('/drivers/me', { body });

export const giveConsent = (app: Fleet, notice: string) => app.POST('/drivers/me/consent', { body: { notice } });
