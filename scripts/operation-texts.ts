import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { poolAuthOf } from '../shared/identity/caller';
import type { Operation } from '../shared/operation/define';

const FUNCTIONS = join(__dirname, '..', 'functions');
/** The comment that stands above a declaration. */
const ABOVE = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const operation = defineOperation/;
/** Where a rule was taken from: of no use to who only has the document. */
const SOURCES = /\s*\(docs\/[^)]*\)/g;

/** What the document says of an operation: the comment above its declaration, what the declaration adds, and who may call it. */
export const textOf = (file: string, operation: Operation): string =>
  [commentOf(file), operation.description, whoMay(operation.auth)].filter(Boolean).join('\n\n');

function commentOf(file: string): string {
  const [, comment] = ABOVE.exec(readFileSync(join(FUNCTIONS, `${file}.ts`), 'utf8')) ?? [];
  if (comment === undefined) {
    throw new Error(`functions/${file}.ts needs a comment right above its declaration: the document takes it over.`);
  }
  return comment
    .replace(/\s*\n\s*\* ?/g, ' ')
    .replace(SOURCES, '')
    .trim();
}

const ROLES = { MEMBER: 'any member', ADMIN: 'an ADMIN or the OWNER', OWNER: 'the OWNER' };

function whoMay(auth: Operation['auth']): string {
  if (auth === 'public') return '';
  const asked = poolAuthOf(auth);
  if (asked === undefined) return 'For who signs the body.';
  if (asked.pool === 'drivers') return 'For drivers, by a token of their own pool.';
  return asked.team ? `For ${ROLES[asked.role ?? 'MEMBER']} of the team.` : 'For every signed-in user of the office.';
}
