import * as v from 'valibot';
import { Email } from './fields';

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
    .split(/\s+/)
    .filter((word) => word !== '' && !LINK.test(word))
    .join(' ');

/** Tells a recipient that is no user yet that a team waits for them (product.md §3.11). */
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
