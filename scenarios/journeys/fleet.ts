import type { CodeFor } from '../../test/journeys/sign-in';
import { somebodyAt, untypedAt } from '../expect';
import { signedIn } from '../people';
import { booksLeg } from './fleet/books';
import { planningLeg } from './fleet/clients-and-routes';
import { driversLeg } from './fleet/drivers';
import { filesLeg } from './fleet/files';
import { invitationsLeg } from './fleet/invitations';
import { lateSignatureLeg } from './fleet/late-signature';
import { teamsLeg } from './fleet/teams';
import { tripsLeg } from './fleet/trips';
import { vehiclesLeg } from './fleet/vehicles';
import { watchLeg } from './fleet/watch';

export interface FleetOptions {
  /** Returns the code that was mailed to an address. Without it, the journey registers no account. */
  readonly codeFor?: CodeFor;
  /** True when the object storage checks an upload against its signed address. The emulator does not check it. */
  readonly checksUploads?: boolean;
  /** Called after each leg, for progress. */
  readonly report?: (leg: string) => void;
}

/**
 * Does the work of a dispatcher and a driver, only over HTTP: it runs against `npm start` and against a deployed API. The seeded demo accounts
 * must not have a second factor yet. Therefore this journey runs before the skeleton's journey, which enrols an authenticator app. Throws at
 * the first answer that differs from the contract.
 */
export async function fleetJourney(
  baseUrl: string,
  { codeFor, checksUploads = false, report = () => {} }: FleetOptions,
): Promise<void> {
  const testContext = await teamsLeg({
    baseUrl,
    untyped: untypedAt(baseUrl),
    owner: await signedIn(somebodyAt(baseUrl), 'owner@demo.mx'),
    colleague: await signedIn(somebodyAt(baseUrl), 'admin@demo.mx'),
    outsider: await signedIn(somebodyAt(baseUrl), 'member@demo.mx'),
  });
  report('teams: join, rotate, roles, hand-over, removal');
  await invitationsLeg(testContext, codeFor);
  report('invitations');
  const drivers = await driversLeg(testContext);
  report('drivers and their app');
  const vehicles = await vehiclesLeg(testContext);
  report('vehicles');
  const planning = await planningLeg(testContext);
  report('clients, route points, routes');
  await filesLeg(testContext, drivers.ana, { checksUploads });
  report('files');
  await tripsLeg({ ...testContext, ...planning, drivers, vehicles });
  report('trips');
  if (checksUploads) await lateSignatureLeg({ ...testContext, ...planning, drivers, vehicles });
  report('a signature that comes a day late');
  await booksLeg(testContext, planning.client);
  report('boxes, reservations, payments, reports');
  await watchLeg(testContext);
  report('alerts, audit, papers');
}
