import * as v from 'valibot';
import { DriverRecord } from '../../shared/domain/drivers';
import { InvoiceContent } from '../../shared/domain/invoices';
import { ProviderReadiness, Seal, StampingAccount } from '../../shared/domain/organizations';
import { StampingWork, SYSTEM_ACTOR } from '../../shared/domain/stamping';
import { DEFAULT_TIME_ZONE, Membership } from '../../shared/domain/teams';
import { storedInvoice } from '../support/store-invoices';
import { storedDriver, storedMembership } from '../support/store-records';
import { accepts, ID, NOW } from './schemas';

/** Records that no answer shows, and so no document: what is kept is read again whole. */

const seal = { csdSerial: '30001000000500003416', csdExpiresAt: NOW, rfc: 'EKU9003173C9' };
const readiness = { isProductionReady: false, pendingSteps: ['certificate'] };
const work = { teamId: ID, invoiceId: ID, livemode: true };
const tries = [{ at: NOW, revision: 3, content: v.parse(InvoiceContent, storedInvoice()) }];
const stamp = { kind: 'STAMP', ...work, number: 2, lock: 'l', idempotencyKey: 'k', fingerprint: 'f', tries };

const KEPT: readonly (readonly [string, v.GenericSchema, object])[] = [
  ['a driver', DriverRecord, storedDriver({ sub: ID, tripId: ID, everActive: true })],
  ['a membership', Membership, storedMembership({ name: 'Luis', sessionsValidFrom: NOW })],
  ['a seal', Seal, seal],
  ['how ready the provider is', ProviderReadiness, readiness],
  [
    'an account at the provider',
    StampingAccount,
    {
      teamId: ID,
      organizationId: 'o',
      legalName: 'ESCUELA KEMPER URGATE',
      taxRegime: '601',
      zipCode: '42501',
      ...seal,
      ...readiness,
      livemode: true,
      testKey: 't',
      liveKey: 'l',
      webhookToken: 'w',
      webhookSecret: 's',
      liveWebhookSecret: 'z',
      leasedUntil: NOW,
      liveKeyAskedAt: [NOW],
      foreignLiveKeys: ['x'],
      createdAt: NOW,
      updatedAt: NOW,
    },
  ],
  ['an attempt to stamp', StampingWork, { ...stamp, providerId: 'p', emptySince: NOW }],
  ['a cancellation', StampingWork, { kind: 'CANCEL', ...work, at: NOW }],
  ['a draft that is wanted', StampingWork, { kind: 'DRAFT', teamId: ID, invoiceId: ID, reservationId: ID, at: NOW }],
];

test.each(KEPT)('%s is read as it was kept', (_, schema, record) => {
  expect(v.parse(schema, record)).toEqual(record);
});

test('an attempt has a try, and work is of one of the three kinds', () => {
  expect([accepts(StampingWork, { ...stamp, tries: [] }), accepts(StampingWork, { ...stamp, kind: '' })]).toEqual([
    false,
    false,
  ]);
});

test('a driver whose record does not say so was never active', () => {
  const { everActive: _, ...record } = storedDriver();
  expect(v.parse(DriverRecord, record).everActive).toBe(false);
});

test('who is not said is the system, and where is not said is Mexico City', () => {
  expect(SYSTEM_ACTOR).toBe('00000000-0000-0000-0000-000000000000');
  expect(DEFAULT_TIME_ZONE).toBe('America/Mexico_City');
});
