import type { CartaPorte } from '../invoices/carta-porte';
import type { Catalogues } from './catalogues';
import { type Finding, local, required, sat } from './findings';
import { tonnes } from './measures';
import type { FreightDriver, FreightVehicle } from './readiness-input';
import { isBlank, plateFindings, rfcFindings, textFindings } from './texts';

/** The permit, the vehicle with its insurance, and its trailer (Autotransporte). */
export function* transportFindings(
  cartaPorte: CartaPorte,
  vehicle: FreightVehicle | undefined,
  catalogues: Catalogues,
): Generator<Finding> {
  yield* permitFindings(cartaPorte, catalogues);
  yield* textFindings('cartaPorte.aseguradora', cartaPorte.aseguradora, 'the insurer of the vehicle', 3, 50);
  yield* vehicleFindings(vehicle);
  yield* weightFindings(cartaPorte);
  yield* configurationFindings(cartaPorte, catalogues);
}

function* permitFindings({ permSCT, numPermisoSCT }: CartaPorte, catalogues: Catalogues): Generator<Finding> {
  if (isBlank(permSCT)) yield required('cartaPorte.permSCT', 'Fill in the kind of permit, such as TPAF01.');
  else if (!catalogues.isRoadPermit(permSCT))
    yield local(
      'NOT_IN_CATALOGUE',
      'cartaPorte.permSCT',
      'Choose a permit of road transport of the catalogue c_TipoPermiso, such as TPAF01.',
    );
  yield* textFindings('cartaPorte.numPermisoSCT', numPermisoSCT, 'the number of the permit', 1, 50);
}

const MODEL_YEAR = /^(19|20)\d{2}$/;

function* vehicleFindings(vehicle: FreightVehicle | undefined): Generator<Finding> {
  if (vehicle === undefined) {
    yield required('vehicle', 'Assign a vehicle to the trip of this invoice: the Carta Porte names it.');
    return;
  }
  yield* plateFindings('vehicle.plate', vehicle.plate, 'the vehicle');
  if (vehicle.year === undefined) yield required('vehicle.year', 'Fill in the model year of the vehicle.');
  else if (!MODEL_YEAR.test(String(vehicle.year)))
    yield local('RANGE', 'vehicle.year', 'Send a model year from 1900 to 2099.');
  const what = 'the number of the vehicle’s civil liability policy';
  yield* textFindings('vehicle.insuranceNumber', vehicle.insuranceNumber, what, 3, 30);
}

const LEAST_TONNES = 0.01;
const MOST_TONNES = 150;

function* weightFindings({ pesoBrutoVehicular }: CartaPorte): Generator<Finding> {
  const field = 'cartaPorte.pesoBrutoVehicular';
  if (pesoBrutoVehicular === null) yield required(field, 'Fill in the gross weight of the vehicle, in tonnes.');
  else if (tonnes(pesoBrutoVehicular) < LEAST_TONNES || tonnes(pesoBrutoVehicular) > MOST_TONNES)
    yield local('RANGE', field, 'Send the gross weight of the vehicle in tonnes, from 0.01 to 150: 17.5, not 17500.');
}

function* configurationFindings(cartaPorte: CartaPorte, catalogues: Catalogues): Generator<Finding> {
  const { configVehicular } = cartaPorte;
  const field = 'cartaPorte.configVehicular';
  if (isBlank(configVehicular)) {
    yield required(field, 'Fill in the configuration of the vehicle, such as C2 or T3S2.');
    return;
  }
  const rule = catalogues.trailerRule(configVehicular);
  if (rule === undefined) {
    yield local(
      'NOT_IN_CATALOGUE',
      field,
      'Choose a configuration of the catalogue c_ConfigAutotransporte, such as C2 or T3S2.',
    );
    return;
  }
  if (rule === 'forbidden') yield* forbiddenTrailerFindings(cartaPorte, configVehicular);
  else yield* trailerFindings(cartaPorte, rule === 'required', configVehicular, catalogues);
}

function* forbiddenTrailerFindings(
  { subtipoRemolque, placaRemolque }: CartaPorte,
  configuration: string,
): Generator<Finding> {
  for (const [name, value] of Object.entries({ subtipoRemolque, placaRemolque })) {
    if (!isBlank(value))
      yield sat(
        'CP184',
        `cartaPorte.${name}`,
        `A vehicle ${configuration} draws no trailer. Clear this, or change the configuration.`,
      );
  }
}

function* trailerFindings(
  { subtipoRemolque, placaRemolque }: CartaPorte,
  isRequired: boolean,
  configuration: string,
  catalogues: Catalogues,
): Generator<Finding> {
  const isGiven = !isBlank(subtipoRemolque) || !isBlank(placaRemolque);
  if (!isRequired && !isGiven) return;
  const message = `A vehicle ${configuration} draws a trailer: fill in its kind and its plate.`;
  if (isBlank(subtipoRemolque)) yield sat('CP184', 'cartaPorte.subtipoRemolque', message);
  else if (!catalogues.isTrailer(subtipoRemolque))
    yield local(
      'NOT_IN_CATALOGUE',
      'cartaPorte.subtipoRemolque',
      'Choose a trailer of the catalogue c_SubTipoRem, such as CTR004.',
    );
  if (isBlank(placaRemolque)) yield sat('CP184', 'cartaPorte.placaRemolque', message);
  else yield* plateFindings('cartaPorte.placaRemolque', placaRemolque, 'the trailer');
}

/** The person at the wheel (FiguraTransporte, TipoFigura 01). */
export function* driverFindings(driver: FreightDriver | undefined): Generator<Finding> {
  if (driver === undefined) {
    yield required('driver', 'Assign a driver to the trip of this invoice: the Carta Porte names who drives.');
    return;
  }
  const { name, rfc, licenseNumber } = driver;
  for (const finding of [
    ...textFindings('driver.name', name, 'the name of the driver', 1, 254),
    ...rfcFindings('driver.rfc', rfc, 'the driver'),
    ...textFindings('driver.licenseNumber', licenseNumber, 'the federal licence of the driver', 6, 16),
  ])
    yield sat('CP193-196', finding.field, finding.message);
}

const SEVERAL_TRAILERS = /S\d[RS]\d$/;

/** What the interface cannot tell, and papers that have run out. */
export function* transportWarnings(
  { configVehicular }: CartaPorte,
  driver: FreightDriver | undefined,
  vehicle: FreightVehicle | undefined,
  today: string,
): Generator<Finding> {
  if (configVehicular !== null && SEVERAL_TRAILERS.test(configVehicular))
    yield local('ONE_TRAILER', 'cartaPorte.placaRemolque', 'This configuration draws two trailers, and one is sent.');
  const papers = {
    'driver.licenseExpiry': driver?.licenseExpiry,
    'vehicle.insuranceExpiry': vehicle?.insuranceExpiry,
  };
  for (const [field, expiry] of Object.entries(papers)) {
    // A date-time sorts after its own day.
    if (!isBlank(expiry) && expiry < today)
      yield local('PAPER_EXPIRED', field, `This paper ran out on ${expiry.slice(0, 10)}.`);
  }
}
