import * as v from 'valibot';
import { instantOfUuid, uuidVersion7 } from '../../shared/platform/runtime/uuid';
import {
  type Clocks,
  clocksOf,
  correctedTime,
  FactId,
  isIdOutOfTime,
  isTooOld,
  type MergedFact,
} from '../../shared/trips/fact';
import { merged } from '../../shared/trips/merge-stop';
import { inOrder } from '../../shared/trips/proof';
import type { StopRegisters } from '../../shared/trips/stop';
import { someId } from '../support/engine-runtime';
import { runs } from '../support/runs';
import { seeded } from '../support/seeded';

const { randomInt } = seeded();

const NOW = new Date('2026-03-04T12:00:00.000Z');
const SECOND_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds).toISOString();

describe('ruling 2: the identifier of a fact', () => {
  // RFC 9562, appendix A.6: 2022-02-22 14:22:22.00 GMT-05:00.
  const OF_THE_STANDARD = '017F22E2-79B0-7CC3-98C4-DC0C0C07398F';

  test('ruling 2: is a UUID of version 7 as in the example of RFC 9562, whose instant is read', () => {
    const id = v.parse(FactId, OF_THE_STANDARD);
    expect(id).toBe(OF_THE_STANDARD.toLowerCase());
    expect(instantOfUuid(id)).toEqual(new Date('2022-02-22T14:22:22.000-05:00'));
  });

  // RFC 9562, appendices A.1 to A.5 and B.2.
  test.each([
    'C232AB00-9414-11EC-B3C8-9F6BDECED846',
    '5df41881-3aed-3515-88a7-2f4a814cf09e',
    '919108f7-52d1-4320-9bac-f847db4148a8',
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    '1EC9414C-232A-6B00-B3C8-9F6BDECED846',
    '5c146b14-3c52-8afd-938a-375d0df1fbf6',
    '017F22E2-79B0-7CC3-18C4-DC0C0C07398F',
  ])('ruling 2: is none of another version or variant: %s', (id) => {
    expect(v.is(FactId, id)).toBe(false);
  });

  test.each([
    [8 * DAY_MS, false],
    [8 * DAY_MS + 1, true],
    [-DAY_MS, false],
    [-DAY_MS - 1, true],
  ])('ruling 2: of %d milliseconds ago is out of time: %s', (age, isOut) => {
    const id = uuidVersion7(NOW.getTime() - age, new Uint8Array(10));
    expect(isIdOutOfTime(id, clocksOf(NOW, ago(0)))).toBe(isOut);
  });
});

describe('ruling 3: the corrected time', () => {
  test.each([
    ['within two minutes is the recorded one', 120_000, 600_000, 600_000],
    ['within two minutes ahead is the recorded one', -120_000, 600_000, 600_000],
    ['of a phone that is an hour behind is an hour later', 3_600_000, 4_200_000, 600_000],
    ['of a phone that is an hour ahead is an hour earlier', -3_600_000, -3_000_000, 600_000],
    ['of a phone that is years behind is right', 900 * DAY_MS, 900 * DAY_MS + 600_000, 600_000],
    ['is never after the arrival', 0, -60_000, 0],
    ['is never after the arrival, whatever the skew', 3_600_000, 0, 0],
  ])('ruling 3: %s', (_, skew, recorded, expected) => {
    const clocks = clocksOf(NOW, ago(skew));
    expect(clocks.skewMs).toBe(skew);
    expect(correctedTime(ago(recorded), clocks)).toBe(NOW.getTime() - expected);
  });

  test('road 8: more than seven days ago by the corrected time is too old', () => {
    const clocks: Clocks = { receivedAt: NOW, skewMs: 0 };
    expect(isTooOld(NOW.getTime() - 7 * DAY_MS, clocks)).toBe(false);
    expect(isTooOld(NOW.getTime() - 7 * DAY_MS - 1, clocks)).toBe(true);
  });
});

describe('ruling 5: merges of a stop', () => {
  const stopId = someId();
  const tripId = someId();
  const recordedAt = ago(0);
  const shared = { stopId, tripId, recordedAt, at: recordedAt };
  /** A random fact, from few identifiers, so that some are equal. */
  function someFact(): MergedFact {
    const second = randomInt(6) * SECOND_MS;
    const chance = randomInt(1_000) / 1_000;
    const id = (kind: number) => uuidVersion7(NOW.getTime() + second, new Uint8Array(10).fill(kind));
    const at = new Date(NOW.getTime() + second).toISOString();
    if (chance < 1 / 4) return { ...shared, at, kind: 'PROOF', id: id(4), receiverName: 'Rosa', files: [] };
    if (chance < 2 / 4) return { ...shared, at, kind: 'STOP_ARRIVED', id: id(1), source: 'DRIVER' };
    if (chance < 3 / 4) return { ...shared, at, kind: 'STOP_DEPARTED', id: id(2), outcome: 'DELIVERED' };
    return { ...shared, at, kind: 'STOP_SKIPPED', id: id(3), reason: 'Cerrado' };
  }
  const all = (facts: readonly MergedFact[], registers: StopRegisters = { stopId }) => facts.reduce(merged, registers);
  /** The proofs are stored in the order of their arrival, and read in that of recording. */
  const read = ({ proofs, ...registers }: StopRegisters) => ({ ...registers, proofs: inOrder(proofs) });

  test('ruling 5: are commutative, associative and idempotent', () => {
    for (let round = 0; round < runs(200, 2_000); round += 1) {
      const facts = Array.from({ length: 1 + randomInt(7) }, someFact);
      const cut = randomInt(facts.length);
      const expected = read(all(facts));
      expect(read(all(facts.toReversed()))).toEqual(expected);
      expect(read(all(facts.slice(cut), all(facts.slice(0, cut))))).toEqual(expected);
      expect(read(all(facts.slice(0, cut), all(facts.slice(cut))))).toEqual(expected);
      expect(read(all([...facts, ...facts]))).toEqual(expected);
    }
  });

  test('ruling 5: keep the first arrival, the last departure and the first skip, by identifier', () => {
    const of = (second: number) => uuidVersion7(NOW.getTime() + second * SECOND_MS, new Uint8Array(10));
    const [first, last] = [of(1), of(2)];
    const facts: MergedFact[] = [first, last].flatMap((id): MergedFact[] => [
      // The clock of the phone was set back in the meantime.
      { ...shared, kind: 'STOP_ARRIVED', id, at: ago(id === first ? 0 : DAY_MS), source: 'DRIVER' },
      { ...shared, kind: 'STOP_DEPARTED', id, at: ago(id === first ? 0 : DAY_MS), outcome: 'DELIVERED' },
      { ...shared, kind: 'STOP_SKIPPED', id, at: ago(id === first ? 0 : DAY_MS), reason: 'x' },
    ]);
    const expected = { arrived: { id: first }, departed: { id: last }, skipped: { id: first } };
    expect(all(facts)).toMatchObject(expected);
  });
});
