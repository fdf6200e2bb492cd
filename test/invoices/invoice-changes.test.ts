import { rentalInvoice } from '../../shared/boxes/rental-invoice';
import { editedInvoice, newInvoice } from '../../shared/invoices/invoice-changes';
import { tripSummary } from '../../shared/trips/invoice-with-trip';
import { ID, NOW } from '../platform/values/schemas';
import { storedBox } from '../support/store-boxes';
import { CARTA_PORTE, ITEM, storedInvoice } from '../support/store-invoices';
import { storedClient, storedDriver, storedTrip, storedVehicle } from '../support/store-records';

const LATER = '2026-03-02T16:00:00.000Z';
const MOVED = { status: 'DRAFT', errorMessage: null, updatedAt: LATER, version: 4 } as const;
const company = storedClient({ rfc: 'ABC010101AB1', cfdiUse: 'G01' });
const person = storedClient({ rfc: 'LOAA800101AB1', name: 'Ana' });
const { withholdingRate: _, isrWithholdingRate: __, ...ITEM_INPUT } = ITEM;
const issuer = undefined;
const origin = { id: ID, teamId: ID, createdAt: NOW };

describe('an invoice as a member makes it', () => {
  test('is, where nothing is said, as the draft of a trip', () => {
    const made = newInvoice(origin, { teamId: ID, items: [ITEM_INPUT] }, { client: company, issuer });
    expect(made).toEqual({
      ...storedInvoice({ ...origin, clientId: company.id, clientName: company.name, cfdiUse: 'G01', updatedAt: NOW }),
      version: 1,
      tripId: undefined,
    });
  });

  test('is what is said', () => {
    const fields = {
      tripId: ID,
      series: 'F',
      paymentForm: '03',
      paymentMethod: 'PUE',
      cfdiUse: 'S01',
      notes: 'Con remolque.',
      cartaPorte: CARTA_PORTE,
    } as const;
    const made = newInvoice(
      origin,
      { teamId: ID, items: [{ ...ITEM_INPUT, withholdingRate: 0 }], ...fields },
      { client: company, issuer },
    );
    expect(made).toMatchObject({ ...fields, hasCartaPorte: true, withheldAmount: 0, clientId: company.id });
  });

  test('is for nobody, withholding nothing, without a client', () => {
    const made = newInvoice(
      origin,
      { teamId: ID, items: [ITEM_INPUT], cartaPorte: null },
      { client: undefined, issuer },
    );
    expect(made).toMatchObject({ clientId: null, cfdiUse: 'G03', withheldAmount: 0, hasCartaPorte: false });
    expect(made).not.toHaveProperty('cartaPorte');
  });
});

describe('an invoice after an edit', () => {
  const before = storedInvoice({
    clientId: company.id,
    clientName: company.name,
    notes: 'Antes.',
    series: 'A',
    status: 'ERROR',
    errorMessage: 'El RFC no existe.',
    cartaPorte: CARTA_PORTE,
  });
  const edited = (
    changes: Parameters<typeof editedInvoice>[1],
    customers = { client: company, former: company, issuer },
  ) => editedInvoice(before, changes, customers, MOVED);

  test('is a draft without error, and otherwise as it was, when nothing is said', () => {
    expect(edited({})).toEqual({ ...before, status: 'DRAFT', errorMessage: null, updatedAt: LATER, version: 4 });
  });

  test.each([
    { notes: 'Ahora.' },
    { notes: null },
    { series: 'B' },
    { series: null },
    { paymentForm: '03' },
    { paymentMethod: 'PUE' as const },
    { cfdiUse: 'S01' },
    { cartaPorte: { ...CARTA_PORTE, totalDistRec: 1 } },
  ])('has %j, and the rest as it was', (changes) => {
    expect(edited(changes)).toEqual({ ...edited({}), ...changes });
  });

  test('loses a Carta Porte that is taken away', () => {
    const { cartaPorte: __, ...rest } = edited({});
    expect(edited({ cartaPorte: null })).toEqual({ ...rest, hasCartaPorte: false });
  });

  test('has the amounts of its new items', () => {
    const items = [{ ...ITEM_INPUT, price: 100 }];
    expect(edited({ items })).toMatchObject({
      items: [{ ...ITEM, price: 100 }],
      subtotal: 100,
      taxAmount: 16,
      withheldAmount: 4,
      total: 112,
      clientId: company.id,
    });
  });

  test('withholds as its new customer does, by its old items', () => {
    const shown = edited({ clientId: person.id }, { client: person, former: company, issuer });
    expect(shown).toMatchObject({ clientId: person.id, clientName: 'Ana', withheldAmount: 0, total: 29_000 });
  });

  test('keeps what it said that it withholds when the former customer withheld nothing', () => {
    const shown = editedInvoice(before, { clientId: person.id }, { client: person, former: undefined, issuer }, MOVED);
    expect(shown.withheldAmount).toBe(1_000);
  });

  test('is for nobody when its customer is taken away', () => {
    const shown = editedInvoice(before, { clientId: null }, { client: undefined, former: company, issuer }, MOVED);
    expect(shown).toMatchObject({ clientId: null, clientName: null, withheldAmount: 0 });
  });
});

test('an edit that changes neither items nor customer reads no customer, and withholds as before', () => {
  const before = storedInvoice({ clientId: company.id, items: [{ ...ITEM, withholdingRate: 0 }] });
  const customers = { client: company, former: undefined, issuer };
  expect(editedInvoice(before, { notes: 'x' }, customers, MOVED)).toMatchObject({
    items: before.items,
    total: before.total,
  });
});

describe('the invoice of a rental', () => {
  const reservation = {
    id: ID,
    teamId: ID,
    boxId: ID,
    isBillable: true,
    status: 'CERRADA',
    startAt: NOW,
    dailyRate: 850.5,
    createdAt: NOW,
  } as const;

  test('has one line: the days at the daily rate', () => {
    const invoice = rentalInvoice(
      ID,
      { reservation: { ...reservation, billedDays: 3 }, box: storedBox(), client: company, issuer },
      NOW,
    );
    expect(invoice).toMatchObject({
      id: ID,
      teamId: ID,
      createdAt: NOW,
      clientId: company.id,
      subtotal: 2551.5,
      taxAmount: 408.24,
    });
    expect(invoice.items).toEqual([
      {
        description: 'Renta de caja C-101',
        productKey: '78131600',
        quantity: 3,
        unitKey: 'DAY',
        price: 850.5,
        taxRate: 0.16,
        withholdingRate: 0,
        isrWithholdingRate: 0,
        taxObject: '02',
      },
    ]);
  });

  test('names no box that is gone, and is of one day at least', () => {
    const { items, clientId } = rentalInvoice(ID, { reservation, box: undefined, client: undefined, issuer }, NOW);
    expect(clientId).toBeNull();
    expect(items).toMatchObject([{ description: 'Renta de caja', quantity: 1 }]);
  });
});

describe('what an invoice shows of its trip', () => {
  const { id } = storedTrip();
  const nobody = { client: undefined, driver: undefined, vehicle: undefined };

  test('is what there is', () => {
    const driver = storedDriver({ photoUrl: 'https://assets.example/jose.jpg' });
    const vehicle = storedVehicle({ brand: 'Kenworth', model: 'T680', imageUrl: 'https://assets.example/t.jpg' });
    expect(tripSummary({ id }, { client: company, driver, vehicle })).toEqual({
      id,
      client: { id: company.id, name: company.name, rfc: 'ABC010101AB1' },
      driver: { id: driver.id, name: driver.name, photoUrl: 'https://assets.example/jose.jpg' },
      vehicle: {
        id: vehicle.id,
        plate: '12-AB-3C',
        brand: 'Kenworth',
        model: 'T680',
        imageUrl: 'https://assets.example/t.jpg',
      },
    });
  });

  test('leaves out what is empty or missing', () => {
    const empty = {
      client: storedClient({ rfc: '' }),
      driver: storedDriver({ photoUrl: null }),
      vehicle: storedVehicle({ brand: '', model: '', imageUrl: '' }),
    };
    const shown = tripSummary({ id }, empty);
    expect(JSON.parse(JSON.stringify(shown))).toEqual({
      id,
      client: { id: empty.client.id, name: empty.client.name },
      driver: { id: empty.driver.id, name: empty.driver.name },
      vehicle: { id: empty.vehicle.id, plate: '12-AB-3C' },
    });
    expect(tripSummary({ id }, nobody)).toEqual({ id, ...nobody });
  });
});
