import { operation as createInvoice } from '../../../functions/invoices/create-invoice';
import { operation as validateInvoice } from '../../../functions/invoices/validate-invoice';
import type { Accounts } from '../../support/accounts';
import { freightItem, readyFreight } from '../../support/freight';
import { type Office, openOffice } from '../../support/office';
import { insertStampingAccount } from '../../support/stamping-account';
import { insertClient, insertDriver, insertTrips, insertVehicle } from '../../support/store-fleet';
import { withValue } from '../judge/leaves';

/** Values to set in the records of a scene and in the body of its invoice, named by their paths. Undefined removes a value. */
export type Changes = Readonly<Record<string, unknown>>;

/** What the service says of an invoice: the refusal of its creation, or the findings of its validation. */
export interface Said {
  /** `400 items[0].price` or `CFDI40104 paymentForm`. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly notChecked: readonly string[];
}

/** The item as a client sends it: the service computes the withholdings and the tax object. */
const { withholdingRate: _, isrWithholdingRate: __, taxObject: ___, ...ITEM } = freightItem();

/** A valid invoice of freight with its Carta Porte, the records that it needs, and the trip. */
function validScene() {
  const { invoice, client, driver, vehicle, organization } = readyFreight();
  const { cartaPorte, paymentForm, paymentMethod, cfdiUse } = invoice;
  const body = { items: [ITEM], cartaPorte, paymentForm, paymentMethod, cfdiUse };
  return { body, client, driver, vehicle, organization };
}

const changed = (changes: Changes): ReturnType<typeof validScene> => {
  let scene: unknown = validScene();
  for (const [path, value] of Object.entries(changes)) scene = withValue(scene, partsOf(path), value);
  return Object(scene);
};

const partsOf = (path: string): (string | number)[] =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** The teams of the scenes. All scenes with an organization share one: the records that they insert are their own. */
const offices = new WeakMap<Accounts, Promise<Office>>();

function sharedOffice(world: Accounts): Promise<Office> {
  const office = offices.get(world) ?? openOffice(world);
  offices.set(world, office);
  return office;
}

/** Creates the invoice of a changed scene over the operations, and validates it. */
export async function examine(world: Accounts, changes: Changes): Promise<Said> {
  const { body, client, driver, vehicle, organization } = changed(changes);
  const { teamId, testContext, send } = await (organization ? sharedOffice(world) : openOffice(world));
  if (organization) {
    const { legalName, rfc, taxRegime, zipCode } = organization;
    await insertStampingAccount(testContext, { teamId, legalName, taxRegime, zipCode, ...(rfc && { rfc }) });
  }
  const customer = await insertClient(testContext, { ...client, teamId });
  const driverId = driver && (await insertDriver(testContext, { ...driver, teamId })).id;
  const vehicleId = vehicle && (await insertVehicle(testContext, { ...vehicle, teamId })).id;
  const [trip] = await insertTrips(testContext, [
    { teamId, clientId: customer.id, ...(driverId && { driverId }), ...(vehicleId && { vehicleId }) },
  ]);
  const created = await send(createInvoice, { body: { tripId: trip?.id, ...body } });
  if (created.status !== 201)
    return { errors: [`${created.status} ${created.body.field}`], warnings: [], notChecked: [] };
  const { status, body: said } = await send(validateInvoice, { path: { id: String(created.body.id) } });
  if (status !== 200) throw new Error(`The validation answered ${status}.`);
  const namesOf = (list: unknown): string[] =>
    Object.values(Object(list)).map((one) => `${Object(one).code} ${Object(one).field}`);
  const notChecked = Object.values(Object(said.notChecked)).map(
    (one) => `${Object(one).field}: ${Object(one).message}`,
  );
  return { errors: namesOf(said.errors), warnings: namesOf(said.warnings), notChecked };
}
