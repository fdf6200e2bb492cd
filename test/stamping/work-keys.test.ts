import { draftWorkKey } from '../../shared/boxes/reservation';
import { STAMPING_SHARDS } from '../../shared/platform/table/work-list';
import {
  cancelWorkKey,
  pastStampWorkKey,
  stampingEventKey,
  stampingRunKey,
  stampingWorkOf,
  stampWorkKey,
} from '../../shared/stamping/work-keys';

const TEAM = '01890000-0000-7000-8000-0000000000f1';
const idOf = (digit: string) => `01890000-0000-7000-8000-0000000000a${digit}`;

test.each([...'0123456789abcdef'])('open work of what ends in %s lies in the partition of that digit', (digit) => {
  const id = idOf(digit);
  const pk = STAMPING_SHARDS[Number(`0x${digit}`) % 4];
  expect(stampWorkKey(id)).toMatchObject({ pk, sk: `WORK#STAMP#${id}` });
  expect(cancelWorkKey(id)).toMatchObject({ pk, sk: `WORK#CANCEL#${id}` });
  expect(draftWorkKey(id)).toMatchObject({ pk, sk: `WORK#DRAFT#${id}` });
  expect(stampingWorkOf(pk ?? '')).toMatchObject({ pk, prefix: 'WORK#' });
});

test('what stamping keeps beside lies where what is stored already lies', () => {
  expect(pastStampWorkKey(TEAM, idOf('0'))).toMatchObject({ pk: `TEAM#${TEAM}#INVOICE#${idOf('0')}`, sk: 'ATTEMPT' });
  expect(stampingRunKey('STAMPING_WORK#2')).toMatchObject({ pk: 'STAMPING_RUN', sk: 'RUN#STAMPING_WORK#2' });
  expect(stampingEventKey(TEAM, 'evt_1')).toMatchObject({ pk: `TEAM#${TEAM}`, sk: 'STAMPING_EVENT#evt_1' });
});
