import * as v from 'valibot';
import { StampingNotice, takeNotice } from '../../shared/stamping/webhook';
import { TEAM } from '../proof/records';
import { attempt, document, INVOICE, pending, SYSTEM, steps } from './steps';

const notice = (externalId?: string | null) => ({ id: 'event', data: { object: { external_id: externalId } } });

test('the invoice that a notice speaks of is settled in the name of the service, and the notice noted', async () => {
  const { deps, asked, given } = steps(pending(), attempt(), { findDocuments: async () => [document()] });
  await takeNotice(deps, TEAM, notice(INVOICE));
  expect(asked()).toEqual(['wasWorkedOff', 'readStamping', 'findDocuments', 'recordStamped', 'noteEvent']);
  expect(given('wasWorkedOff')).toEqual([[TEAM, 'event']]);
  expect(given('recordStamped')[0]?.[0]).toEqual(SYSTEM);
  expect(given('noteEvent')).toEqual([[TEAM, 'event']]);
});

test('one that was worked off changes nothing', async () => {
  const { deps, asked } = steps(pending(), attempt(), { wasWorkedOff: async () => true });
  await takeNotice(deps, TEAM, notice(INVOICE));
  expect(asked()).toEqual(['wasWorkedOff']);
});

test.each([notice('F-7'), notice(null), notice(), { id: 'event', data: {} }, { id: 'event' }])(
  '%j speaks of nothing of ours',
  async (given) => {
    const { deps, asked } = steps(pending(), attempt());
    await takeNotice(deps, TEAM, given);
    expect(asked()).toEqual(['wasWorkedOff']);
  },
);

test('one of no invoice is not noted: it may be ours in a moment', async () => {
  const { deps, asked } = steps(undefined, undefined);
  await takeNotice(deps, TEAM, notice(INVOICE));
  expect(asked()).toEqual(['wasWorkedOff', 'readStamping']);
});

test.each([
  [notice(INVOICE), true],
  [notice(null), true],
  [notice(), true],
  [{ id: 'event', data: {} }, true],
  [{ id: 'e' }, true],
  [{ id: 'e'.repeat(200) }, true],
  [{ id: 'e'.repeat(201) }, false],
  [{ id: '' }, false],
  [{}, false],
  [{ id: 'event', data: { object: { external_id: 7 } } }, false],
])('%j is a notice: %p', (given, isOne) => {
  const parsed = v.safeParse(StampingNotice, given);
  expect(parsed.success).toBe(isOne);
  if (isOne) expect(parsed.output).toEqual(given);
});
