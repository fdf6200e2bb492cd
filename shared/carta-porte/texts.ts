import { normalPlate } from '../fleet/vehicle';
import { type Finding, local, required } from './findings';

/** RFC of a natural person (13 characters) or of a legal entity (12), as the schema of CFDI 4.0 (t_RFC) takes it. */
const RFC = /^[A-ZÑ&]{3,4}\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[A-Z\d]{2}[\dA]$/;

export const GENERIC_RFC = 'XAXX010101000';
export const FOREIGN_RFC = 'XEXX010101000';

const LEGAL_ENTITY_LENGTH = 12;

/** Text as it is sent: without spaces around it, and one between words, as the SAT's schema reads it. */
export const cleanText = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** An RFC as it is sent: capitals without spaces. */
export const cleanRfc = (rfc: string): string => rfc.replace(/\s/g, '').toUpperCase();

export const isRfc = (rfc: string): boolean => RFC.test(cleanRfc(rfc));

export const isLegalEntity = (rfc: string): boolean => cleanRfc(rfc).length === LEGAL_ENTITY_LENGTH;

export const isBlank = (text: string | null | undefined): text is null | undefined | '' =>
  text === null || text === undefined || text.trim() === '';

const hasLength = (text: string, minimum: number, maximum: number): boolean => {
  const { length } = [...text];
  return length >= minimum && length <= maximum;
};

/** Finds text that is missing, too short, too long or has the `|` that separates the fields of what is sealed. */
export function* textFindings(
  field: string,
  text: string | null | undefined,
  what: string,
  minimum: number,
  maximum: number,
): Generator<Finding> {
  if (isBlank(text)) yield required(field, `Fill in ${what}.`);
  else if (!hasLength(cleanText(text), minimum, maximum) || text.includes('|'))
    yield local('FORMAT', field, `Give ${what} in ${minimum} to ${maximum} characters, without "|".`);
}

export function* rfcFindings(field: string, rfc: string | null | undefined, whose: string): Generator<Finding> {
  if (isBlank(rfc)) yield required(field, `Fill in the RFC of ${whose}.`);
  else if (!isRfc(rfc))
    yield local('FORMAT', field, `This is no RFC. Copy that of ${whose} from the tax status certificate.`);
}

const PLATE = /^[A-Z0-9]{5,7}$/;

/** A plate as it is sent (PlacaVM, Placa): capitals without spaces and hyphens. Undefined when it is none that the SAT takes. */
export function satPlate(plate: string): string | undefined {
  const normal = normalPlate(plate);
  return PLATE.test(normal) ? normal : undefined;
}

export function* plateFindings(field: string, plate: string, whose: string): Generator<Finding> {
  if (satPlate(plate) === undefined)
    yield local('FORMAT', field, `Give the plate of ${whose} in 5 to 7 letters and digits; hyphens and spaces aside.`);
}
