import { normalPlate } from '../fleet/vehicle';
import { type Finding, local, required } from './findings';

/** RFC of a natural person (13 characters) or a legal entity (12), from the CFDI 4.0 schema (t_RFC). */
const RFC = /^[A-ZÑ&]{3,4}\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[A-Z\d]{2}[\dA]$/;

export const GENERIC_RFC = 'XAXX010101000';
export const FOREIGN_RFC = 'XEXX010101000';

const LEGAL_ENTITY_LENGTH = 12;

/** Normalizes a text for the SAT: trimmed, with single spaces between words, as the SAT's schema requires. */
export const cleanText = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Normalizes an RFC for the SAT: capitals without spaces. */
export const cleanRfc = (rfc: string): string => rfc.replace(/\s/g, '').toUpperCase();

export const isRfc = (rfc: string): boolean => RFC.test(cleanRfc(rfc));

export const isLegalEntity = (rfc: string): boolean => cleanRfc(rfc).length === LEGAL_ENTITY_LENGTH;

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
}

export function* rfcFindings(field: string, rfc: string | null | undefined, whose: string): Generator<Finding> {
  if (isBlank(rfc)) yield required(field, `Fill in the RFC of ${whose}.`);
  else if (!isRfc(rfc))
    yield local('FORMAT', field, `This is not an RFC. Copy the RFC of ${whose} from the tax status certificate.`);
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
