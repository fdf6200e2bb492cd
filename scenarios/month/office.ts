import type { Fleet } from '../../client/src/index';
import { TEST_SEAL } from '../../local/seed/seal';
import { needed, type Teller } from '../print/teller';
import type { Desk } from '../steps/desk';
import { hireDriver, registerVehicle } from '../steps/fleet';
import { configureOrganization, uploadCertificate } from '../steps/invoices';
import { createClient } from '../steps/planning';
import { createTeam } from '../steps/teams';
import { ADDRESS } from '../walk/ground';
import { Figures, MONTH } from './figures';
import { type LocalMonth, localMonth, TIME_ZONE } from './local-month';

export interface Document {
  readonly invoiceId: string;
  readonly tripId?: string;
}

/** An office with its clients, and what it has done in the month so far. */
export interface Office {
  readonly teller: Teller;
  readonly desk: Desk;
  readonly figures: Figures;
  readonly dates: LocalMonth;
  readonly driverId: string;
  readonly vehicleId: string;
  readonly clientIds: ReadonlyMap<string, string>;
  /** By the names of scenarios/month/month.json. */
  readonly documents: Map<string, Document>;
  /** In the order of the month. */
  readonly collectionIds: string[];
}

/** A team that can stamp, with the month's clients, a driver and a truck. */
export async function openOffice(teller: Teller, fleet: Fleet, now: Date): Promise<Office> {
  teller.chapter('A month of a carrier');
  const { team } = await teller.tell(
    201,
    createTeam(fleet, { name: 'Autotransportes del Mes', address: ADDRESS }),
    (made) => `${made.team.name}, another team of the same user`,
  );
  const desk = { fleet, teamId: team.teamId };
  const { legalName, taxRegime, cerFile, keyFile, password } = TEST_SEAL;
  const legal = { legalName, taxRegime, zipCode: '66600' };
  await teller.tell(200, configureOrganization(desk, legal), () => 'Known to the stamping provider');
  await teller.tell(200, uploadCertificate(desk, { cerFile, keyFile, password }), () => 'It can stamp');
  const clientIds = new Map<string, string>();
  for (const [name, client] of Object.entries(MONTH.clients)) {
    const { id } = await teller.tell(201, createClient(desk, client), (made) => `Client ${made.name}, ${made.rfc}`);
    clientIds.set(name, id);
  }
  const { driver } = await teller.tell(
    201,
    hireDriver(desk, { name: 'Ramiro Ochoa Leal', phone: '8119876543' }),
    (hired) => `${hired.driver.name} drives all ten trips`,
  );
  const { id: vehicleId } = await teller.tell(
    201,
    registerVehicle(desk, { plate: '58-AK-8M', brand: 'Kenworth', model: 'T680', year: 2022, type: 'TRACTOCAMION' }),
    ({ plate }) => `Truck ${plate}`,
  );
  const dates = localMonth(now, TIME_ZONE);
  const made = { documents: new Map(), collectionIds: [] };
  return { teller, desk, figures: new Figures(), dates, driverId: driver.id, vehicleId, clientIds, ...made };
}

export const clientIdOf = ({ clientIds }: Office, name: string): string =>
  needed(clientIds.get(name), `a client ${name}`);
export const documentOf = ({ documents }: Office, name: string): Document =>
  needed(documents.get(name), `a document of ${name}`);
/** The name of a document in the month. */
export const nameOf = ({ documents }: Office, invoiceId: string | undefined): string =>
  [...documents].find(([, one]) => one.invoiceId === invoiceId)?.[0] ?? `invoice ${invoiceId}`;
