import type { Text } from '../platform/values/text';
import { LONGEST_URL, refusedUrl } from './target-url';

const THIS_MACHINE = /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d{1,5})?(?:[/?#]|$)/;
const accepted = { thisMachine: false };

/**
 * `npm start` delivers to programs on this machine alone, by its own stand-in of `sendOut`. Deployed functions never call this, and `sendOut`
 * does not ask it. Returns the undo.
 */
export function acceptReceiversHere(): () => void {
  accepted.thisMachine = true;
  return () => {
    accepted.thisMachine = false;
  };
}

/** True for an address of a program on this machine. */
export const isReceiverHere = (text: string): boolean =>
  text.length <= LONGEST_URL && THIS_MACHINE.test(text) && URL.canParse(text);

/** The rule that an address breaks which a member enters. `ownHost` is the name of this API. */
export function refusedStoredUrl(text: string, ownHost: string): Text | undefined {
  return accepted.thisMachine && isReceiverHere(text) ? undefined : refusedUrl(text, ownHost);
}
