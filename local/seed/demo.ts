import { BOXES, RESERVATIONS } from './boxes';
import { CLIENTS } from './clients';
import { DRIVERS } from './drivers';
import { FILES } from './files';
import { COLLECTION, FREIGHT_PAPERS, INVOICES } from './invoices';
import { PAYMENTS } from './payments';
import { MEMBERS, NEWCOMER, TEAM } from './people';
import { ROUTE_POINTS } from './route-points';
import { ROUTES } from './routes';
import { TRIPS } from './trips';
import { VEHICLES } from './vehicles';

/** The password of all demo accounts. */
export const DEMO_PASSWORD = 'Demo-2026-Flota';

/** A carrier in Monterrey on an ordinary day. `npm start` shows it. */
export const DEMO = {
  team: TEAM,
  members: MEMBERS,
  newcomer: NEWCOMER,
  clients: CLIENTS,
  routePoints: ROUTE_POINTS,
  routes: ROUTES,
  drivers: DRIVERS,
  vehicles: VEHICLES,
  trips: TRIPS,
  boxes: BOXES,
  reservations: RESERVATIONS,
  payments: PAYMENTS,
  collection: COLLECTION,
  invoices: INVOICES,
  freightPapers: FREIGHT_PAPERS,
  files: FILES,
};
