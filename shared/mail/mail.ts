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
    ['Nombre que esa persona escribió para la empresa', plainName(team)],
  ];
  return lines.flatMap(([label, name]) => (name === '' ? [] : [`${label}: ${name}`]));
}

/** Who sent a mail. The link to the front end follows when the mail is delivered. */
const SENDER = 'Este correo lo envió Flota, el sistema con el que los transportistas administran sus viajes.';

/** A mail in Spanish, with its content in one line of English below. */
export const letter = (spanish: readonly string[], english: string): string =>
  [...spanish, '', SENDER, '', `In English: ${english}`].join('\n');

/** The mail about an invitation. It does not say whether the address has an account. The subject is fixed. */
export const invitationMail = (to: string, names: Names): Mail => ({
  to,
  subject: 'Lo invitaron a una empresa',
  text: letter(
    [
      'Una persona lo invita a trabajar en su empresa.',
      ...nameLines(names),
      '',
      `Para entrar a la empresa, inicie sesión con esta dirección (${to}). Si no tiene cuenta, créela con ella.`,
      'La invitación vence en siete días. Si no la esperaba, no haga nada.',
    ],
    'someone invites you to a team. Sign in with this address within seven days, or do nothing if you did not expect it.',
  ),
});

/** The mail to a user that another member has added to a team. It says how to leave. The subject is fixed. */
export const addedMail = (to: string, names: Names): Mail => ({
  to,
  subject: 'Lo agregaron a una empresa',
  text: letter(
    [
      `Una persona agregó su cuenta (${to}) a su empresa.`,
      ...nameLines(names),
      '',
      'Si quiere quedarse, inicie sesión y acepte. Mientras no acepte, la empresa no ve su nombre.',
      'Si no lo esperaba, inicie sesión, abra esa empresa y elija «Salir de la empresa».',
    ],
    'someone added your account to a team. Sign in and accept, or leave the team if you did not expect it.',
  ),
});

/**
 * Informs the owner of an address about a second registration with it. The answer to that request does not reveal that
 * the account exists.
 */
export const accountExistsMail = (to: string): Mail => ({
  to,
  subject: 'Ya tiene una cuenta',
  text: letter(
    [
      `Alguien intentó registrarse con esta dirección (${to}), que ya tiene una cuenta.`,
      '',
      'Si fue usted, inicie sesión con su contraseña; si no la recuerda, pida una nueva con «Olvidé mi contraseña».',
      'Si no fue usted, no haga nada: su cuenta sigue igual.',
    ],
    'someone tried to register with this address, which has an account. If it was not you, do nothing.',
  ),
});

/** The code that confirms another address of an account. */
export const emailCodeMail = (to: string, code: string): Mail => ({
  to,
  subject: 'Su código para cambiar de dirección',
  text: letter(
    [
      `Código: ${code}. Sirve diez minutos.`,
      '',
      'Alguien pidió usar esta dirección en su cuenta. Si no fue usted, no haga nada y no dé el código a nadie.',
    ],
    `your code is ${code}, for ten minutes. Someone wants to use this address for an account. If it was not you, do nothing and give the code to no one.`,
  ),
});

/** Informs the present address of an account that another one was asked for. The other one is not named. */
export const emailChangeMail = (to: string): Mail => ({
  to,
  subject: 'Se pidió cambiar la dirección de su cuenta',
  text: letter(
    [
      `Alguien que conoce su contraseña pidió cambiar la dirección de su cuenta (${to}).`,
      '',
      'Si no fue usted, cambie su contraseña ahora mismo con «Olvidé mi contraseña» y avise al titular de su empresa.',
    ],
    'someone with your password asked to change the address of your account. If it was not you, set a new password at once and tell the owner of your team.',
  ),
});

/** Informs the owner of an address that another account wanted it. */
export const emailTakenMail = (to: string): Mail => ({
  to,
  subject: 'Su dirección ya tiene una cuenta',
  text: letter(
    [
      `Alguien pidió usar esta dirección (${to}) en otra cuenta. Ya es la dirección de la suya, que sigue igual.`,
      '',
      'Si fue usted, inicie sesión con esta dirección. Si no fue usted, no haga nada.',
    ],
    'someone wanted to use this address for another account. It stays the address of yours. If it was not you, do nothing.',
  ),
});

/** The code that a team requires for signing in without the lost authenticator app. */
export const recoveryCodeMail = (to: string, code: string): Mail => ({
  to,
  subject: 'Su código para recuperar el acceso',
  text: letter(
    [
      `Código: ${code}. Sirve diez minutos.`,
      '',
      'Alguien envió su contraseña y pide entrar sin su aplicación de códigos.',
      'Si no fue usted, cambie su contraseña ahora mismo con «Olvidé mi contraseña» y no dé el código a nadie.',
    ],
    `your code is ${code}, for ten minutes. Someone with your password wants to sign in without your authenticator app. If it was not you, set a new password at once and give the code to no one.`,
  ),
});

/** The time and the device of a sign-in, as a mail names them. */
interface SignInPlace {
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
  subject: 'Se recuperó el acceso a su cuenta',
  text: letter(
    [
      'Alguien entró a su cuenta con su contraseña y sin su aplicación de códigos, que quedó desactivada.',
      `Fue el ${timeIn(at)} (hora del centro de México), desde: ${device}.`,
      'Las demás sesiones se cerraron.',
      '',
      'Si fue usted, vuelva a activar la aplicación en su perfil.',
      'Si no fue usted, cambie su contraseña ahora mismo con «Olvidé mi contraseña» y avise al titular de su empresa.',
    ],
    'someone signed in with your password and without your authenticator app, which is off now. If it was not you, set a new password at once and tell the owner of your team.',
  ),
});

/** The text with the address of the front end, where the stage names one. A function has `none` without it. */
export const withLink = (text: string, frontEndUrl: string | undefined): string =>
  frontEndUrl?.startsWith('https://') ? `${text}\n\nAbrir Flota / Open Flota: ${frontEndUrl}` : text;
