import { validationError } from '../../platform/errors';
import { commonPasswords } from './common';
import { lettersOf } from './letters';

/** The parts of an account that its password must not contain. */
interface PasswordOwner {
  /** The user's address. Its local part counts. */
  readonly email?: string;
  /** Names of the user. Each counts as a whole and word by word. */
  readonly names?: readonly (string | undefined)[];
}

/** Shorter words occur in other words too often. */
const LEAST_LETTERS = 5;
const PRODUCT = 'flota';

/**
 * Throws VALIDATION_FAILED for a password that others guess first. Only letters are compared, because digits and signs
 * are what people add to a common word. A password without letters is refused: most of the commonest are digits alone.
 * Call it before Cognito and before the attempt is counted, so that the answer does not depend on the account.
 */
export function refuseGuessablePassword(field: string, password: string, owner: PasswordOwner): void {
  const letters = lettersOf(password);
  if (letters === '' || letters === PRODUCT || commonPasswords().has(letters)) {
    throw validationError(field, {
      en: 'Many people use this password, with other digits or signs. Choose other words.',
      es: 'Muchas personas usan esta contraseña, con otros dígitos o signos. Elija otras palabras.',
    });
  }
  if (ownWords(owner).some((word) => letters.includes(word))) {
    throw validationError(field, {
      en: 'Leave your name and your address out of the password.',
      es: 'No use su nombre ni su dirección en la contraseña.',
    });
  }
}

function ownWords({ email = '', names = [] }: PasswordOwner): string[] {
  const [localPart = ''] = email.split('@');
  const words = names.flatMap((name = '') => [name, ...name.split(/[^\p{L}\p{M}]+/u)]);
  return [localPart, ...words].map(lettersOf).filter(({ length }) => length >= LEAST_LETTERS);
}
