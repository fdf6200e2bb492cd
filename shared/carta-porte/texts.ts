import { normalPlate } from '../fleet/vehicle';
import { hasCheckDigit, isRfc } from '../platform/values/rfc';
import { type Finding, local, required } from './findings';

/** Normalizes a text for the SAT: trimmed, with single spaces between words, as the SAT's schema requires. */
export const cleanText = (text: string): string => text.trim().replace(/\s+/g, ' ');

export const isBlank = (text: string | null | undefined): text is null | undefined | '' =>
  text === null || text === undefined || text.trim() === '';

const hasLength = (text: string, minimum: number, maximum: number): boolean => {
  const { length } = [...text];
  return length >= minimum && length <= maximum;
};

/**
 * Reports a text that is missing, too short, too long, or contains `|`: the SAT's signature string separates fields
 * with it.
 */
export function* textFindings(
  field: string,
  text: string | null | undefined,
  what: string,
  minimum: number,
  maximum: number,
): Generator<Finding> {
  if (isBlank(text)) yield required(field, `Fill in ${what}.`);
  else if (!hasLength(cleanText(text), minimum, maximum) || text.includes('|'))
    yield local('FORMAT', field, `Send ${what} with ${minimum} to ${maximum} characters, without "|".`);
  else if (NOT_IN_XML.test(text))
    yield local('FORMAT', field, `Type ${what} anew: it contains a character that XML cannot have (U+FFFE or U+FFFF).`);
}

/** The only characters of a stored line that XML 1.0 excludes: a line has no control characters and no lone surrogates. */
const NOT_IN_XML = /[\uFFFE\uFFFF]/;

export function* rfcFindings(field: string, rfc: string | null | undefined, whose: string): Generator<Finding> {
  if (isBlank(rfc)) yield required(field, `Fill in the RFC of ${whose}.`);
  else if (!isRfc(rfc))
    yield local('FORMAT', field, `This is not an RFC. Copy the RFC of ${whose} from the tax status certificate.`);
}

/** Warns of an RFC whose last character does not fit. Some real RFCs are so, therefore it is no error. */
export function* checkDigitWarnings(field: string, rfc: string | null | undefined): Generator<Finding> {
  if (!isBlank(rfc) && isRfc(rfc) && !hasCheckDigit(rfc))
    yield local(
      'RFC_CHECK_DIGIT',
      field,
      'The last character of this RFC does not fit the others. Compare it with the tax status certificate.',
    );
}

const PLATE = /^[A-Z0-9]{5,7}$/;

/**
 * Normalizes a plate for the SAT (PlacaVM, Placa): capitals without spaces and hyphens. Undefined when the SAT's
 * pattern does not match.
 */
export function satPlate(plate: string): string | undefined {
  const normal = normalPlate(plate);
  return PLATE.test(normal) ? normal : undefined;
}

export function* plateFindings(field: string, plate: string, whose: string): Generator<Finding> {
  if (satPlate(plate) === undefined)
    yield local(
      'FORMAT',
      field,
      `Send the plate of ${whose} with 5 to 7 letters and digits. Hyphens and spaces do not count.`,
    );
}
