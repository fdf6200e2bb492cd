import type { Rental } from '../../shared/boxes/rental-invoice';
import { makeRentalDraft, recoverRentalDraft } from '../../shared/stamping/rental-draft';
import { TEAM } from '../proof/records';
import { storedBox } from '../support/store-boxes';
import { storedClient } from '../support/store-records';
import {
  ACTOR,
  at,
  document,
  INVOICE,
  MINUTE,
  OTHER_INVOICE,
  REFUSED,
  SYSTEM,
  steps,
  TEST_KEY,
  UNKNOWN,
} from './steps';

type Instead = Parameters<typeof steps>[2];

const WORK = { kind: 'DRAFT', teamId: TEAM, invoiceId: INVOICE, reservationId: OTHER_INVOICE, at: at(0) } as const;
const box = storedBox({ teamId: TEAM });
const reservation: Rental['reservation'] = {
  id: OTHER_INVOICE,
  teamId: TEAM,
  boxId: box.id,
  status: 'CERRADA',
  startAt: at(0),
  dailyRate: 100,
  billedDays: 2,
  isBillable: true,
  createdAt: at(0),
};
const rental = { work: WORK, reservation, box, client: storedClient({ teamId: TEAM }), issuer: undefined };

const closed = (instead: Instead = {}) => steps(undefined, undefined, { readRental: async () => rental, ...instead });

test('a close makes the draft at the provider and then here', async () => {
  const { deps, asked, given } = closed();
  expect(await makeRentalDraft(deps, ACTOR, OTHER_INVOICE)).toBe(INVOICE);
  expect(asked()).toEqual(['readRental', 'createDocument', 'recordRentalDraft']);
  expect(given('readRental')).toEqual([[TEAM, OTHER_INVOICE]]);
  const body = { status: 'draft', external_id: INVOICE, idempotency_key: `${INVOICE}-draft` };
  expect(given('createDocument')).toMatchObject([[TEST_KEY, body]]);
  const invoice = { id: INVOICE, providerId: 'document', subtotal: 200, createdAt: at(0) };
  expect(given('recordRentalDraft')).toMatchObject([[ACTOR, WORK, invoice]]);
});

test('where none is wanted any more none is made', async () => {
  const { deps, asked } = steps(undefined, undefined);
  expect(await makeRentalDraft(deps, ACTOR, OTHER_INVOICE)).toBeUndefined();
  expect(asked()).toEqual(['readRental']);
});

test.each<[string, Instead]>([
  ['was refused', { createDocument: async () => REFUSED }],
  ['was not answered', { createDocument: async () => UNKNOWN }],
  ['could not be sent', { createDocument: () => Promise.reject(new Error('no answer')) }],
])('of a draft that %s the alert tells', async (_, instead) => {
  const { deps, asked, given } = closed(instead);
  expect(await makeRentalDraft(deps, ACTOR, OTHER_INVOICE)).toBeUndefined();
  expect(asked()).toEqual(['readRental', 'createDocument', 'failRentalDraft']);
  expect(given('failRentalDraft')).toEqual([[WORK]]);
});

test.each<[string, Instead]>([
  ['has no keys', { openKeys: async () => undefined }],
  ['whose keys cannot be opened', { openKeys: () => Promise.reject(new Error('no envelope')) }],
])('of a team that %s the alert tells', async (_, instead) => {
  const { deps, asked } = closed(instead);
  expect(await makeRentalDraft(deps, ACTOR, OTHER_INVOICE)).toBeUndefined();
  expect(asked()).toEqual(['readRental', 'failRentalDraft']);
});

test('recovery leaves a close alone for a minute', async () => {
  const { deps, asked, pass } = closed();
  pass(MINUTE - 1);
  await recoverRentalDraft(deps, WORK);
  expect(asked()).toEqual([]);
  pass(1);
  await recoverRentalDraft(deps, WORK);
  expect(asked()).toEqual(['readRental', 'findDocuments', 'createDocument', 'recordRentalDraft']);
});

test('recovery keeps what whoever died had made, in the name of the service', async () => {
  const findDocuments = async () => [document({ id: 'there', status: 'draft' })];
  const { deps, asked, given, pass } = closed({ findDocuments });
  pass(MINUTE);
  await recoverRentalDraft(deps, WORK);
  expect(asked()).toEqual(['readRental', 'findDocuments', 'recordRentalDraft']);
  expect(given('findDocuments')).toEqual([[TEST_KEY, INVOICE]]);
  expect(given('recordRentalDraft')).toMatchObject([[SYSTEM, WORK, { id: INVOICE, providerId: 'there' }]]);
});
