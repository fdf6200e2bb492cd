import * as v from 'valibot';
import { TRACE } from '../platform/runtime/trace';
import { Email } from '../platform/values/fields';
import { plainName } from './plain-name';

/** A plain-text mail to one recipient. */
export const Mail = v.object({ to: Email, subject: v.pipe(v.string(), v.minLength(1)), text: v.string() });
export type Mail = v.InferOutput<typeof Mail>;

/** The content of a queue message: a mail, with the trace of the request that caused it. */
export const QueuedMail = v.object({ ...Mail.entries, trace: v.optional(v.pipe(v.string(), v.regex(TRACE))) });

/** Texts of users that a mail quotes. An empty text is left out. */
export interface Names {
  readonly inviter: string;
  readonly team: string;
}

/** The lines with the names. Each says that the other person wrote it, because a name can be any text. */
function nameLines({ inviter, team }: Names): string[] {
  const lines: readonly (readonly [string, string])[] = [
    ['Nombre que esa persona escribió como suyo', plainName(inviter)],
    ['Nombre que esa persona escribió para el equipo', plainName(team)],
  ];
  return lines.flatMap(([label, name]) => (name === '' ? [] : [`${label}: ${name}`]));
}

/** The mail about an invitation. It does not say whether the address has an account. The subject is fixed. */
export const invitationMail = (to: string, names: Names): Mail => ({
  to,
  subject: 'Te invitaron a un equipo',
  text: [
    'Una persona te invita a trabajar en su equipo.',
    ...nameLines(names),
    '',
    `Para entrar al equipo, inicia sesión con esta dirección (${to}). Si no tienes cuenta, créala con ella.`,
    'La invitación vence en siete días. Si no la esperabas, no hagas nada.',
  ].join('\n'),
});

/** The mail to a user that another member has added to a team. It says how to leave. The subject is fixed. */
export const addedMail = (to: string, names: Names): Mail => ({
  to,
  subject: 'Te agregaron a un equipo',
  text: [
    `Una persona agregó tu cuenta (${to}) a su equipo.`,
    ...nameLines(names),
    '',
    'Si quieres quedarte, inicia sesión y acepta. Mientras no aceptes, el equipo no ve tu nombre.',
    'Si no lo esperabas, inicia sesión, abre ese equipo y elige «Salir del equipo».',
  ].join('\n'),
});

/**
 * Informs the owner of an address about a second registration with it. The answer to that request does not reveal that
 * the account exists.
 */
export const accountExistsMail = (to: string): Mail => ({
  to,
  subject: 'Ya tienes una cuenta',
  text: [
    `Alguien intentó registrarse con esta dirección (${to}), que ya tiene una cuenta.`,
    '',
    'Si fuiste tú, inicia sesión con tu contraseña; si no la recuerdas, pide una nueva con «Olvidé mi contraseña».',
    'Si no fuiste tú, no hagas nada: tu cuenta sigue igual.',
  ].join('\n'),
});

/** The code that confirms another address of an account. */
export const emailCodeMail = (to: string, code: string): Mail => ({
  to,
  subject: 'Tu código para cambiar de dirección',
  text: [
    `Código: ${code}. Sirve diez minutos.`,
    '',
    'Alguien pidió usar esta dirección en su cuenta. Si no fuiste tú, no hagas nada y no des el código a nadie.',
  ].join('\n'),
});

/** Informs the present address of an account that another one was asked for. The other one is not named. */
export const emailChangeMail = (to: string): Mail => ({
  to,
  subject: 'Se pidió cambiar la dirección de tu cuenta',
  text: [
    `Alguien que conoce tu contraseña pidió cambiar la dirección de tu cuenta (${to}).`,
    '',
    'Si no fuiste tú, cambia tu contraseña ahora mismo con «Olvidé mi contraseña» y avisa al dueño de tu equipo.',
  ].join('\n'),
});

/** Informs the owner of an address that another account wanted it. */
export const emailTakenMail = (to: string): Mail => ({
  to,
  subject: 'Tu dirección ya tiene una cuenta',
  text: [
    `Alguien pidió usar esta dirección (${to}) en otra cuenta. Ya es la dirección de la tuya, que sigue igual.`,
    '',
    'Si fuiste tú, inicia sesión con esta dirección. Si no fuiste tú, no hagas nada.',
  ].join('\n'),
});

/** The code that a team requires for signing in without the lost authenticator app. */
export const recoveryCodeMail = (to: string, code: string): Mail => ({
  to,
  subject: 'Tu código para recuperar el acceso',
  text: [
    `Código: ${code}. Sirve diez minutos.`,
    '',
    'Alguien envió tu contraseña y pide entrar sin tu aplicación de códigos.',
    'Si no fuiste tú, cambia tu contraseña ahora mismo con «Olvidé mi contraseña» y no des el código a nadie.',
  ].join('\n'),
});

/** The time and the device of a sign-in, as a mail names them. */
export interface SignInPlace {
  readonly at: Date;
  /** Words of this service, never the client's own text. */
  readonly device: string;
}

const timeIn = (at: Date): string =>
  new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/Mexico_City' }).format(
    at,
  );

/** Informs the user that the second factor was turned off, when, and from which kind of device. */
export const recoveryMail = (to: string, { at, device }: SignInPlace): Mail => ({
  to,
  subject: 'Se recuperó el acceso a tu cuenta',
  text: [
    'Alguien entró a tu cuenta con tu contraseña y sin tu aplicación de códigos, que quedó desactivada.',
    `Fue el ${timeIn(at)} (hora del centro de México), desde: ${device}.`,
    'Las demás sesiones se cerraron.',
    '',
    'Si fuiste tú, vuelve a activar la aplicación en tu perfil.',
    'Si no fuiste tú, cambia tu contraseña ahora mismo con «Olvidé mi contraseña» y avisa al dueño de tu equipo.',
  ].join('\n'),
});
