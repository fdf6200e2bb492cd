import * as v from 'valibot';
import { Line, nullableText } from './fields';
import { said } from './text';

/** A scheme other than these could run as a script (`javascript:`) or show a file of the reader's machine. */
const HTTPS = /^https:\/\/[^/?#\\@\s]+(?:[/?#]|$)/i;
const THIS_MACHINE = /^http:\/\/127\.0\.0\.1(?::\d{1,5})?(?:[/?#]|$)/;
/** Browsers read a backslash as a slash, so the text and the browser would name different hosts. */
const BLANK_OR_BACKSLASH = /[\s\\]/;

const accepted = { thisMachine: false };

/** `npm start` serves assets over plain HTTP. Deployed functions never call this. Returns the undo. */
export function acceptThisMachine(): () => void {
  accepted.thisMachine = true;
  return () => {
    accepted.thisMachine = false;
  };
}

const isShownAddress = (value: string): boolean =>
  !BLANK_OR_BACKSLASH.test(value) &&
  (HTTPS.test(value) || (accepted.thisMachine && THIS_MACHINE.test(value))) &&
  URL.canParse(value);

/** The address of a picture that clients show. An empty text removes it. */
export const ShownAddress = v.pipe(
  Line(),
  v.check(
    (value) => value === '' || isShownAddress(value),
    said({
      en: 'Send an address that begins with https://, without blanks, user and password.',
      es: 'Envíe una dirección que empiece con https://, sin espacios, usuario ni contraseña.',
    }),
  ),
);

/** A stored address. An older release stored any text, so an address that breaks the rule is answered as empty. */
export const StoredAddress = v.fallback(v.optional(ShownAddress), undefined);
export const StoredNullableAddress = v.fallback(nullableText(ShownAddress), null);
