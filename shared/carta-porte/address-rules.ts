import type { Domicilio } from '../invoices/carta-porte';
import type { Text } from '../platform/values/text';
import type { Catalogues } from './catalogues';
import { type Finding, local, required, sat } from './findings';
import { isBlank, textFindings } from './texts';

const MEXICO = 'MEX';

type SatCode = Parameters<typeof sat>[0];

/** The SAT's codes for the parts of an address. Its table has a code for a figure's state alone. */
interface AddressCodes {
  readonly state: SatCode;
  readonly locality?: SatCode;
  readonly municipality?: SatCode;
  readonly postcode?: SatCode;
}
export const PLACE_CODES: AddressCodes = {
  state: 'CP146',
  locality: 'CP144',
  municipality: 'CP145',
  postcode: 'CP147',
};
export const FIGURE_CODES: AddressCodes = { state: 'CP200' };

const wrong = (code: SatCode | undefined, field: string, message: Text): Finding =>
  code === undefined ? local('NOT_IN_CATALOGUE', field, message) : sat(code, field, message);

/** The texts of an address that are optional, with their largest lengths in the schema. */
const TEXTS = [
  ['calle', { en: 'the street', es: 'la calle' }, 100],
  ['numeroExterior', { en: 'the number outside', es: 'el número exterior' }, 55],
  ['numeroInterior', { en: 'the number inside', es: 'el número interior' }, 55],
  ['referencia', { en: 'the reference', es: 'la referencia' }, 250],
] as const;

/** The rules for the address of a location or of a figure (Domicilio). */
export function* addressFindings(
  path: string,
  domicilio: Domicilio,
  catalogues: Catalogues,
  codes: AddressCodes,
): Generator<Finding> {
  const { codigoPostal, estado, pais } = domicilio;
  for (const [name, what, maximum] of TEXTS)
    if (!isBlank(domicilio[name])) yield* textFindings(`${path}.${name}`, domicilio[name], what, 1, maximum);
  if (pais !== MEXICO) {
    yield local('FOREIGN_TRANSPORT', `${path}.pais`, {
      en: 'Send the key MEX. This service does not support transport to or from another country: create that Carta Porte at the provider.',
      es: 'Envíe la clave MEX. Este servicio no admite transporte internacional: genere esa Carta Porte con el proveedor.',
    });
    return;
  }
  if (isBlank(estado))
    yield required(`${path}.estado`, {
      en: 'Fill in the state, by its key, such as NLE.',
      es: 'Indique el estado por su clave, por ejemplo NLE.',
    });
  else if (!catalogues.isState(estado))
    yield wrong(codes.state, `${path}.estado`, {
      en: 'Send the key of a state of the catalogue c_Estado, such as NLE.',
      es: 'Envíe la clave de un estado del catálogo c_Estado, por ejemplo NLE.',
    });
  else yield* localityFindings(path, domicilio, catalogues, codes);
  if (isBlank(codigoPostal))
    yield required(`${path}.codigoPostal`, { en: 'Fill in the postcode.', es: 'Indique el código postal.' });
  else yield* postcodeFindings(path, domicilio, catalogues, codes);
}

function* localityFindings(
  path: string,
  { estado, localidad }: Domicilio,
  catalogues: Catalogues,
  codes: AddressCodes,
): Generator<Finding> {
  if (!isBlank(localidad) && !catalogues.isLocality(estado, localidad))
    yield wrong(codes.locality, `${path}.localidad`, {
      en: `Send the key of a locality of ${estado} in the catalogue c_Localidad, such as 07, or leave it out.`,
      es: `Envíe la clave de una localidad de ${estado} del catálogo c_Localidad, por ejemplo 07, u omítala.`,
    });
}

/** The postcode determines state and municipality. Values that are sent must agree with it. */
function* postcodeFindings(
  path: string,
  { codigoPostal, estado, municipio }: Domicilio,
  catalogues: Catalogues,
  codes: AddressCodes,
): Generator<Finding> {
  const place = catalogues.postcode(codigoPostal);
  if (place === undefined) {
    yield wrong(codes.postcode, `${path}.codigoPostal`, {
      en: 'The catalogue c_CodigoPostal does not have this postcode. Send another one, with 5 digits.',
      es: 'El catálogo c_CodigoPostal no tiene este código postal. Envíe otro, de 5 dígitos.',
    });
    return;
  }
  const isOfState = !catalogues.isState(estado) || estado === place.state;
  if (!isOfState)
    yield wrong(codes.postcode, `${path}.codigoPostal`, {
      en: `The postcode ${codigoPostal} is in ${place.state}, not in ${estado}. Correct one of them.`,
      es: `El código postal ${codigoPostal} es de ${place.state}, no de ${estado}. Corrija uno de los dos.`,
    });
  if (isBlank(municipio)) return;
  if (!catalogues.isMunicipality(place.state, municipio))
    yield wrong(codes.municipality, `${path}.municipio`, {
      en: `${place.state} has no municipality with this key in the catalogue c_Municipio. Send a key of 3 digits, or leave it out.`,
      es: `${place.state} no tiene un municipio con esta clave en el catálogo c_Municipio. Envíe una clave de 3 dígitos u omítala.`,
    });
  else if (place.municipality !== undefined && municipio !== place.municipality)
    yield wrong(codes.postcode, `${path}.municipio`, {
      en: `The postcode ${codigoPostal} is in the municipality ${place.municipality}. Send that key, or leave it out.`,
      es: `El código postal ${codigoPostal} es del municipio ${place.municipality}. Envíe esa clave u omítala.`,
    });
}

/** Warnings: parts of an address that are not sent. */
export function* addressWarnings(path: string, domicilio: Domicilio, catalogues: Catalogues): Generator<Finding> {
  if (!isBlank(domicilio.colonia))
    yield local('COLONIA_NOT_SENT', `${path}.colonia`, {
      en: 'The colonia is not sent: it is optional, and this service cannot check it.',
      es: 'La colonia no se envía: es opcional y este servicio no puede validarla.',
    });
  const place = catalogues.postcode(domicilio.codigoPostal);
  if (place && place.municipality === undefined && !isBlank(domicilio.municipio))
    yield local('MUNICIPALITY_NOT_SENT', `${path}.municipio`, {
      en: 'The municipality is not sent: the catalogue has none for this postcode.',
      es: 'El municipio no se envía: el catálogo no tiene ninguno para este código postal.',
    });
}
