import { eventTypeOf } from '../../../shared/events/event-type';
import { deliveriesOf } from '../../../shared/webhook-endpoints/delivery';
import { ALL_TYPES } from '../../../shared/webhook-endpoints/wants';
import type { Committed, History, Known, Post } from './history';
import { MINUTE } from './world';

interface Row {
  readonly state: string;
  readonly generation: number;
  readonly failure?: unknown;
}

/** Judges a history after its end, by what was committed, received and listed. */
export function judge(history: History): readonly string[] {
  for (const known of history.known.values()) {
    if (history.record(known.id) !== undefined) judgeEndpoint(history, known);
  }
  for (const puller of history.pullers) puller.judge();
  return history.world.violations;
}

function rowsOf({ world }: History, { teamId, id }: Known): Map<string, Row> {
  const { pk, prefix } = deliveriesOf(teamId, id);
  const rows = world.table.partition(pk).filter(({ sk }) => String(sk).startsWith(prefix));
  return new Map(
    rows.map(({ sk, state, generation, failure }) => [
      String(sk).slice(prefix.length),
      { state: String(state), generation: Number(generation), failure },
    ]),
  );
}

/** The events that committed while the endpoint listened to their type. */
function wantedBy(history: History, { id, teamId }: Known): Committed[] {
  const spans = history.record(id)?.spans ?? [];
  return history.committed.filter(({ event, at, teamId: owner }) => {
    const type = eventTypeOf(event);
    return (
      owner === teamId &&
      spans.some(
        (span) =>
          (span.type === ALL_TYPES || span.type === type) &&
          span.from <= at &&
          (span.until === undefined || at <= span.until),
      )
    );
  });
}

interface Judged {
  readonly history: History;
  readonly known: Known;
  readonly rows: ReadonlyMap<string, Row>;
  readonly wanted: readonly Committed[];
  readonly posts: readonly Post[];
}

function judgeEndpoint(history: History, known: Known): void {
  const posts = history.posts.filter(({ endpointId }) => endpointId === known.id);
  const judged = { history, known, rows: rowsOf(history, known), wanted: wantedBy(history, known), posts };
  const { disabledReason } = history.record(known.id) ?? {};
  if (disabledReason) history.count(`endpoints disabled: ${disabledReason}`);
  judgeEvents(judged);
  judgeRows(judged);
  judgeRedeliveries(judged);
  judgeCopies(judged);
}

const isListed = ({ rows }: Judged, eventId: string): boolean =>
  ['FAILED', 'SKIPPED'].includes(rows.get(eventId)?.state ?? '');

function judgeEvents(judged: Judged): void {
  const { history, wanted, posts } = judged;
  for (const { event, at } of wanted) {
    const mine = posts.filter(({ eventId }) => eventId === event.id);
    if (!mine.some(({ isTaken }) => isTaken) && !isListed(judged, event.id)) history.violate('1: an event was lost');
    if (!history.isFaulty && !mine.some((post) => post.at - at < 3 * MINUTE))
      history.violate('11: without faults a first attempt came late');
  }
}

function judgeRows({ history, known, rows }: Judged): void {
  for (const [eventId, { state, generation, failure }] of rows) {
    history.count(`rows at the end: ${state}${failure === undefined ? '' : `, ${failure}`}`);
    if (state === 'PENDING') history.violate('7: a row stays PENDING');
    const isDelivered = history.successes.has([known.id, eventId, generation].join());
    if (isDelivered && state === 'FAILED') history.violate('8: a delivered row is FAILED');
  }
}

function judgeRedeliveries(judged: Judged): void {
  const { history, known, posts } = judged;
  for (const { endpointId, eventId, at } of history.redeliveries) {
    const isSent = posts.some((post) => post.eventId === eventId && post.at >= at);
    if (endpointId === known.id && !isSent && !isListed(judged, eventId))
      history.violate('10: a redelivery was not sent');
  }
}

/** Only an endpoint that received all changes can know all records. */
function judgeCopies(judged: Judged): void {
  const { history, known, wanted } = judged;
  const isWhole = known.isForAll && !known.wasDisabled && history.record(known.id)?.status === 'ENABLED';
  if (!isWhole || wanted.some(({ event }) => isListed(judged, event.id))) return;
  const affected = wanted.flatMap(({ event }) => [{ entityId: event.entityId }, ...(event.affects ?? [])]);
  for (const record of new Set(affected.map(({ entityId }) => entityId))) {
    if (known.consumer.copies.get(record) !== history.version(known.teamId, record))
      history.violate('5: a consumer ends with an old copy');
  }
}
