import { makeDeps } from '../../shared/platform/runtime/capability';
import { STAMPING_RULES } from '../../shared/stamping/stamping-rules';
import { CANCEL_USES, RECOVERY_USES, SETTLE_USES, STAMP_USES, WEBHOOK_USES } from '../../shared/stamping/uses';
import { makeTestContext } from '../support/engine-runtime';

const { runtime, meter } = makeTestContext();
const scope = { requestId: '', remaining: () => 7, meter };

test.each([
  [
    'stamps',
    STAMP_USES,
    ['lockInvoice', 'prepareInvoice', 'createDocument', 'updateDraft', 'stampDraft', 'removeDraft'],
  ],
  ['cancels', CANCEL_USES, ['openCancellation', 'openReplacement', 'completeWork', 'cancelDocument']],
  ['takes a notice', WEBHOOK_USES, ['wasWorkedOff', 'noteEvent']],
  [
    'recovers',
    RECOVERY_USES,
    ['acquireLease', 'saveCheckpoint', 'listWork', 'completeWork', 'archiveWork', 'recordRentalDraft'],
  ],
])('who %s can do what it takes, and settle', (_, uses, own) => {
  expect(Object.keys(uses)).toEqual(expect.arrayContaining([...Object.keys(SETTLE_USES), ...own]));
});

test('all follow the rules of the saga, by the clock of the function', () => {
  const { rules, clock } = makeDeps(SETTLE_USES, runtime, scope);
  expect(rules).toBe(STAMPING_RULES);
  expect([clock.now(), clock.remaining()]).toEqual([runtime.now(), 7]);
  expect(clock.newId()).toMatch(/^[0-9a-f-]{36}$/);
});
