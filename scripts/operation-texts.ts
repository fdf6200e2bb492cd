import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { poolAuthOf } from '../shared/identity/caller';
import type { Operation } from '../shared/operation/define';

const FUNCTIONS = join(__dirname, '..', 'functions');
/** Matches the comment directly above a declaration. */
const ABOVE = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const operation = defineOperation/;
/** Citations, which mean nothing to readers who only have the document. */
const SOURCES = /\s*\(docs\/[^)]*\)/g;

/**
 * The description of an operation: the comment above its declaration, the text that the declaration adds, and the
 * permitted callers.
 */
export const textOf = (file: string, operation: Operation): string =>
  [commentOf(file), operation.description, permittedCallers(operation.auth)].filter(Boolean).join('\n\n');

function commentOf(file: string): string {
  const [, comment] = ABOVE.exec(readFileSync(join(FUNCTIONS, `${file}.ts`), 'utf8')) ?? [];
  if (comment === undefined) {
    throw new Error(
      `Write a comment directly above the declaration in functions/${file}.ts: it becomes the operation’s description.`,
    );
  }
  return comment
    .replace(/\s*\n\s*\* ?/g, ' ')
    .replace(SOURCES, '')
    .trim();
}

const ROLES = { MEMBER: 'any member', ADMIN: 'an ADMIN or the OWNER', OWNER: 'the OWNER' };

function permittedCallers(auth: Operation['auth']): string {
  if (auth === 'public') return '';
  const asked = poolAuthOf(auth);
  if (asked === undefined) return 'For a service that signs the body.';
  if (asked.pool === 'drivers') return 'For drivers, with a token of their own pool.';
  if (!asked.team) return 'For every signed-in user of the office.';
  const people = `For ${ROLES[asked.role ?? 'MEMBER']} of the team`;
  return asked.keys === 'never' ? `${people}.` : `${people}, or an API key with the scope \`${asked.keys}\`.`;
}
