import * as v from 'valibot';
import { Email } from './fields';

/** One plain-text mail to one recipient: what the mail queue carries. */
export const Mail = v.object({ to: Email, subject: v.pipe(v.string(), v.minLength(1)), text: v.string() });
export type Mail = v.InferOutput<typeof Mail>;

/** Anything that a mail program would make a link of. */
const LINK = /(?:https?:\/\/|www\.)\S*|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\S*|[<>[\]()]/giu;

/** The name of a person or team as a mail may show it: without links, so that nobody's name is somebody's advertisement. */
export const withoutLinks = (name: string): string => name.slice(0, 200).replace(LINK, '').replace(/\s+/g, ' ').trim();

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
