import type { CartaPorte, Figura } from '../invoices/carta-porte';
import { cleanRfc } from '../platform/values/rfc';
import type { Filled } from './findings';
import type { FreightVehicle, Issuer } from './readiness-input';
import { isBlank } from './texts';

/** A Carta Porte with the values that the vehicle's record added, and the list of these values. */
interface FilledCartaPorte {
  readonly cartaPorte: CartaPorte;
  readonly filled: readonly Filled[];
}

interface Fillable {
  readonly invoice: { readonly cartaPorte?: CartaPorte | undefined };
  readonly vehicle: FreightVehicle | undefined;
  readonly organization: Pick<Issuer, 'rfc'> | undefined;
}

/**
 * An invoice's Carta Porte with the values of the vehicle's record. Validate shows these values, and the stamp sends the
 * same ones. Undefined for an invoice without Carta Porte.
 */
export const filledCartaPorte = ({ invoice, vehicle, organization }: Fillable): FilledCartaPorte | undefined =>
  invoice.cartaPorte && fillFromVehicle(invoice.cartaPorte, vehicle, organization);

const OF_THE_VEHICLE = ['configVehicular', 'permSCT', 'numPermisoSCT', 'aseguradora', 'pesoBrutoVehicular'] as const;
const ENVIRONMENT = ['aseguraMedAmbiente', 'polizaMedAmbiente'] as const;

/**
 * Takes the values that a Carta Porte lacks from the vehicle's record. Takes the insurance against damage to the environment for hazardous goods only.
 * Adds the vehicle's owner as a transport figure when the owner is not the issuer.
 */
function fillFromVehicle(
  cartaPorte: CartaPorte,
  vehicle: FreightVehicle | undefined,
  issuer: Pick<Issuer, 'rfc'> | undefined,
): FilledCartaPorte {
  if (vehicle === undefined) return { cartaPorte, filled: [] };
  const wanted = hasHazardousGoods(cartaPorte) ? [...OF_THE_VEHICLE, ...ENVIRONMENT] : OF_THE_VEHICLE;
  const filled = wanted.flatMap((field): Filled[] => {
    const value = vehicle[field];
    const isNeeded = isEmpty(cartaPorte[field]) && value !== undefined && value !== '';
    return isNeeded ? [{ field: `cartaPorte.${field}`, value, from: `vehicle.${field}` }] : [];
  });
  const values = Object.fromEntries(filled.map(({ from, value }) => [from.replace('vehicle.', ''), value]));
  const completed = { ...cartaPorte, ...values };
  const owner = ownerFigure(completed, vehicle, issuer);
  if (owner === undefined) return { cartaPorte: completed, filled };
  const figuras = [...(cartaPorte.figuras ?? []), owner];
  return { cartaPorte: { ...completed, figuras }, filled: [...filled, ...ownerValues(owner, figuras.length - 1)] };
}

export const hasHazardousGoods = ({ mercancias }: Pick<CartaPorte, 'mercancias'>): boolean =>
  mercancias.some(({ materialPeligroso }) => materialPeligroso === 'Sí');

/** A Carta Porte for another vehicle: without the values of its own that describe the vehicle. The record of the new vehicle fills them. */
export function withoutVehicle({
  aseguraMedAmbiente: _,
  polizaMedAmbiente: __,
  ...cartaPorte
}: CartaPorte): CartaPorte {
  const emptied = {
    configVehicular: null,
    permSCT: null,
    numPermisoSCT: null,
    aseguradora: null,
    pesoBrutoVehicular: null,
  };
  return { ...cartaPorte, ...(emptied satisfies Record<(typeof OF_THE_VEHICLE)[number], null>) };
}

const isEmpty = (value: string | number | null | undefined): boolean =>
  typeof value === 'number' ? false : isBlank(value);

const OWNER = '02';
const LESSOR = '03';

/**
 * The figure of the vehicle's owner: 03 for a leased vehicle, else 02. None for the issuer's own vehicle, and none when
 * the Carta Porte itself names this owner.
 */
function ownerFigure(
  { configVehicular, figuras = [] }: CartaPorte,
  { ownerName = '', ownerRfc = '', ownership }: FreightVehicle,
  issuer: Pick<Issuer, 'rfc'> | undefined,
): Figura | undefined {
  if (ownerName.trim() === '' && ownerRfc.trim() === '') return undefined;
  const rfc = cleanRfc(ownerRfc);
  if (rfc !== '' && rfc === cleanRfc(issuer?.rfc ?? '')) return undefined;
  const tipo = ownership === 'ARRENDADO' ? LESSOR : OWNER;
  if (figuras.some((one) => one.tipo === tipo && cleanRfc(one.rfc) === rfc)) return undefined;
  return { tipo, nombre: ownerName, rfc: ownerRfc, partes: [partOf(configVehicular ?? '')] };
}

/** The part of the transport (c_ParteTransporte) that a vehicle of that configuration is. */
function partOf(configuration: string): string {
  if (/^C\dR/.test(configuration)) return 'PT02';
  if (/^C\d/.test(configuration)) return 'PT01';
  if (configuration === 'VL') return 'PT06';
  return /^(?:GPL|OTROSG)/.test(configuration) ? 'PT07' : 'PT03';
}

function ownerValues({ tipo, nombre, rfc, partes = [] }: Figura, index: number): Filled[] {
  const field = (name: string): string => `cartaPorte.figuras[${index}].${name}`;
  return [
    { field: field('tipo'), value: tipo, from: 'vehicle.ownership' },
    { field: field('nombre'), value: nombre, from: 'vehicle.ownerName' },
    { field: field('rfc'), value: rfc, from: 'vehicle.ownerRfc' },
    ...partes.map((part, at) => ({ field: field(`partes[${at}]`), value: part, from: 'cartaPorte.configVehicular' })),
  ];
}
