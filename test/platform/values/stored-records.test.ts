import * as v from 'valibot';
import { SYSTEM_ACTOR } from '../../../shared/audit/audit-event';
import { FileRecord } from '../../../shared/files/file';
import { DriverRecord } from '../../../shared/fleet/driver';
import { Position } from '../../../shared/fleet/position';
import { Vehicle, VehicleRecord } from '../../../shared/fleet/vehicle';
import { InvoiceContent } from '../../../shared/invoices/invoice';
import { HeadContent, InvoiceRecord } from '../../../shared/invoices/invoice-record';
import { StampingState } from '../../../shared/invoices/stamping-state';
import { Mail } from '../../../shared/mail/mail';
import { ArchiveRecord } from '../../../shared/stamping/archives/archive';
import {
  ProviderReadiness,
  SigningCertificate,
  StampingAccount,
} from '../../../shared/stamping/organization/organization';
import { StampingWork } from '../../../shared/stamping/work-items';
import { DEFAULT_TIME_ZONE, Membership } from '../../../shared/teams/team';
import { User, UserProfile } from '../../../shared/teams/user';
import { Receivable } from '../../../shared/trips/receivable';
import { Trip, TripRecord } from '../../../shared/trips/trip';
import { storedInvoice } from '../../support/store-invoices';
import { storedDriver, storedMembership } from '../../support/store-records';
import { accepts, ID, NOW } from './schemas';

/** No answer, and so no document, shows these records. Every stored field must survive a write and a read. */

const seal = {
  csdSerial: '30001000000500003416',
  csdExpiresAt: NOW,
  rfc: 'EKU9003173C9',
  sealName: 'ESCUELA KEMPER URGATE',
};
const readiness = { isProductionReady: false, pendingSteps: ['certificate'] };
const work = { teamId: ID, invoiceId: ID, livemode: true };
const attempts = [{ at: NOW, revision: 3, content: v.parse(InvoiceContent, storedInvoice()) }];
const stamp = { kind: 'STAMP', ...work, number: 2, attemptId: 'l', idempotencyKey: 'k', fingerprint: 'f', attempts };

const KEPT: readonly (readonly [string, v.GenericSchema, object])[] = [
  ['a driver', DriverRecord, storedDriver({ sub: ID, tripId: ID, everActive: true })],
  ['a membership', Membership, storedMembership({ name: 'Luis', sessionsValidFrom: NOW })],
  ['a seal', SigningCertificate, seal],
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
  [
    'an archive',
    ArchiveRecord,
    {
      id: ID,
      teamId: ID,
      status: 'FAILED',
      errorMessage: 'e',
      month: '2026-02',
      types: ['I', 'E', 'T', 'P'],
      livemode: true,
      fingerprint: 'f',
      providerId: 'p',
      heldUntil: NOW,
      createdAt: NOW,
      expires: 1,
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
  expect([accepts(StampingWork, { ...stamp, attempts: [] }), accepts(StampingWork, { ...stamp, kind: '' })]).toEqual([
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

const CONTENT = `clientId clientName series subtotal taxAmount withheldAmount isrWithheldAmount total paymentForm paymentMethod cfdiUse
  hasCartaPorte notes conditions noCartaPorteReason relations`;
const HEAD = `id teamId type tripId ${CONTENT} items providerId folio status livemode errorMessage issuedAt createdAt updatedAt
  revision isTripDraft reservationId stamping uuid verificationUrl cartaPorteUrl documentTotal cancelledAt version externalId takesAdvances
  tripCancelledAlert outdatedAlert keptAlerts cancellationOf stampedTrip replaces replacedBy isReplaced driverId vehicleId
  credited receipted receiptCount documentIds documentPending isLedgerClosed ledgerVersion`;

test.each([
  ['the content of an invoice', InvoiceContent, `${CONTENT} items cartaPorte`],
  ['what an edit writes of its head', HeadContent, CONTENT],
  ['the head of an invoice', InvoiceRecord, HEAD],
  ['the stamping of an invoice', StampingState, 'number attemptId isOpen livemode idCcp'],
  [
    'a position',
    Position,
    'tripId driverId sub isOpen lat lng speedKmh heading timestamp receivedAt sessionsValidFrom keptSession leg lastKey points stopsRevision watched hoursDue lineOf far offRoute',
  ],
  ['what is owed for a trip', Receivable, 'tripId invoiceId uuid clientId revenue total paid since'],
  ['a mail', Mail, 'to subject text'],
  [
    'a file',
    FileRecord,
    'fileId teamId entityType entityId key bucket fileName contentType size uploadedBy uploadedAt versionId sha256 stopId',
  ],
])('of %s there is kept what the store reads, and no more', (_, { entries }, fields) => {
  expect(Object.keys(entries).sort()).toEqual(fields.split(/\s+/).sort());
});

test.each([
  [
    'trip',
    TripRecord,
    Trip,
    'invoiceId paid estimate documents billed applied startLat startLng lastPosition lastKey endCommittedAt hasLine leg legs stopsRevision startFactId endFactId endedBefore proofAlert endedById',
  ],
  ['user', User, UserProfile, 'sessionsValidFrom keptSession endedSessions hasFactor recoveryBegan'],
  ['vehicle', VehicleRecord, Vehicle, 'tripId correction'],
])('a %s is kept with what is answered, and what only we know', (_, { entries }, answered, fields) => {
  expect(Object.keys(entries).sort()).toEqual([...Object.keys(answered.entries), ...fields.split(' ')].sort());
});
