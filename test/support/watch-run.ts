import { trigger } from '../../functions/triggers/watch-trips';
import { makeTriggerHandler } from '../../shared/operation/define-trigger';
import { WATCH_SHARDS } from '../../shared/trips/road-watch';
import type { TestContext } from './engine-runtime';
import { lambdaContext } from './http-event';
import type { PhoneRoad } from './phone';
import type { TestTable } from './test-table';

type Road = Pick<PhoneRoad, 'trip'>;

/** One run of the schedule that looks at trips. `milliseconds` is the time that is left at any moment. */
export const runWatch = (testContext: TestContext, milliseconds = 240_000): Promise<unknown> =>
  makeTriggerHandler(trigger, testContext.runtime)(
    {},
    { ...lambdaContext(), getRemainingTimeInMillis: () => milliseconds },
  );

/** The watches of a trip, those that are due first. */
export async function watchesOf(table: TestTable, { trip }: Road): Promise<Record<string, unknown>[]> {
  const all = await Promise.all(WATCH_SHARDS.map((shard) => table.partition(shard, 'DUE#')));
  return all.flat().filter(({ teamId, tripId }) => teamId === trip.teamId && tripId === trip.id);
}

/** The alerts of a type about a trip, the oldest first. */
export async function alertsAbout(table: TestTable, type: string, { trip }: Road): Promise<Record<string, unknown>[]> {
  const alerts = await table.partition(`TEAM#${trip.teamId}`, 'ALERT#');
  return alerts.filter((alert) => alert.type === type && alert.entityId === trip.id);
}

export const statusesOf = async (...given: Parameters<typeof alertsAbout>): Promise<unknown[]> =>
  (await alertsAbout(...given)).map(({ status }) => status);
