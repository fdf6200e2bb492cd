import type { Fleet } from '../../client/src/index';
import { CARTA_PORTE, DRIVER_PAPERS, TRUCK_PAPERS } from '../../scenarios/carta-porte';
import type { StampingStandIn } from './backstage';
import type { Prepared } from './office';
import { pesos, type Teller } from './teller';

/** The accountant's desk: all calls are on one team's invoices. */
interface Desk {
  readonly teller: Teller;
  readonly fleet: Fleet;
  readonly teamId: string;
}

/** The trip's invoice is completed, checked and stamped; another one's answer is lost on the way, and found again; a third is cancelled. */
export async function accountantBills(
  teller: Teller,
  prepared: Prepared,
  fleet: Fleet,
  provider: StampingStandIn,
): Promise<void> {
  const desk = { teller, fleet, teamId: prepared.team };
  await configure(desk, provider);
  await billTrip(desk, prepared);
  await loseAnAnswer(desk, prepared, provider);
}

async function configure({ teller, fleet, teamId }: Desk, provider: StampingStandIn): Promise<void> {
  teller.chapter('The seal');
  const { legalName, taxRegime, ...seal } = await provider.seal();
  await teller.tell(
    200,
    fleet.POST('/invoices/organization', { body: { teamId, legalName, taxRegime, zipCode: '66600' } }),
    (made) => `${made.legalName} is known to the stamping provider, without a seal`,
  );
  const upload = (password: string) => fleet.POST('/invoices/certificate', { body: { teamId, ...seal, password } });
  await teller.tellRefused(
    'PROVIDER_ERROR',
    upload('not the password'),
    ({ message }) => `Refused before it leaves: ${message}`,
  );
  await teller.tell(200, upload(seal.password), () => 'Checked here, uploaded there; neither key nor password is kept');
}

async function billTrip(desk: Desk, prepared: Prepared): Promise<void> {
  const { teller, fleet, teamId } = desk;
  const { invoiceId: id } = prepared;
  teller.chapter('The invoice, with Carta Porte');
  await teller.tell(
    200,
    fleet.PUT('/invoices/{id}', { params: { path: { id } }, body: { teamId, cartaPorte: CARTA_PORTE } }),
    ({ status, total }) => `${status}, ${pesos(total)}: the trip’s revenue, 16 % of IVA, 4 % withheld`,
  );
  await check(desk, id);
  await completeRecords(desk, prepared);
  await check(desk, id);
  await teller.tell(
    200,
    fleet.POST('/invoices/{id}/stamp', { params: { path: { id } }, body: { teamId } }),
    ({ status }) => `${status}: one lock, one call, one document`,
  );
  await teller.tellFound(
    fleet.GET('/invoices/{id}/pdf', { params: { path: { id }, query: { teamId } }, redirect: 'manual' }),
    'Sent on to an address that is good for 15 minutes',
  );
}

const check = ({ teller, fleet, teamId }: Desk, id: string) =>
  teller.tell(
    200,
    fleet.POST('/invoices/{id}/validate', { params: { path: { id } }, body: { teamId } }),
    ({ ready, errors }) =>
      ready ? 'Ready to be stamped' : `${errors.length} in the way: ${errors.map(({ field }) => field).join(', ')}`,
  );

async function completeRecords({ teller, fleet, teamId }: Desk, prepared: Prepared): Promise<void> {
  const { clientId: id, driverId, vehicleId } = prepared;
  await teller.tell(
    200,
    fleet.PUT('/clients/{id}', { params: { path: { id }, query: { teamId } }, body: { taxRegime: '601' } }),
    () => 'The client’s regime',
  );
  await teller.tell(
    200,
    fleet.PUT('/drivers/{driverId}', { params: { path: { driverId }, query: { teamId } }, body: DRIVER_PAPERS }),
    () => 'The driver’s RFC and licence',
  );
  await teller.tell(
    200,
    fleet.PUT('/teams/{teamId}/vehicles/{vehicleId}', {
      params: { path: { teamId, vehicleId } },
      body: TRUCK_PAPERS,
    }),
    () => 'The truck’s policy',
  );
}

async function loseAnAnswer(
  { teller, fleet, teamId }: Desk,
  { clientId }: Prepared,
  provider: StampingStandIn,
): Promise<void> {
  teller.chapter('An answer that is lost');
  const items = [{ description: 'Maniobras de carga', productKey: '78121601', price: 1850.5 }];
  const { id } = await teller.tell(
    201,
    fleet.POST('/invoices', { body: { teamId, clientId, items } }),
    ({ status, total }) => `${status} by hand, ${pesos(total)}`,
  );
  const on = { params: { path: { id } }, body: { teamId } };
  await provider.loseNextAnswer();
  await teller.tell(
    202,
    fleet.POST('/invoices/{id}/stamp', on),
    ({ status }) => `${status}: it may be stamped, so nothing is sent again`,
  );
  await teller.tell(
    200,
    fleet.POST('/invoices/{id}/refresh', on),
    ({ status }) => `${status}: asked, and found there; never made twice`,
  );
  await teller.tell(
    200,
    fleet.POST('/invoices/{id}/cancel', { ...on, body: { teamId, motive: '02' } }),
    ({ status }) => `${status} at the tax authority, motive 02`,
  );
}
