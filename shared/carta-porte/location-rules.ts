import type { CartaPorte, Domicilio, Ubicacion } from '../invoices/carta-porte';
import type { Catalogues } from './catalogues';
import { type Finding, local, required, sat } from './findings';
import { kilometres, localSeconds } from './measures';
import { isBlank, rfcFindings, textFindings } from './texts';

const MEXICO = 'MEX';
const LEAST_DISTANCE = 0.01;
const LARGEST_DISTANCE = 99_999;

/** The rules for origin, destination and distance (Ubicaciones, TotalDistRec). */
export function* locationFindings(
  { origen, destino, totalDistRec }: CartaPorte,
  catalogues: Catalogues,
): Generator<Finding> {
  const distance = kilometres(totalDistRec);
  if (distance < LEAST_DISTANCE || distance > LARGEST_DISTANCE)
    yield local('RANGE', 'cartaPorte.totalDistRec', 'Send the distance in kilometres, from 0.01 to 99999.');
  if (destino.distancia !== null && kilometres(destino.distancia) !== distance)
    yield sat(
      'CP126',
      'cartaPorte.destino.distancia',
      `The distance to the destination is ${destino.distancia} km, but the total is ${totalDistRec} km. Send equal values, or leave this one out.`,
    );
  yield* placeFindings('cartaPorte.origen', origen, 'Origen', catalogues);
  yield* placeFindings('cartaPorte.destino', destino, 'Destino', catalogues);
  if (localSeconds(destino.fechaHora) <= localSeconds(origen.fechaHora))
    yield local('ORDER', 'cartaPorte.destino.fechaHora', 'Send an arrival after the departure.');
}

function* placeFindings(
  path: string,
  { tipoUbicacion, rfc, nombre, domicilio }: Ubicacion,
  kind: 'Origen' | 'Destino',
  catalogues: Catalogues,
): Generator<Finding> {
  const who = kind === 'Origen' ? 'the sender' : 'the addressee';
  if (tipoUbicacion !== undefined && tipoUbicacion !== kind)
    yield local('FORMAT', `${path}.tipoUbicacion`, `Send ${kind}, or leave the field out.`);
  yield* rfcFindings(`${path}.rfc`, rfc, who);
  yield* textFindings(`${path}.nombre`, nombre, `the name of ${who}`, 1, 254);
  yield* addressFindings(`${path}.domicilio`, domicilio, catalogues);
}

function* addressFindings(path: string, domicilio: Domicilio, catalogues: Catalogues): Generator<Finding> {
  const { calle, codigoPostal, estado, pais } = domicilio;
  if (!isBlank(calle)) yield* textFindings(`${path}.calle`, calle, 'the street', 1, 100);
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
    yield sat('CP146', `${path}.estado`, 'Send the key of a state of the catalogue c_Estado, such as NLE.');
  if (isBlank(codigoPostal)) yield required(`${path}.codigoPostal`, 'Fill in the postcode.');
  else yield* postcodeFindings(path, domicilio, catalogues);
}

/** The postcode determines state and municipality. Values that are sent must agree with it. */
function* postcodeFindings(
  path: string,
  { codigoPostal, estado, municipio }: Domicilio,
  catalogues: Catalogues,
): Generator<Finding> {
  const place = catalogues.postcode(codigoPostal);
  if (place === undefined) {
    yield sat(
      'CP147',
      `${path}.codigoPostal`,
      'The catalogue c_CodigoPostal does not have this postcode. Send another one, with 5 digits.',
    );
    return;
  }
  if (catalogues.isState(estado) && estado !== place.state)
    yield sat(
      'CP147',
      `${path}.codigoPostal`,
      `The postcode ${codigoPostal} is in ${place.state}, not in ${estado}. Correct one of them.`,
    );
  if (!isBlank(municipio) && place.municipality !== undefined && municipio !== place.municipality)
    yield sat(
      'CP145',
      `${path}.municipio`,
      `The postcode ${codigoPostal} is in the municipality ${place.municipality}. Send that key, or leave it out.`,
    );
}

/**
 * Warnings: address fields that are not sent, and a departure in the past. A Carta Porte must be issued before the
 * goods leave.
 */
export function* locationWarnings(
  { origen, destino }: CartaPorte,
  localNow: string,
  catalogues: Catalogues,
): Generator<Finding> {
  for (const [name, { domicilio }] of Object.entries({ origen, destino })) {
    const path = `cartaPorte.${name}.domicilio`;
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
  if (localSeconds(origen.fechaHora) < localNow)
    yield local(
      'DEPARTED',
      'cartaPorte.origen.fechaHora',
      'This departure is in the past. Check the date, and that the time is local.',
    );
}
