import * as v from 'valibot';
import { Email } from '../platform/values/fields';

/** One plain-text mail to one recipient: what the mail queue carries. */
export const Mail = v.object({ to: Email, subject: v.pipe(v.string(), v.minLength(1)), text: v.string() });
export type Mail = v.InferOutput<typeof Mail>;

/** What a mail program would make a link of: a scheme, "www.", or a dot before a name of two characters or more. "S.A. de C.V." is none. */
const LINK = /:\/\/|www\.|[\p{L}\p{N}-][.\u3002\uff0e\uff61]\p{L}[\p{L}\p{N}-]/iu;

/**
 * The name of a person or team as a mail may show it: without links, so that nobody's name is somebody's advertisement. Brackets become
 * blanks, lest what stood on both sides of one make a link together.
 */
export const withoutLinks = (name: string): string =>
  [...name]
    .slice(0, 200)
    .join('')
    .replace(/[<>[\]()]/g, ' ')
    .split(/\s/)
    .filter((word) => word !== '' && !LINK.test(word))
    .join(' ');

/** Tells a recipient that is no user yet that a team waits for them. */
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

/** Tells the owner of an address that somebody registered with it again: the answer to that request itself does not. */
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

/** Tells the account that its second factor was taken off with the password alone. */
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
