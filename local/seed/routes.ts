import { fixedId } from './identifiers';

export interface DemoRoute {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** One of {@link CLIENTS}, for a route that belongs to one client. */
  readonly clientId?: string;
  /** Kilometres and minutes on toll roads. */
  readonly totalDistance: number;
  readonly estimatedDuration: number;
  readonly isActive?: boolean;
  /** Route points in order, with the minutes of each stop. */
  readonly stops: readonly { readonly point: number; readonly minutes: number; readonly notes?: string }[];
}

export const ROUTES: readonly DemoRoute[] = [
  {
    id: fixedId('route', 1),
    name: 'Monterrey – Ciudad de México',
    description: 'Por la 57: Matehuala, San Luis Potosí, Querétaro.',
    totalDistance: 917.4,
    estimatedDuration: 690,
    stops: [
      { point: 1, minutes: 90, notes: 'Carga y sellos.' },
      { point: 2, minutes: 45 },
      { point: 4, minutes: 120, notes: 'Descarga con cita; restricción de horario en la ciudad.' },
    ],
  },
  {
    id: fixedId('route', 2),
    name: 'Manzanillo – Guadalajara',
    description: 'Contenedores del puerto, por la autopista de Colima.',
    clientId: fixedId('client', 2),
    totalDistance: 306.8,
    estimatedDuration: 275,
    stops: [
      { point: 5, minutes: 180, notes: 'Salida del recinto fiscal.' },
      { point: 6, minutes: 90 },
    ],
  },
  {
    id: fixedId('route', 3),
    name: 'Nuevo Laredo – Querétaro',
    description: 'Importación por el puente III, por Monterrey y San Luis Potosí.',
    clientId: fixedId('client', 1),
    totalDistance: 948.2,
    estimatedDuration: 720,
    stops: [
      { point: 7, minutes: 150, notes: 'Cruce y pedimento.' },
      { point: 1, minutes: 40 },
      { point: 3, minutes: 90 },
    ],
  },
  {
    id: fixedId('route', 4),
    name: 'Veracruz – Puebla – Ciudad de México',
    description: 'Por la 150D, cumbres de Maltrata.',
    clientId: fixedId('client', 4),
    totalDistance: 411.5,
    estimatedDuration: 360,
    stops: [
      { point: 8, minutes: 120 },
      { point: 9, minutes: 60 },
      { point: 4, minutes: 90 },
    ],
  },
  {
    id: fixedId('route', 5),
    name: 'Ramos Arizpe – Silao',
    description: 'Autopartes entre plantas, ventana de entrega de una hora.',
    clientId: fixedId('client', 3),
    totalDistance: 651,
    estimatedDuration: 495,
    stops: [
      { point: 10, minutes: 60 },
      { point: 2, minutes: 20 },
      { point: 11, minutes: 60 },
    ],
  },
  {
    id: fixedId('route', 6),
    name: 'Monterrey – San Luis Potosí',
    description: 'Consolidado de los jueves; sin demanda por ahora.',
    totalDistance: 515.3,
    estimatedDuration: 390,
    isActive: false,
    stops: [
      { point: 1, minutes: 60 },
      { point: 2, minutes: 60 },
    ],
  },
];
