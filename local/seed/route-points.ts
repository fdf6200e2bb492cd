import type { RoutePointFields } from '../../shared/routes/route-point';
import { fixedId } from './identifiers';

export interface DemoRoutePoint {
  readonly id: string;
  readonly fields: RoutePointFields;
}

/** The stops of the routes. The coordinates are those of the named industrial zone, port or bridge. */
export const ROUTE_POINTS: readonly DemoRoutePoint[] = [
  {
    id: fixedId('routePoint', 1),
    fields: {
      name: 'Patio Apodaca',
      address: 'Carretera Miguel Alemán km 21, Apodaca, Nuevo León',
      lat: 25.7782,
      lng: -100.1876,
      postalCode: '66600',
      state: 'Nuevo León',
      municipality: 'Apodaca',
    },
  },
  {
    id: fixedId('routePoint', 2),
    fields: {
      name: 'Zona Industrial San Luis Potosí',
      address: 'Eje 114, Zona Industrial, San Luis Potosí',
      lat: 22.0996,
      lng: -100.9042,
      postalCode: '78395',
      state: 'San Luis Potosí',
      municipality: 'San Luis Potosí',
    },
  },
  {
    id: fixedId('routePoint', 3),
    fields: {
      name: 'Parque Industrial Querétaro',
      address: 'Carretera 57 km 28.5, Santa Rosa Jáuregui, Querétaro',
      lat: 20.7446,
      lng: -100.4493,
      postalCode: '76220',
      state: 'Querétaro',
      municipality: 'Querétaro',
    },
  },
  {
    id: fixedId('routePoint', 4),
    fields: {
      name: 'CEDIS Vallejo',
      address: 'Industrial Vallejo, Azcapotzalco, Ciudad de México',
      lat: 19.4889,
      lng: -99.1632,
      postalCode: '02300',
      state: 'Ciudad de México',
      municipality: 'Azcapotzalco',
    },
  },
  {
    id: fixedId('routePoint', 5),
    fields: {
      name: 'Puerto de Manzanillo, patio norte',
      address: 'Recinto portuario, Manzanillo, Colima',
      lat: 19.0731,
      lng: -104.2903,
      postalCode: '28239',
      state: 'Colima',
      municipality: 'Manzanillo',
    },
  },
  {
    id: fixedId('routePoint', 6),
    fields: {
      name: 'Parque Industrial El Salto',
      address: 'Carretera a El Salto, El Salto, Jalisco',
      lat: 20.5312,
      lng: -103.2138,
      postalCode: '45680',
      state: 'Jalisco',
      municipality: 'El Salto',
    },
  },
  {
    id: fixedId('routePoint', 7),
    fields: {
      name: 'Puente del Comercio Mundial',
      address: 'Puente Internacional III, Nuevo Laredo, Tamaulipas',
      lat: 27.5975,
      lng: -99.5362,
      postalCode: '88000',
      state: 'Tamaulipas',
      municipality: 'Nuevo Laredo',
    },
  },
  {
    id: fixedId('routePoint', 8),
    fields: {
      name: 'Puerto de Veracruz',
      address: 'Recinto portuario norte, Veracruz',
      lat: 19.2137,
      lng: -96.1399,
      postalCode: '91700',
      state: 'Veracruz',
      municipality: 'Veracruz',
    },
  },
  {
    id: fixedId('routePoint', 9),
    fields: {
      name: 'Parque Industrial Puebla 2000',
      address: 'Autopista México–Orizaba km 117, Puebla',
      lat: 19.0906,
      lng: -98.1544,
      postalCode: '72225',
      state: 'Puebla',
      municipality: 'Puebla',
    },
  },
  {
    id: fixedId('routePoint', 10),
    fields: {
      name: 'Parque Industrial Ramos Arizpe',
      address: 'Boulevard Industria Automotriz, Ramos Arizpe, Coahuila',
      lat: 25.5731,
      lng: -100.9364,
      postalCode: '25900',
      state: 'Coahuila',
      municipality: 'Ramos Arizpe',
    },
  },
  {
    id: fixedId('routePoint', 11),
    fields: {
      name: 'Guanajuato Puerto Interior',
      address: 'Carretera Silao–León km 156, Silao, Guanajuato',
      lat: 20.9823,
      lng: -101.5003,
      postalCode: '36275',
      state: 'Guanajuato',
      municipality: 'Silao',
    },
  },
  {
    id: fixedId('routePoint', 12),
    fields: {
      name: 'Báscula Matehuala',
      address: 'Carretera 57 km 600, Matehuala, San Luis Potosí',
      lat: 23.65,
      lng: -100.64,
      postalCode: '78700',
      state: 'San Luis Potosí',
      municipality: 'Matehuala',
    },
  },
];
