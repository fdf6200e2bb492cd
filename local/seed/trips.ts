import type { Ping } from '../../shared/fleet/position';
import type { NewTrip, TripStatus } from '../../shared/trips/trip';
import { fixedId } from './identifiers';

/** A change of a trip's status: hours after the planned start, and the place. */
interface DemoMove {
  readonly to: Exclude<TripStatus, 'NO_INICIADO'>;
  readonly afterHours: number;
  readonly at?: readonly [lat: number, lng: number];
}

/** A position of the truck, in minutes before the seeding. */
type DemoPing = Pick<Ping, 'lat' | 'lng' | 'speedKmh' | 'heading'> & { readonly minutesAgo: number };

export interface DemoTrip {
  readonly id: string;
  /** Hours from the seeding to the planned start; negative for the past. */
  readonly startsInHours: number;
  readonly plannedHours: number;
  readonly plan: Omit<NewTrip, 'startDate' | 'endDate'>;
  readonly moves?: readonly DemoMove[];
  readonly pings?: readonly DemoPing[];
}

const driver = (number: number): string => fixedId('driver', number);
const vehicle = (number: number): string => fixedId('vehicle', number);
const client = (number: number): string => fixedId('client', number);
const route = (number: number): string => fixedId('route', number);

const APODACA = [25.7782, -100.1876] as const;
const QUERETARO = [20.7446, -100.4493] as const;
const VALLEJO = [19.4889, -99.1632] as const;
const MANZANILLO = [19.0731, -104.2903] as const;
const EL_SALTO = [20.5312, -103.2138] as const;
const NUEVO_LAREDO = [27.5975, -99.5362] as const;
const VERACRUZ = [19.2137, -96.1399] as const;
const RAMOS_ARIZPE = [25.5731, -100.9364] as const;
const SILAO = [20.9823, -101.5003] as const;

/** The first trip waits for the demo driver and is written last. The others are written in the order in which they happened. */
export const TRIPS: readonly [DemoTrip, ...DemoTrip[]] = [
  {
    id: fixedId('trip', 1),
    startsInHours: 24,
    plannedHours: 12,
    plan: {
      clientId: client(1),
      routeId: route(1),
      driverId: driver(1),
      vehicleId: vehicle(1),
      cargoDescription: 'Rollos de lámina galvanizada, Monterrey a Ciudad de México',
      cargoWeight: 27_400,
      revenue: 48_500,
      cost: 31_200,
      specialInstructions: 'Lona y esquineros; cita en Vallejo a las 7:00.',
    },
  },
  {
    id: fixedId('trip', 2),
    startsInHours: -18 * 24,
    plannedHours: 12,
    plan: {
      clientId: client(1),
      routeId: route(3),
      driverId: driver(3),
      vehicleId: vehicle(5),
      cargoDescription: 'Componentes de línea blanca, importación',
      cargoWeight: 22_150,
      revenue: 52_800,
      cost: 35_940.5,
    },
    moves: [
      { to: 'EN_PROCESO', afterHours: 0.4, at: NUEVO_LAREDO },
      { to: 'COMPLETADO', afterHours: 13.2, at: QUERETARO },
    ],
  },
  {
    id: fixedId('trip', 3),
    startsInHours: -12 * 24,
    plannedHours: 5,
    plan: {
      clientId: client(2),
      routeId: route(2),
      driverId: driver(4),
      vehicleId: vehicle(4),
      cargoDescription: 'Contenedor de 40 pies, juguetes',
      cargoWeight: 18_900,
      revenue: 24_650,
      cost: 14_120,
    },
    moves: [
      { to: 'EN_PROCESO', afterHours: 1.1, at: MANZANILLO },
      { to: 'COMPLETADO', afterHours: 6.4, at: EL_SALTO },
    ],
  },
  {
    id: fixedId('trip', 4),
    startsInHours: -9 * 24,
    plannedHours: 7,
    plan: {
      clientId: client(4),
      routeId: route(4),
      driverId: driver(9),
      vehicleId: vehicle(6),
      cargoDescription: 'Aceites comestibles en tarima',
      cargoWeight: 24_000,
      revenue: 27_300,
      cost: 17_845,
    },
    moves: [
      { to: 'EN_PROCESO', afterHours: 0.2, at: VERACRUZ },
      { to: 'COMPLETADO', afterHours: 8, at: VALLEJO },
    ],
  },
  {
    id: fixedId('trip', 5),
    startsInHours: -6 * 24,
    plannedHours: 9,
    plan: {
      clientId: client(3),
      routeId: route(5),
      driverId: driver(8),
      vehicleId: vehicle(7),
      cargoDescription: 'Arneses eléctricos, rack retornable',
      cargoWeight: 11_320,
      revenue: 38_900,
      cost: 25_410,
    },
    moves: [
      { to: 'EN_PROCESO', afterHours: 0.1, at: RAMOS_ARIZPE },
      { to: 'COMPLETADO', afterHours: 8.7, at: SILAO },
    ],
  },
  {
    id: fixedId('trip', 6),
    startsInHours: -4 * 24,
    plannedHours: 12,
    plan: {
      clientId: client(5),
      routeId: route(1),
      driverId: driver(7),
      vehicleId: vehicle(10),
      cargoDescription: 'Bobinas de papel',
      cargoWeight: 25_600,
      revenue: 46_200,
      cost: 30_980,
      notes: 'Falla del embrague en Matehuala; la carga volvió a Apodaca.',
    },
    moves: [
      { to: 'EN_PROCESO', afterHours: 0.5, at: APODACA },
      { to: 'CANCELADO', afterHours: 5.5, at: [23.6461, -100.6393] },
    ],
  },
  {
    id: fixedId('trip', 7),
    startsInHours: -2 * 24,
    plannedHours: 7,
    plan: {
      clientId: client(6),
      cargoDescription: 'Muebles de oficina; el cliente pospuso el embarque',
      cargoWeight: 6_400,
      revenue: 15_750,
    },
    moves: [{ to: 'CANCELADO', afterHours: -20 }],
  },
  {
    id: fixedId('trip', 8),
    startsInHours: -1.5 * 24,
    plannedHours: 12,
    plan: {
      clientId: client(5),
      routeId: route(1),
      driverId: driver(5),
      vehicleId: vehicle(2),
      cargoDescription: 'Bobinas de papel, segundo intento',
      cargoWeight: 25_600,
      revenue: 46_200,
      cost: 30_110,
    },
    moves: [
      { to: 'EN_PROCESO', afterHours: 0.3, at: APODACA },
      { to: 'COMPLETADO', afterHours: 12.4, at: VALLEJO },
    ],
  },
  {
    id: fixedId('trip', 9),
    startsInHours: -10,
    plannedHours: 12,
    plan: {
      clientId: client(1),
      routeId: route(3),
      driverId: driver(3),
      vehicleId: vehicle(5),
      cargoDescription: 'Motores eléctricos, importación',
      cargoWeight: 19_870,
      revenue: 51_400,
      cost: 34_200,
    },
    moves: [{ to: 'EN_PROCESO', afterHours: 0.6, at: NUEVO_LAREDO }],
    pings: [
      { lat: 24.4275, lng: -100.8531, speedKmh: 84, heading: 189, minutesAgo: 92 },
      { lat: 23.1236, lng: -100.5408, speedKmh: 81, heading: 176, minutesAgo: 3 },
    ],
  },
  {
    id: fixedId('trip', 10),
    startsInHours: -7,
    plannedHours: 12,
    plan: {
      clientId: client(4),
      routeId: route(1),
      driverId: driver(2),
      vehicleId: vehicle(4),
      cargoDescription: 'Bebidas embotelladas',
      cargoWeight: 28_200,
      revenue: 47_900,
      cost: 31_050,
    },
    moves: [{ to: 'EN_PROCESO', afterHours: 0.2, at: APODACA }],
    pings: [
      { lat: 25.4232, lng: -100.9924, speedKmh: 62, heading: 231, minutesAgo: 290 },
      { lat: 22.6414, lng: -100.6021, speedKmh: 88, heading: 204, minutesAgo: 1 },
    ],
  },
  {
    id: fixedId('trip', 11),
    startsInHours: -3,
    plannedHours: 5,
    plan: {
      clientId: client(2),
      routeId: route(2),
      driverId: driver(4),
      vehicleId: vehicle(7),
      cargoDescription: 'Contenedor de 40 pies, electrónica de juguete',
      cargoWeight: 16_430,
      revenue: 25_900,
      cost: 14_760,
    },
    moves: [{ to: 'EN_PROCESO', afterHours: 0.4, at: MANZANILLO }],
    pings: [{ lat: 19.7046, lng: -103.4617, speedKmh: 76, heading: 28, minutesAgo: 12 }],
  },
  {
    id: fixedId('trip', 12),
    startsInHours: 20,
    plannedHours: 7,
    plan: {
      clientId: client(4),
      routeId: route(4),
      driverId: driver(6),
      vehicleId: vehicle(8),
      cargoDescription: 'Café verde en sacos',
      cargoWeight: 12_750,
      revenue: 26_480,
      cost: 16_900,
    },
  },
  {
    id: fixedId('trip', 13),
    startsInHours: 3 * 24,
    plannedHours: 9,
    plan: {
      clientId: client(3),
      routeId: route(5),
      driverId: driver(8),
      vehicleId: vehicle(6),
      cargoDescription: 'Arneses eléctricos, rack lleno',
      cargoWeight: 13_200,
      revenue: 38_900,
      notes: 'El operador vuelve de vacaciones ese día; confirmar la víspera.',
    },
  },
  {
    id: fixedId('trip', 14),
    startsInHours: 5 * 24,
    plannedHours: 12,
    plan: {
      clientId: client(1),
      routeId: route(3),
      cargoDescription: 'Componentes de línea blanca, importación; sin asignar',
      cargoWeight: 21_000,
      revenue: 52_800,
    },
  },
];
