import { BOXES, RESERVATIONS } from './boxes';
import { CLIENTS } from './clients';
import { DRIVERS } from './drivers';
import { FILES } from './files';
import { FREIGHT_PAPERS, INVOICES } from './invoices';
import { PAYMENTS } from './payments';
import { MEMBERS, TEAM } from './people';
import { ROUTE_POINTS } from './route-points';
import { ROUTES } from './routes';
import { TRIPS } from './trips';
import { VEHICLES } from './vehicles';

/** All demo accounts have it. */
export const DEMO_PASSWORD = 'Demo-2026-Flota';

/** A carrier of Monterrey on an ordinary day: what `npm start` shows. */
export const DEMO = {
  team: TEAM,
  members: MEMBERS,
  clients: CLIENTS,
  routePoints: ROUTE_POINTS,
  routes: ROUTES,
  drivers: DRIVERS,
  vehicles: VEHICLES,
  trips: TRIPS,
  boxes: BOXES,
  reservations: RESERVATIONS,
  payments: PAYMENTS,
  invoices: INVOICES,
  freightPapers: FREIGHT_PAPERS,
  files: FILES,
};
