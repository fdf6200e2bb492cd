import { normalPlate } from '../fleet/vehicle';
import { hasCheckDigit, isRfc } from '../platform/values/rfc';
import type { Text } from '../platform/values/text';
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
  what: Text,
  minimum: number,
  maximum: number,
): Generator<Finding> {
  if (isBlank(text)) yield required(field, { en: `Fill in ${what.en}.`, es: `Indique ${what.es}.` });
  else if (!hasLength(cleanText(text), minimum, maximum) || text.includes('|'))
    yield local('FORMAT', field, {
      en: `Send ${what.en} with ${minimum} to ${maximum} characters, without "|".`,
      es: `Envíe ${what.es} con ${minimum} a ${maximum} caracteres, sin «|».`,
    });
  else if (NOT_IN_XML.test(text))
    yield local('FORMAT', field, {
      en: `Type ${what.en} anew: it contains a character that XML cannot have (U+FFFE or U+FFFF).`,
      es: `Escriba de nuevo ${what.es}: contiene un carácter que no cabe en un XML (U+FFFE o U+FFFF).`,
    });
}

/** The only characters of a stored line that XML 1.0 excludes: a line has no control characters and no lone surrogates. */
const NOT_IN_XML = /[\uFFFE\uFFFF]/;

export function* rfcFindings(field: string, rfc: string | null | undefined, whose: Text): Generator<Finding> {
  if (isBlank(rfc)) yield required(field, { en: `Fill in the RFC of ${whose.en}.`, es: `Falta el RFC ${whose.es}.` });
  else if (!isRfc(rfc))
    yield local('FORMAT', field, {
      en: `This is not an RFC. Copy the RFC of ${whose.en} from the tax status certificate.`,
      es: `Esto no es un RFC. Copie el RFC ${whose.es} de la Constancia de Situación Fiscal.`,
    });
}

/** Warns of an RFC whose last character does not fit. Some real RFCs are so, therefore it is no error. */
export function* checkDigitWarnings(field: string, rfc: string | null | undefined): Generator<Finding> {
  if (!isBlank(rfc) && isRfc(rfc) && !hasCheckDigit(rfc))
    yield local('RFC_CHECK_DIGIT', field, {
      en: 'The last character of this RFC does not fit the others. Compare it with the tax status certificate.',
      es: 'El último carácter de este RFC no corresponde a los demás. Compárelo con la Constancia de Situación Fiscal.',
    });
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

export function* plateFindings(field: string, plate: string, whose: Text): Generator<Finding> {
  if (satPlate(plate) === undefined)
    yield local('FORMAT', field, {
      en: `Send the plate of ${whose.en} with 5 to 7 letters and digits. Hyphens and spaces do not count.`,
      es: `Envíe la placa ${whose.es} con 5 a 7 letras y dígitos. Los guiones y espacios no cuentan.`,
    });
}
