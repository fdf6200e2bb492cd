import type { Domicilio } from '../invoices/carta-porte';
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

const wrong = (code: SatCode | undefined, field: string, message: string): Finding =>
  code === undefined ? local('NOT_IN_CATALOGUE', field, message) : sat(code, field, message);

/** The texts of an address that are optional, with their largest lengths in the schema. */
const TEXTS = [
  ['calle', 'the street', 100],
  ['numeroExterior', 'the number outside', 55],
  ['numeroInterior', 'the number inside', 55],
  ['referencia', 'the reference', 250],
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
    yield local(
      'FOREIGN_TRANSPORT',
      `${path}.pais`,
      'Send the key MEX. This service does not support transport to or from another country: create that Carta Porte at the provider.',
    );
    return;
  }
  if (isBlank(estado)) yield required(`${path}.estado`, 'Fill in the state, by its key, such as NLE.');
  else if (!catalogues.isState(estado))
    yield wrong(codes.state, `${path}.estado`, 'Send the key of a state of the catalogue c_Estado, such as NLE.');
  else yield* localityFindings(path, domicilio, catalogues, codes);
  if (isBlank(codigoPostal)) yield required(`${path}.codigoPostal`, 'Fill in the postcode.');
  else yield* postcodeFindings(path, domicilio, catalogues, codes);
}

function* localityFindings(
  path: string,
  { estado, localidad }: Domicilio,
  catalogues: Catalogues,
  codes: AddressCodes,
): Generator<Finding> {
  if (!isBlank(localidad) && !catalogues.isLocality(estado, localidad))
    yield wrong(
      codes.locality,
      `${path}.localidad`,
      `Send the key of a locality of ${estado} in the catalogue c_Localidad, such as 07, or leave it out.`,
    );
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
    yield wrong(
      codes.postcode,
      `${path}.codigoPostal`,
      'The catalogue c_CodigoPostal does not have this postcode. Send another one, with 5 digits.',
    );
    return;
  }
  const isOfState = !catalogues.isState(estado) || estado === place.state;
  if (!isOfState)
    yield wrong(
      codes.postcode,
      `${path}.codigoPostal`,
      `The postcode ${codigoPostal} is in ${place.state}, not in ${estado}. Correct one of them.`,
    );
  if (isBlank(municipio)) return;
  if (!catalogues.isMunicipality(place.state, municipio))
    yield wrong(
      codes.municipality,
      `${path}.municipio`,
      `${place.state} has no municipality with this key in the catalogue c_Municipio. Send a key of 3 digits, or leave it out.`,
    );
  else if (place.municipality !== undefined && municipio !== place.municipality)
    yield wrong(
      codes.postcode,
      `${path}.municipio`,
      `The postcode ${codigoPostal} is in the municipality ${place.municipality}. Send that key, or leave it out.`,
    );
}

/** Warnings: parts of an address that are not sent. */
export function* addressWarnings(path: string, domicilio: Domicilio, catalogues: Catalogues): Generator<Finding> {
  if (!isBlank(domicilio.colonia))
    yield local(
      'COLONIA_NOT_SENT',
      `${path}.colonia`,
      'The colonia is not sent: it is optional, and this service cannot check it.',
    );
  const place = catalogues.postcode(domicilio.codigoPostal);
  if (place && place.municipality === undefined && !isBlank(domicilio.municipio))
    yield local(
      'MUNICIPALITY_NOT_SENT',
      `${path}.municipio`,
      'The municipality is not sent: the catalogue has none for this postcode.',
    );
}
