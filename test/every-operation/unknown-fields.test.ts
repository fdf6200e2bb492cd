import * as v from 'valibot';
import { Invoice } from '../../shared/invoices/invoice';
import { CASES } from './cases';

/**
 * POST and PUT of an invoice, and the operations that the tax rules add. One that is built later is checked from then
 * on.
 */
const REFUSING = [
  /^(?:POST|PUT) \/invoices(?:\/\{id\})?$/,
  /^\w+ \/invoices\/\{id\}\/(?:credit-notes|substitute|email)$/,
  /^\w+ \/teams\/\{teamId\}\/(?:collections|receipts|document-archives)(?:\/|$)/,
  /^POST \/teams\/\{teamId\}\/trips\/\{tripId\}\/relay$/,
];
/** A driver's own edit has always refused unknown fields. */
const OTHERS = ['PATCH /drivers/me'];

const bodies = CASES.flatMap(([name, { route, input }]) => (input?.body ? [{ name, route, body: input.body }] : []));
const isRefusing = ({ route }: { readonly route: string }) => REFUSING.some((pattern) => pattern.test(route));
const refusing = bodies.filter(isRefusing);

/** The paths of the refusals. The first one is the answer's `field`. */
const pathsOf = (body: v.GenericSchema, input: unknown): (string | null)[] =>
  v.safeParse(body, input).issues?.map((issue) => v.getDotPath(issue)) ?? [];
const firstPath = (body: v.GenericSchema, input: unknown) => pathsOf(body, input)[0];

const UNKNOWN = 'campoSinSentido';

test('tax M16: there are such operations', () => {
  expect(refusing.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['invoices/create-invoice', 'invoices/edit-invoice']),
  );
});

test.each(refusing)('tax M16: $name refuses an unknown field by its path', ({ body }) => {
  expect(firstPath(body, { [UNKNOWN]: 1 })).toBe(UNKNOWN);
  expect(firstPath(body, JSON.parse('{"__proto__": 1}'))).toBe('__proto__');
});

test.each(bodies.filter((one) => !isRefusing(one) && !OTHERS.includes(one.route)))(
  'product §1: $name ignores an unknown field',
  ({ body }) => {
    expect(pathsOf(body, { [UNKNOWN]: 1 })).not.toContain(UNKNOWN);
  },
);

describe.each(['invoices/create-invoice', 'invoices/edit-invoice'])('tax M16: %s', (wanted) => {
  const body = bodies.find(({ name }) => name === wanted)?.body ?? v.never();

  test.each([
    ['items.0.sku', { items: [{ description: 'x', price: 1, sku: 'A' }] }],
    ['items.1.impuestos', { items: [{ description: 'x', price: 1 }, { impuestos: [] }] }],
    ['cartaPorte.mercancias.0.peligroso', { cartaPorte: { mercancias: [{ peligroso: true }] } }],
    ['cartaPorte.destinos.0.domicilio.calles', { cartaPorte: { destinos: [{ domicilio: { calles: '' } }] } }],
    ['cartaporte', { cartaporte: null }],
    ['isTripDraft', { isTripDraft: true }],
    ['outdatedAlert', { outdatedAlert: null }],
    ['revision', { revision: 3 }],
    ['constructor', { constructor: {} }],
  ])('tax M16: names %s', (path, sent) => {
    expect(firstPath(body, sent)).toBe(path);
  });

  test('tax M16: takes every name of the record’s own answer', () => {
    const names = [...Object.keys(Invoice.entries), 'trip', 'version', 'externalId'];
    const sent = Object.fromEntries(names.map((name) => [name, { anything: 1 }]));
    const message = 'This field is not accepted here. Remove it.';
    expect(v.safeParse(body, sent).issues?.filter((issue) => issue.message === message) ?? []).toEqual([
      expect.objectContaining({ path: [expect.objectContaining({ key: 'cartaPorte' }), expect.anything()] }),
    ]);
  });
});
