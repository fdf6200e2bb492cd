import type { CartaPorte, Ubicacion } from '../invoices/carta-porte';
import { cleanRfc, FOREIGN_RFC } from '../platform/values/rfc';
import { addressFindings, addressWarnings, PLACE_CODES } from './address-rules';
import type { Catalogues } from './catalogues';
import { type Finding, local, sat } from './findings';
import { dayAfter, kilometres, legsSum, localSeconds } from './measures';
import { checkDigitWarnings, isBlank, rfcFindings, textFindings } from './texts';

const LEAST_DISTANCE = 0.01;
const LARGEST_DISTANCE = 99_999;

interface Place {
  readonly path: string;
  readonly kind: 'Origen' | 'Destino';
  readonly place: Ubicacion;
}

/** Origin and destinations with their paths, in the order of visit. */
function placesOf({ origen, destino, destinos = [] }: CartaPorte): [Place, Place, ...Place[]] {
  return [
    { path: 'cartaPorte.origen', kind: 'Origen', place: origen },
    { path: 'cartaPorte.destino', kind: 'Destino', place: destino },
    ...destinos.map((place, index): Place => ({ path: `cartaPorte.destinos[${index}]`, kind: 'Destino', place })),
  ];
}

/** The rules for origin, destinations and distances (Ubicaciones, TotalDistRec). */
export function* locationFindings(cartaPorte: CartaPorte, catalogues: Catalogues): Generator<Finding> {
  yield* distanceFindings(cartaPorte);
  const places = placesOf(cartaPorte);
  for (const place of places) yield* placeFindings(place, catalogues);
  for (const [index, { path, place }] of places.entries()) {
    const before = places[index - 1]?.place;
    if (before && localSeconds(place.fechaHora) <= localSeconds(before.fechaHora))
      yield local(
        'ORDER',
        `${path}.fechaHora`,
        index === 1
          ? { en: 'Send an arrival after the departure.', es: 'Envíe una llegada posterior a la salida.' }
          : {
              en: 'Send an arrival after the one before: the destinations are in the order of visit.',
              es: 'Envíe una llegada posterior a la anterior: los destinos van en el orden de visita.',
            },
      );
  }
}

const isDistance = (value: number): boolean => value >= LEAST_DISTANCE && value <= LARGEST_DISTANCE;

/** With one destination its distance is the total, or absent. With several, each has the distance of its own leg. */
function* distanceFindings(cartaPorte: CartaPorte): Generator<Finding> {
  const { destino, destinos = [], totalDistRec } = cartaPorte;
  const total = kilometres(totalDistRec);
  if (!isDistance(total))
    yield local('RANGE', 'cartaPorte.totalDistRec', {
      en: 'Send the distance in kilometres, from 0.01 to 99999.',
      es: 'Envíe la distancia en kilómetros, de 0.01 a 99999.',
    });
  if (destinos.length > 0) yield* legFindings(cartaPorte, total);
  else if (destino.distancia !== null && kilometres(destino.distancia) !== total)
    yield sat('CP126', 'cartaPorte.destino.distancia', {
      en: `The distance to the destination is ${destino.distancia} km, but the total is ${totalDistRec} km. Send equal values, or leave this one out.`,
      es: `La distancia al destino es de ${destino.distancia} km, pero el total es de ${totalDistRec} km. Envíe valores iguales u omita este.`,
    });
}

function* legFindings(cartaPorte: CartaPorte, total: number): Generator<Finding> {
  const [, ...destinations] = placesOf(cartaPorte);
  let isComplete = true;
  for (const { path, place } of destinations) {
    if (place.distancia !== null && isDistance(kilometres(place.distancia))) continue;
    isComplete = false;
    const field = `${path}.distancia`;
    const message = {
      en: 'Send the kilometres of this leg, from 0.01 to 99999: each of several destinations needs its own.',
      es: 'Envíe los kilómetros de este tramo, de 0.01 a 99999: cada destino requiere los suyos.',
    };
    yield place.distancia === null ? sat('CP141', field, message) : local('RANGE', field, message);
  }
  const sum = legsSum(destinations.map(({ place }) => place.distancia ?? 0));
  if (isComplete && sum !== total)
    yield sat('CP126', 'cartaPorte.totalDistRec', {
      en: `The legs add up to ${sum} km, but the total is ${total} km. Correct one of them.`,
      es: `Los tramos suman ${sum} km, pero el total es de ${total} km. Corrija uno de los dos.`,
    });
}

const YEAR = /^20[1-9]\d/;

function* placeFindings({ path, kind, place }: Place, catalogues: Catalogues): Generator<Finding> {
  const { tipoUbicacion, rfc, nombre, fechaHora, domicilio } = place;
  const who =
    kind === 'Origen' ? { en: 'the sender', es: 'del remitente' } : { en: 'the addressee', es: 'del destinatario' };
  if (tipoUbicacion !== undefined && tipoUbicacion !== kind)
    yield sat('CP130', `${path}.tipoUbicacion`, {
      en: `Send ${kind}, or leave the field out.`,
      es: `Envíe ${kind}, u omita el campo.`,
    });
  if (!isBlank(rfc) && cleanRfc(rfc) === FOREIGN_RFC)
    yield local('FOREIGN_TRANSPORT', `${path}.rfc`, {
      en: `Send the Mexican RFC of ${who.en}. This service does not support transport to or from another country: create that Carta Porte at the provider.`,
      es: `Envíe el RFC mexicano ${who.es}. Este servicio no admite transporte internacional: genere esa Carta Porte con el proveedor.`,
    });
  else yield* rfcFindings(`${path}.rfc`, rfc, who);
  yield* textFindings(`${path}.nombre`, nombre, { en: `the name of ${who.en}`, es: `el nombre ${who.es}` }, 1, 254);
  if (!YEAR.test(fechaHora))
    yield local('RANGE', `${path}.fechaHora`, {
      en: 'Send a date from 2010 to 2099.',
      es: 'Envíe una fecha de 2010 a 2099.',
    });
  yield* addressFindings(`${path}.domicilio`, domicilio, catalogues, PLACE_CODES);
}

/** A departure further ahead is probably a mistake in month or year. */
const FAR_AHEAD_DAYS = 30;

/**
 * Warnings: RFCs whose check digit does not fit, parts of an address that are not sent, and a departure in the past or
 * far ahead. A Carta Porte must be issued before the goods leave.
 */
export function* locationWarnings(
  cartaPorte: CartaPorte,
  localNow: string,
  catalogues: Catalogues,
): Generator<Finding> {
  for (const { path, place } of placesOf(cartaPorte)) {
    yield* checkDigitWarnings(`${path}.rfc`, place.rfc);
    yield* addressWarnings(`${path}.domicilio`, place.domicilio, catalogues);
  }
  const field = 'cartaPorte.origen.fechaHora';
  const departure = localSeconds(cartaPorte.origen.fechaHora);
  if (departure < localNow)
    yield local('DEPARTED', field, {
      en: 'This departure is in the past. Check the date, and that the time is local.',
      es: 'Esta salida ya pasó. Revise la fecha y que la hora sea local.',
    });
  else if (departure > dayAfter(localNow, FAR_AHEAD_DAYS))
    yield local('FAR_AHEAD', field, {
      en: `This departure is more than ${FAR_AHEAD_DAYS} days ahead. Check the date.`,
      es: `Faltan más de ${FAR_AHEAD_DAYS} días para esta salida. Revise la fecha.`,
    });
}
