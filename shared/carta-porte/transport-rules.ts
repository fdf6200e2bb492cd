import { type CartaPorte, type Remolque, trailersOf } from '../invoices/carta-porte';
import type { Text } from '../platform/values/text';
import type { Catalogues } from './catalogues';
import { hasHazardousGoods } from './filled-values';
import { type Finding, local, required, sat } from './findings';
import { tonnes, totalWeight } from './measures';
import type { FreightDriver, FreightVehicle } from './readiness-input';
import { isBlank, plateFindings, textFindings } from './texts';

/** The rules for permit, vehicle, insurance and trailer (Autotransporte). */
export function* transportFindings(
  cartaPorte: CartaPorte,
  vehicle: FreightVehicle | undefined,
  catalogues: Catalogues,
): Generator<Finding> {
  yield* permitFindings(cartaPorte, catalogues);
  yield* textFindings(
    'cartaPorte.aseguradora',
    cartaPorte.aseguradora,
    { en: 'the insurer of the vehicle', es: 'la aseguradora del vehículo' },
    3,
    50,
  );
  yield* insuranceFindings(cartaPorte);
  yield* vehicleFindings(vehicle);
  if (vehicle) yield* ownerFindings(cartaPorte, vehicle);
  yield* weightFindings(cartaPorte);
  yield* configurationFindings(cartaPorte, catalogues);
}

function* permitFindings({ permSCT, numPermisoSCT }: CartaPorte, catalogues: Catalogues): Generator<Finding> {
  if (isBlank(permSCT))
    yield required('cartaPorte.permSCT', {
      en: 'Fill in the kind of permit, such as TPAF01.',
      es: 'Indique el tipo de permiso, por ejemplo TPAF01.',
    });
  else if (!catalogues.isRoadPermit(permSCT))
    yield local('NOT_IN_CATALOGUE', 'cartaPorte.permSCT', {
      en: 'Choose a road transport permit of the catalogue c_TipoPermiso, such as TPAF01.',
      es: 'Elija un permiso de autotransporte del catálogo c_TipoPermiso, por ejemplo TPAF01.',
    });
  yield* textFindings(
    'cartaPorte.numPermisoSCT',
    numPermisoSCT,
    { en: 'the number of the permit', es: 'el número del permiso' },
    1,
    50,
  );
}

/**
 * Hazardous goods need an insurance against damage to the environment, and other goods must not have one. The insurance
 * of the goods is optional.
 */
function* insuranceFindings(cartaPorte: CartaPorte): Generator<Finding> {
  const { aseguraMedAmbiente, polizaMedAmbiente, aseguraCarga, polizaCarga } = cartaPorte;
  const environment = [
    [
      'CP182',
      'aseguraMedAmbiente',
      aseguraMedAmbiente,
      { en: 'the insurer against damage to the environment', es: 'la aseguradora por daños al medio ambiente' },
      50,
    ],
    [
      'CP183',
      'polizaMedAmbiente',
      polizaMedAmbiente,
      { en: 'the policy against damage to the environment', es: 'la póliza por daños al medio ambiente' },
      30,
    ],
  ] as const;
  for (const [code, name, value, what, maximum] of environment) {
    const field = `cartaPorte.${name}`;
    if (hasHazardousGoods(cartaPorte))
      for (const { message } of textFindings(field, value, what, 3, maximum)) yield sat(code, field, message);
    else if (!isBlank(value))
      yield sat(code, field, {
        en: 'Only hazardous goods have this insurance. Clear this field.',
        es: 'Solo el material peligroso lleva este seguro. Vacíe este campo.',
      });
  }
  if (!isBlank(aseguraCarga))
    yield* textFindings(
      'cartaPorte.aseguraCarga',
      aseguraCarga,
      { en: 'the insurer of the goods', es: 'la aseguradora de la mercancía' },
      3,
      50,
    );
  if (!isBlank(polizaCarga))
    yield* textFindings(
      'cartaPorte.polizaCarga',
      polizaCarga,
      { en: 'the policy of the goods', es: 'la póliza de la mercancía' },
      3,
      30,
    );
}

const MODEL_YEAR = /^(19|20)\d{2}$/;

function* vehicleFindings(vehicle: FreightVehicle | undefined): Generator<Finding> {
  if (vehicle === undefined) {
    yield required('vehicle', {
      en: 'Assign a vehicle to the trip of this invoice: the Carta Porte needs it.',
      es: 'Asigne un vehículo al viaje de esta factura: la Carta Porte lo requiere.',
    });
    return;
  }
  yield* plateFindings('vehicle.plate', vehicle.plate, { en: 'the vehicle', es: 'del vehículo' });
  if (vehicle.year === undefined)
    yield required('vehicle.year', {
      en: 'Fill in the model year of the vehicle.',
      es: 'Indique el año modelo del vehículo.',
    });
  else if (!MODEL_YEAR.test(String(vehicle.year)))
    yield local('RANGE', 'vehicle.year', {
      en: 'Send a model year from 1900 to 2099.',
      es: 'Envíe un año modelo de 1900 a 2099.',
    });
  const what = {
    en: 'the number of the vehicle’s civil liability policy',
    es: 'el número de la póliza de responsabilidad civil del vehículo',
  };
  yield* textFindings('vehicle.insuranceNumber', vehicle.insuranceNumber, what, 3, 30);
}

/** A leased vehicle has a lessor: the owner in its record, or a figure 03. */
function* ownerFindings(
  { figuras = [] }: CartaPorte,
  { ownership, ownerName, ownerRfc }: FreightVehicle,
): Generator<Finding> {
  const isNamed = !isBlank(ownerName) || !isBlank(ownerRfc) || figuras.some(({ tipo }) => tipo === LESSOR);
  if (ownership === 'ARRENDADO' && !isNamed)
    yield required('vehicle.ownerName', {
      en: 'The vehicle is leased: fill in its owner, with the RFC.',
      es: 'El vehículo es arrendado: indique su propietario, con RFC.',
    });
}

const LESSOR = '03';

const LEAST_TONNES = 0.01;
const MOST_TONNES = 150;

function* weightFindings({ pesoBrutoVehicular }: CartaPorte): Generator<Finding> {
  const field = 'cartaPorte.pesoBrutoVehicular';
  if (pesoBrutoVehicular === null)
    yield required(field, {
      en: 'Fill in the gross weight of the vehicle, in tonnes.',
      es: 'Indique el peso bruto vehicular, en toneladas.',
    });
  else if (tonnes(pesoBrutoVehicular) < LEAST_TONNES || tonnes(pesoBrutoVehicular) > MOST_TONNES)
    yield local('RANGE', field, {
      en: 'Send the gross weight of the vehicle in tonnes, from 0.01 to 150: 17.5, not 17500.',
      es: 'Envíe el peso bruto vehicular en toneladas, de 0.01 a 150: 17.5, no 17500.',
    });
}

function* configurationFindings(cartaPorte: CartaPorte, catalogues: Catalogues): Generator<Finding> {
  const { configVehicular } = cartaPorte;
  const field = 'cartaPorte.configVehicular';
  if (isBlank(configVehicular)) {
    yield required(field, {
      en: 'Fill in the configuration of the vehicle, such as C2 or T3S2.',
      es: 'Indique la configuración del vehículo, por ejemplo C2 o T3S2.',
    });
    return;
  }
  const rule = catalogues.trailerRule(configVehicular);
  if (rule === undefined) {
    yield local('NOT_IN_CATALOGUE', field, {
      en: 'Choose a configuration of the catalogue c_ConfigAutotransporte, such as C2 or T3S2.',
      es: 'Elija una configuración del catálogo c_ConfigAutotransporte, por ejemplo C2 o T3S2.',
    });
    return;
  }
  if (rule === 'forbidden') yield* forbiddenTrailerFindings(cartaPorte, configVehicular);
  else yield* requiredTrailerFindings(cartaPorte, rule === 'required', configVehicular, catalogues);
}

function* forbiddenTrailerFindings(cartaPorte: CartaPorte, configuration: string): Generator<Finding> {
  const { subtipoRemolque, placaRemolque, remolques = [] } = cartaPorte;
  const message = {
    en: `A vehicle with configuration ${configuration} has no trailer. Clear this field, or change the configuration.`,
    es: `Un vehículo con configuración ${configuration} no lleva remolque. Vacíe este campo o cambie la configuración.`,
  };
  if (remolques.length > 0) {
    yield sat('CP184', 'cartaPorte.remolques', message);
    return;
  }
  for (const [name, value] of Object.entries({ subtipoRemolque, placaRemolque }))
    if (!isBlank(value)) yield sat('CP184', `cartaPorte.${name}`, message);
}

function* requiredTrailerFindings(
  cartaPorte: CartaPorte,
  isRequired: boolean,
  configuration: string,
  catalogues: Catalogues,
): Generator<Finding> {
  const { remolques } = cartaPorte;
  const message = {
    en: `A vehicle with configuration ${configuration} has a trailer: fill in its kind and its plate.`,
    es: `Un vehículo con configuración ${configuration} lleva remolque: indique su tipo y su placa.`,
  };
  for (const [index, trailer] of (remolques ?? []).entries()) {
    const path = `cartaPorte.remolques[${index}]`;
    yield* trailerFindings(trailer, `${path}.subtipoRemolque`, `${path}.placa`, message, catalogues);
  }
  if (remolques !== undefined) return;
  const [single = { subtipoRemolque: '', placa: '' }] = trailersOf(cartaPorte);
  if (isRequired || !isBlank(single.subtipoRemolque) || !isBlank(single.placa))
    yield* trailerFindings(single, 'cartaPorte.subtipoRemolque', 'cartaPorte.placaRemolque', message, catalogues);
}

function* trailerFindings(
  { subtipoRemolque, placa }: Remolque,
  kindField: string,
  plateField: string,
  message: Text,
  catalogues: Catalogues,
): Generator<Finding> {
  if (isBlank(subtipoRemolque)) yield sat('CP184', kindField, message);
  else if (!catalogues.isTrailer(subtipoRemolque))
    yield local('NOT_IN_CATALOGUE', kindField, {
      en: 'Choose a trailer of the catalogue c_SubTipoRem, such as CTR004.',
      es: 'Elija un remolque del catálogo c_SubTipoRem, por ejemplo CTR004.',
    });
  if (isBlank(placa)) yield sat('CP184', plateField, message);
  else yield* plateFindings(plateField, placa, { en: 'the trailer', es: 'del remolque' });
}

const TWO_TRAILERS = /S\d[RS]\d$/;
const PRIVATE_PERMIT = 'TPAF02';
/** The permits for hazardous goods: of the federal service, private, and international. */
const HAZARD_PERMITS: readonly (string | null)[] = ['TPAF03', 'TPAF07', 'TPAF09'];

/** Warnings: values that do not fit together, and expired documents. */
export function* transportWarnings(
  cartaPorte: CartaPorte,
  driver: FreightDriver | undefined,
  vehicle: FreightVehicle | undefined,
  today: string,
): Generator<Finding> {
  const { configVehicular, permSCT, pesoBrutoVehicular, mercancias } = cartaPorte;
  if (configVehicular !== null && TWO_TRAILERS.test(configVehicular) && trailersOf(cartaPorte).length === 1)
    yield local('ONE_TRAILER', 'cartaPorte.remolques', {
      en: 'This configuration has two trailers, but one is given. Send both in remolques.',
      es: 'Esta configuración lleva dos remolques, pero solo hay uno. Envíe ambos en remolques.',
    });
  if (permSCT === PRIVATE_PERMIT)
    yield local('PRIVATE_PERMIT', 'cartaPorte.permSCT', {
      en: 'TPAF02 is the permit for own goods. Freight for a client needs another one, such as TPAF01.',
      es: 'TPAF02 es el permiso para carga propia. El flete para un cliente requiere otro, por ejemplo TPAF01.',
    });
  const weight = totalWeight(mercancias);
  if (pesoBrutoVehicular !== null && weight > tonnes(pesoBrutoVehicular) * KILOGRAMS_OF_A_TONNE)
    yield local('OVERWEIGHT', 'cartaPorte.pesoBrutoVehicular', {
      en: `The goods weigh ${weight} kg, more than the vehicle’s gross weight of ${pesoBrutoVehicular} t. Check both.`,
      es: `La mercancía pesa ${weight} kg, más que el peso bruto vehicular de ${pesoBrutoVehicular} t. Revise ambos.`,
    });
  if (hasHazardousGoods(cartaPorte) && !HAZARD_PERMITS.includes(permSCT))
    yield local('HAZMAT_PERMIT', 'cartaPorte.permSCT', {
      en: 'Hazardous goods need a permit for them, such as TPAF03. Check the permit.',
      es: 'El material peligroso requiere un permiso propio, por ejemplo TPAF03. Revise el permiso.',
    });
  yield* expiryWarnings(driver, vehicle, today);
}

const KILOGRAMS_OF_A_TONNE = 1000;

function* expiryWarnings(
  driver: FreightDriver | undefined,
  vehicle: FreightVehicle | undefined,
  today: string,
): Generator<Finding> {
  const papers = {
    'driver.licenseExpiry': driver?.licenseExpiry,
    'vehicle.insuranceExpiry': vehicle?.insuranceExpiry,
  };
  for (const [field, expiry] of Object.entries(papers)) {
    // A date-time of today sorts after `today`, so it is not expired.
    if (!isBlank(expiry) && expiry < today)
      yield local('PAPER_EXPIRED', field, {
        en: `This document expired on ${expiry.slice(0, 10)}. Renew it and enter the new date.`,
        es: `Este documento venció el ${expiry.slice(0, 10)}. Renuévelo y capture la nueva fecha.`,
      });
  }
}
