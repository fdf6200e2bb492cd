import { validationError } from '../platform/errors';

/**
 * Refuses JSON with an object that has one key twice: `JSON.parse` takes the last value, and another reader of the same
 * request may take the first. One pass finds the key before the text is parsed. Text that is not JSON passes; the parser
 * refuses it.
 */
export function refuseDuplicateKey(text: string): void {
  const key = duplicateKeyIn(text);
  if (key !== undefined)
    throw validationError('body', {
      en: `The key ${key.slice(0, 100)} stands twice. Send it once.`,
      es: `La clave ${key.slice(0, 100)} está dos veces. Envíela una sola vez.`,
    });
}

/** The keys of each open object. An open list has none. */
type Open = (Set<string> | undefined)[];

function duplicateKeyIn(text: string): string | undefined {
  const open: Open = [];
  let isKeyNext = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') {
      const end = endOfString(text, at);
      const key = isKeyNext ? keyOf(text.slice(at, end)) : undefined;
      if (key !== undefined && isTaken(open.at(-1), key)) return key;
      isKeyNext = false;
      at = end - 1;
    } else {
      isKeyNext = readSign(open, text[at]) ?? isKeyNext;
    }
  }
  return undefined;
}

/** Adds the key. True when the object has it already. */
function isTaken(keys: Set<string> | undefined, key: string): boolean {
  const before = keys?.size;
  return keys?.add(key).size === before;
}

/** Opens and closes objects and lists. Answers if a key comes next; undefined when the sign does not decide it. */
function readSign(open: Open, sign: string | undefined): boolean | undefined {
  if (sign === '{') return open.push(new Set()) > 0;
  if (sign === '[') return open.push(undefined) === 0;
  if (sign === ',') return open.at(-1) !== undefined;
  if (sign === '}' || sign === ']') open.pop();
  return undefined;
}

/** The position after the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at + 1;
    if (text[at] === '\\') at += 1;
  }
  return text.length;
}

/** The key without its escapes: `"te\u0061mId"` is `teamId`. */
function keyOf(quoted: string): string | undefined {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}
