import * as v from 'valibot';
import {
  isReady,
  LegalData,
  Organization,
  organizationOf,
  type ReadyAccount,
  recentAsks,
  SealUpload,
  type StampingAccount,
} from '../../shared/stamping/organization/organization';
import { accepts, ID, NOW } from '../platform/values/schemas';

const LEGAL = { legalName: 'ESCUELA KEMPER URGATE', rfc: 'EKU9003173C9', taxRegime: '601', zipCode: '42501' };

const account = (given: Partial<StampingAccount> = {}): StampingAccount => ({
  teamId: ID,
  ...LEGAL,
  isProductionReady: false,
  pendingSteps: ['certificate'],
  livemode: false,
  webhookToken: 'unguessable',
  createdAt: NOW,
  updatedAt: NOW,
  ...given,
});

const ready = (given: Partial<StampingAccount> = {}): ReadyAccount => ({
  ...account(given),
  organizationId: '6a0000000000000000000001',
  testKey: 'envelope',
});

describe('who issues', () => {
  test.each([
    ['EKU9003173C9', true],
    ['eku9003173c9', true],
    ['LOAA800101AB1', true],
    ['Ñ&A800101AB1', true],
    ['EKU900317C9', false],
    ['EK9003173C9', false],
    ['EKUUU9003173C', false],
    ['XEKUU9003173C9', false],
    ['EKU9003173C99', false],
    ['1EKU9003173C9', false],
    ['EKU90031X3C9', false],
    ['EKU9003173Ñ9', false],
    ['ÉKU9003173C9', false],
  ])('is told by the RFC %s: %p', (rfc, taken) => {
    expect(accepts(LegalData, { ...LEGAL, rfc })).toBe(taken);
  });

  test('is kept in capitals, and need not name an RFC', () => {
    expect(v.parse(LegalData, { ...LEGAL, rfc: 'eku9003173c9' }).rfc).toBe('EKU9003173C9');
    expect(accepts(LegalData, { ...LEGAL, rfc: undefined })).toBe(true);
  });

  test.each([
    ['taxRegime', ['601'], ['60', '6011', 'x601', '601x', '60x', '']],
    ['zipCode', ['42501'], ['4250', '425011', 'x42501', '42501x', '4250x', '']],
  ])('has a %s of nothing but its digits', (field, taken, refused) => {
    const takes = (value: string) => accepts(LegalData, { ...LEGAL, [field]: value });
    expect([taken.every(takes), refused.some(takes)]).toEqual([true, false]);
  });
});

describe('an account at the provider', () => {
  test('is ready once its organization and its test key are there', () => {
    const { organizationId, testKey } = ready();
    const given = [undefined, account(), account({ organizationId }), account({ testKey }), ready()];
    expect(given.map(isReady)).toEqual([false, false, false, false, true]);
  });

  test('is answered without its secrets, and with what is not there yet as null', () => {
    const shown = organizationOf(ready({ rfc: undefined }));
    expect(shown).toEqual({
      organizationId: '6a0000000000000000000001',
      legalName: 'ESCUELA KEMPER URGATE',
      rfc: null,
      sealName: null,
      taxRegime: '601',
      zipCode: '42501',
      csdUploaded: false,
      csdExpiresAt: null,
      livemode: false,
      isProductionReady: false,
      pendingSteps: ['certificate'],
    });
    expect(accepts(Organization, shown)).toBe(true);
  });

  test('is answered with its seal', () => {
    const shown = organizationOf(ready({ csdSerial: '30001000000500003416', csdExpiresAt: NOW }));
    expect(shown).toMatchObject({ rfc: 'EKU9003173C9', csdUploaded: true, csdExpiresAt: NOW });
  });

  test('counts the live keys that were asked for in the last 24 hours', () => {
    const now = new Date('2026-03-03T15:00:00.000Z');
    const asks = ['2026-03-02T14:59:59.999Z', '2026-03-02T15:00:00.000Z', '2026-03-02T15:00:00.001Z'];
    expect(recentAsks(account({ liveKeyAskedAt: asks }), now)).toEqual(asks.slice(2));
    expect(recentAsks(account(), now)).toEqual([]);
  });
});

describe('a file of a seal', () => {
  const takes = (cerFile: unknown) =>
    accepts(SealUpload, { teamId: ID, cerFile, keyFile: 'QUJD', password: '12345678a' });

  test.each([
    ['QUJD', true],
    ['QUI=', true],
    ['QQ==', true],
    ['aZ+/09==', true],
    ['', false],
    ['QUJ', false],
    ['QUJDR', false],
    ['Q===', false],
    ['=QUJ', false],
    ['QU=D', false],
    ['QU-D', false],
    ['Q JD', false],
    ['===='.repeat(2), false],
  ])('is taken as %j: %p', (text, taken) => {
    expect(takes(text)).toBe(taken);
  });

  test('has at most 10 kB, whatever its padding', () => {
    const sizes = [10_238, 10_239, 10_240, 10_241, 10_242, 10_243];
    const taken = sizes.map((size) => takes(Buffer.alloc(size, 1).toString('base64')));
    expect(taken).toEqual([true, true, true, false, false, false]);
  });
});
