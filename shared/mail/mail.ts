import * as v from 'valibot';
import { Email } from '../platform/values/fields';

/** A plain-text mail to one recipient. It is the content of a queue message. */
export const Mail = v.object({ to: Email, subject: v.pipe(v.string(), v.minLength(1)), text: v.string() });
export type Mail = v.InferOutput<typeof Mail>;

/**
 * Text that a mail program turns into a link: a scheme, "www.", or a dot followed by at least two characters. "S.A. de
 * C.V." does not match.
 */
const LINK = /:\/\/|www\.|[\p{L}\p{N}-][.\u3002\uff0e\uff61]\p{L}[\p{L}\p{N}-]/iu;

/**
 * Removes links from the name of a person or team, so that an invitation cannot carry advertising. Brackets become
 * blanks first: removing them could join the text on both sides to a link.
 */
export const withoutLinks = (name: string): string =>
  [...name]
    .slice(0, 200)
    .join('')
    .replace(/[<>[\]()]/g, ' ')
    .split(/\s/)
    .filter((word) => word !== '' && !LINK.test(word))
    .join(' ');

/** The invitation mail to a recipient without an account. */
export function invitationMail(to: string, inviter: string, team: string): Mail {
  const from = withoutLinks(inviter) || 'Un colega';
  const name = withoutLinks(team) || 'un equipo';
  return {
    to,
    subject: `${from} te invita al equipo ${name}`,
    text: [
      `${from} te invita a trabajar en el equipo ${name}.`,
      '',
      `Crea tu cuenta con esta dirección (${to}) y entrarás al equipo al iniciar sesión por primera vez.`,
      'Si no esperabas esta invitación, no hagas nada.',
    ].join('\n'),
  };
}

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

/** Informs the user that the second factor was turned off with the password alone. */
export const recoveryMail = (to: string): Mail => ({
  to,
  subject: 'Se recuperó el acceso a tu cuenta',
  text: [
    'Alguien entró a tu cuenta con tu contraseña y sin tu aplicación de códigos, que quedó desactivada.',
    'Las demás sesiones se cerraron.',
    '',
    'Si fuiste tú, vuelve a activar la aplicación en tu perfil.',
    'Si no fuiste tú, cambia tu contraseña ahora mismo con «Olvidé mi contraseña» y avisa al dueño de tu equipo.',
  ].join('\n'),
});
