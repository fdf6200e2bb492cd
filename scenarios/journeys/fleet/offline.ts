import { expectRefused, expectSame, expectStatus } from '../../expect';
import { type Recorded, recorder } from '../../phone';
import {
  changeStops,
  readStops,
  readTimeline,
  readTrip,
  setOwnTripStatus,
  setTripStatus,
  startTrip,
  sync,
} from '../../steps/trips';
import type { TripContext } from './under-way';

/** A day without network: the phone sends everything in the evening, after the office ended the trip, and loses the first answer. */
export async function offlineLeg({ colleague, drivers }: TripContext, tripId: string): Promise<void> {
  const { oscarsApp: app } = drivers;
  const stops = ['Apodaca', 'Saltillo', 'Vallejo'].map((name, index) => ({ order: index + 1, name }));
  const planned = await expectStatus(200, changeStops(colleague, tripId, { stopsRevision: 0, stops }));
  const [first, second, third] = planned.stops.map(({ id }) => id);
  const record = recorder(tripId);
  const early = [record('NOTE', 700, { text: 'Salgo del patio' })];
  expectSame(await resultsOf(sync(app, early)), ['WAITING TRIP_NOT_STARTED']);
  const tap = record('TRIP_START', 0, {});
  const started = await expectStatus(200, startTrip(app, tripId, undefined, tap.id));
  expectSame(await expectStatus(200, startTrip(app, tripId, undefined, tap.id)), started);
  const day = [
    record('TRIP_START', 705, {}),
    ...early,
    record('STOP_ARRIVED', 600, { stopId: first, source: 'GEOFENCE', lat: 25.7782, lng: -100.1876 }),
    record('STOP_DEPARTED', 540, { stopId: first }),
    record('STOP_SKIPPED', 400, { stopId: second, reason: 'Sin cita' }),
    record('NOTE', 390, { text: 'Carretera cerrada en el km 40' }),
    record('STOP_ARRIVED', 120, { stopId: third, source: 'DRIVER' }),
    record('STOP_ARRIVED', 110, { stopId: third, source: 'DRIVER' }),
    record('STOP_DEPARTED', 60, { stopId: third, outcome: 'FAILED', reason: 'Cortina cerrada' }),
    record('TRIP_END', 30, {}),
  ];
  await expectStatus(200, setTripStatus(colleague, tripId, 'COMPLETADO'));
  const accepted = (result: string) => day.map(() => result);
  expectSame(await resultsOf(sync(app, day.toReversed())), accepted('APPLIED'));
  expectSame(await resultsOf(sync(app, day)), accepted('DUPLICATE'));
  const after = await expectStatus(200, readStops(colleague, tripId));
  expectSame(
    after.stops.map(({ name, status, arrived, departed }) => [name, status, arrived?.at, departed?.reason]),
    [
      ['Apodaca', 'SALIO', timeOf(day[2]), undefined],
      ['Saltillo', 'OMITIDA', undefined, undefined],
      ['Vallejo', 'SALIO', timeOf(day[6]), 'Cortina cerrada'],
    ],
  );
  const { timeline } = await expectStatus(200, readTimeline(colleague, tripId));
  expectSame(
    timeline.filter(({ receivedAt }) => receivedAt !== undefined).map(({ id, event }) => [id, event]),
    [...day, tap].map(({ id, kind }) => [id, kind]),
  );
  const trip = await expectStatus(200, readTrip(colleague, tripId));
  expectSame([trip.actualStartDate, trip.actualEndDate], [timeOf(day[0]), timeOf(day.at(-1))]);
  await expectRefused('409 TRIP_TRANSITION', setOwnTripStatus(app, tripId, { status: 'COMPLETADO' }));
}

const timeOf = (item: Recorded | undefined) => item?.recordedAt;

async function resultsOf(call: ReturnType<typeof sync>): Promise<string[]> {
  const { results } = await expectStatus(200, call);
  return results.map(({ result, error }) => [result, error].filter(Boolean).join(' '));
}
