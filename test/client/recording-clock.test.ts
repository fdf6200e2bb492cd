import { RecordingClock } from '../../client/src/recording-clock';
import { answered, itemsIn, note, phone } from './support/phone';

const START = Date.parse('2026-03-02T15:00:00Z');
const HOUR_MS = 3_600_000;

describe('the time of recording', () => {
  test('road 1.3: is the last receivedAt and what a monotonic clock counted since, whatever happens to the wall clock', () => {
    const at = { wall: START - HOUR_MS, ticks: 0 };
    const clock = new RecordingClock({ now: () => at.wall, monotonic: () => at.ticks });
    expect(clock.now()).toBe(START - HOUR_MS);
    clock.set(new Date(START).toISOString());
    at.ticks = 60_000;
    for (const hours of [-3, 0, 5]) {
      at.wall = START + hours * HOUR_MS;
      expect(clock.now()).toBe(START + 60_000);
    }
  });

  test('road 1.3: goes on by the wall clock while the platform’s clock stood still in sleep, and not when it was set back', () => {
    const ticks = jest.spyOn(performance, 'now').mockReturnValue(0);
    const at = { wall: START };
    const clock = new RecordingClock({ now: () => at.wall });
    clock.set(new Date(START).toISOString());
    ticks.mockReturnValue(60_000);
    at.wall = START + 3 * HOUR_MS;
    expect(clock.now()).toBe(START + 3 * HOUR_MS);
    at.wall = START - 3 * HOUR_MS;
    expect(clock.now()).toBe(START + 60_000);
    at.wall = START + 30 * 24 * HOUR_MS;
    expect(clock.now()).toBe(START + 60_000);
    ticks.mockRestore();
  });

  test('road 1.3: a clock that is set back by three hours between two facts moves neither', async () => {
    const at = { wall: START, ticks: 0 };
    const { queue, sent } = phone((call) => answered(call, { receivedAt: START + at.ticks }), {
      now: () => at.wall,
      monotonic: () => at.ticks,
    });
    await queue.record(note('first'));
    await queue.flush();
    at.ticks = 60_000;
    await queue.record(note('second'));
    at.wall = START - 3 * HOUR_MS;
    at.ticks = 120_000;
    await queue.record(note('third'));
    at.ticks = 180_000;
    await queue.flush();
    const [, call = { body: '{}' }] = sent;
    const instants = itemsIn(call).map(({ recordedAt }) => Date.parse(recordedAt) - START);
    expect([instants, Date.parse(JSON.parse(call.body).sentAt) - START]).toEqual([[60_000, 120_000], 180_000]);
  });

  test('is the one that the app gives with a fact, such as that of a GPS fix', async () => {
    const { queue } = phone((call) => answered(call));
    const recordedAt = '2026-03-02T14:59:58.000Z';
    expect(await queue.record({ ...note('a'), recordedAt })).toMatchObject({ recordedAt });
  });
});
