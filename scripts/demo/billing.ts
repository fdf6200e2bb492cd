import * as v from 'valibot';
import type { StampingStandIn } from './backstage';
import { CARTA_PORTE, DRIVER_PAPERS, TRUCK_PAPERS } from './carta-porte';
import type { Prepared } from './office';
import { pesos, type Teller } from './teller';

const Invoice = v.object({ id: v.string(), status: v.string(), total: v.number() });
const Readiness = v.object({
  ready: v.boolean(),
  errors: v.array(v.object({ code: v.string(), field: v.string() })),
});

/** The trip's invoice is completed, checked and stamped; another one's answer is lost on the way, and found again; a third is cancelled. */
export async function accountantBills(
  teller: Teller,
  prepared: Prepared,
  token: string,
  provider: StampingStandIn,
): Promise<void> {
  const desk = new Desk(teller, token, prepared.team);
  await configure(desk, provider);
  await billTrip(desk, prepared);
  await loseAnAnswer(desk, prepared, provider);
}

/** The accountant's calls: all on one team's invoices. */
class Desk {
  constructor(
    readonly teller: Teller,
    readonly token: string,
    readonly teamId: string,
  ) {}

  post<S extends v.GenericSchema>(path: string, body: object, answer: S, tells: (body: v.InferOutput<S>) => string) {
    return this.send(200, `POST ${path}`, body, answer, tells);
  }

  send<S extends v.GenericSchema>(
    status: number,
    call: string,
    body: object,
    answer: S,
    tells: (body: v.InferOutput<S>) => string,
  ) {
    const { token, teamId } = this;
    return this.teller.tell({ call, token, body: { teamId, ...body }, status, answer, tells });
  }

  check(invoiceId: string) {
    return this.post(`/invoices/${invoiceId}/validate`, {}, Readiness, ({ ready, errors }) =>
      ready ? 'Ready to be stamped' : `${errors.length} in the way: ${errors.map(({ field }) => field).join(', ')}`,
    );
  }
}

async function configure(desk: Desk, provider: StampingStandIn): Promise<void> {
  desk.teller.chapter('The seal');
  const { legalName, taxRegime, cerFile, keyFile, password } = await provider.seal();
  await desk.post(
    '/invoices/organization',
    { legalName, taxRegime, zipCode: '66600' },
    v.object({ legalName: v.string(), csdUploaded: v.boolean() }),
    (made) => `${made.legalName} is known to the stamping provider, without a seal`,
  );
  await desk.send(
    502,
    'POST /invoices/certificate',
    { cerFile, keyFile, password: 'not the password' },
    v.object({ error: v.string() }),
    ({ error }) => `Refused before it leaves: ${error}`,
  );
  await desk.post(
    '/invoices/certificate',
    { cerFile, keyFile, password },
    v.object({ csdUploaded: v.boolean() }),
    () => 'Checked here, uploaded there; neither key nor password is kept',
  );
}

async function billTrip(desk: Desk, { team, driverId, vehicleId, clientId, invoiceId }: Prepared): Promise<void> {
  desk.teller.chapter('The invoice, with Carta Porte');
  await desk.send(
    200,
    `PUT /invoices/${invoiceId}`,
    { cartaPorte: CARTA_PORTE },
    Invoice,
    ({ status, total }) => `${status}, ${pesos(total)}: the trip’s revenue, 16 % of IVA, 4 % withheld`,
  );
  await desk.check(invoiceId);
  await desk.send(
    200,
    `PUT /clients/${clientId}?teamId=${team}`,
    { taxRegime: '601' },
    v.object({}),
    () => 'The client’s regime',
  );
  await desk.send(
    200,
    `PUT /drivers/${driverId}?teamId=${team}`,
    DRIVER_PAPERS,
    v.object({}),
    () => 'The driver’s RFC and licence',
  );
  await desk.send(
    200,
    `PUT /teams/${team}/vehicles/${vehicleId}`,
    TRUCK_PAPERS,
    v.object({}),
    () => 'The truck’s policy',
  );
  await desk.check(invoiceId);
  await desk.post(
    `/invoices/${invoiceId}/stamp`,
    {},
    Invoice,
    ({ status }) => `${status}: one lock, one call, one document`,
  );
  await desk.teller.tell({
    call: `GET /invoices/${invoiceId}/pdf?teamId=${team}`,
    token: desk.token,
    status: 302,
    answer: v.unknown(),
    tells: () => 'Sent on to an address that is good for 15 minutes',
  });
}

async function loseAnAnswer(desk: Desk, { clientId }: Prepared, provider: StampingStandIn): Promise<void> {
  desk.teller.chapter('An answer that is lost');
  const { id } = await desk.send(
    201,
    'POST /invoices',
    { clientId, items: [{ description: 'Maniobras de carga', productKey: '78121601', price: 1850.5 }] },
    Invoice,
    ({ status, total }) => `${status} by hand, ${pesos(total)}`,
  );
  await provider.loseNextAnswer();
  await desk.send(
    202,
    `POST /invoices/${id}/stamp`,
    {},
    Invoice,
    ({ status }) => `${status}: it may be stamped, so nothing is sent again`,
  );
  await desk.post(
    `/invoices/${id}/refresh`,
    {},
    Invoice,
    ({ status }) => `${status}: asked, and found there; never made twice`,
  );
  await desk.post(
    `/invoices/${id}/cancel`,
    { motive: '02' },
    Invoice,
    ({ status }) => `${status} at the tax authority, motive 02`,
  );
}
