import type { TeamActor } from '../audit/audit';
import { type AuditEvent, auditOfTeam, eventAt, eventKey } from '../audit/audit-event';
import { eventTypeOf } from '../events/event-type';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { CREATE_ONCE_PERMISSIONS, changeOnce, type Once } from '../platform/table/idempotency';
import { spendHourlyOfTeam } from '../platform/table/quota';
import { getItem, queryIndex } from '../platform/table/read';
import { update } from '../platform/table/steps';
import {
  type DeliveryPlace,
  type DeliveryState,
  deliveryKey,
  type Redelivery,
  redeliveryIndexes,
  redeliveryKey,
} from './delivery';
import { queueDeliveries } from './delivery-queue';
import { pendingRow } from './delivery-rows';
import type { EndpointRecord } from './endpoint';
import { TEST_TYPE } from './event-body';

const OLDEST_MS = 30 * 24 * 60 * 60 * 1000;
const MOST_TESTS = 20;

function assertEnabled({ status }: EndpointRecord): void {
  if (status === 'DISABLED') throw new AppError('WEBHOOK_DISABLED');
}

/**
 * Makes one event due again for an endpoint, also when the endpoint no longer receives its type. An event without a row gets one. An event of
 * another team is not found.
 */
export const redeliverEvent = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'UpdateItem'], tableKeys: ['CALLER#', 'TEAM#'], gsi1: ['Query'] },
  (context) =>
    (endpoint: EndpointRecord, eventId: string, once?: Once): Promise<void> =>
      changeOnce(context, once, async (write) => {
        assertEnabled(endpoint);
        const { teamId, id: endpointId } = endpoint;
        const place = { teamId, endpointId, eventId };
        const event = await entryOf(context, teamId, eventId);
        const type = event && eventTypeOf(event);
        if (event === undefined || type === undefined) throw await noEvent(context, place);
        for (;;) {
          const row = await getItem(context, deliveryKey(place));
          // The clock of an earlier redelivery can have been ahead.
          const generation = Math.max(context.now().getTime(), (row?.generation ?? 0) + 1);
          const older = { absentOrAtMost: { generation: generation - 1 } };
          if (await pendingRow(context, place, event, type, generation, older, write)) return;
        }
      }),
);

/** A test has a row but no event that could be sent again. */
async function noEvent(context: Context, place: DeliveryPlace): Promise<AppError> {
  const row = await getItem(context, deliveryKey(place));
  if (row?.type !== TEST_TYPE) return new AppError('NOT_FOUND');
  return new AppError('NOT_FOUND', {
    message: {
      en: 'This was a test. Send a new one: POST /teams/{teamId}/webhook-endpoints/{webhookEndpointId}/test.',
      es: 'Esto fue una prueba. Envíe otra: POST /teams/{teamId}/webhook-endpoints/{webhookEndpointId}/test.',
    },
  });
}

/** The entry of the team with this identifier. The index finds the record that it belongs to. */
async function entryOf(context: Context, teamId: string, eventId: string): Promise<AuditEvent | undefined> {
  const range = { from: `${eventId}#`, to: `${eventId}#~`, limit: 1 };
  const { positions } = await queryIndex(context, 'gsi1', auditOfTeam(teamId).gsi1pk, range);
  const [position] = positions;
  return position === undefined ? undefined : getItem(context, eventKey(teamId, eventAt(position)));
}

/** Begins a redelivery of all events that the endpoint wanted since an instant, or of those in a state. The sweep does it in chunks. */
export const redeliverSince = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'UpdateItem'], tableKeys: ['CALLER#', 'TEAM#'] },
  (context) =>
    (endpoint: EndpointRecord, since: string, state: DeliveryState | undefined, once?: Once): Promise<void> =>
      changeOnce(context, once, async (write) => {
        assertEnabled(endpoint);
        const now = context.now();
        const at = Date.parse(since);
        if (at > now.getTime() || at < now.getTime() - OLDEST_MS) {
          throw validationError('since', {
            en: 'Send an instant of the last 30 days.',
            es: 'Envíe un instante de los últimos 30 días.',
          });
        }
        const { teamId, id: endpointId } = endpoint;
        const job: Redelivery = {
          teamId,
          endpointId,
          since: new Date(at).toISOString(),
          state,
          generation: now.getTime(),
          dueAt: now.toISOString(),
        };
        const step = update(
          redeliveryKey(teamId, endpointId),
          { set: { ...job, ...redeliveryIndexes(job) } },
          { exists: false },
          underWay,
        );
        await write(step);
      }),
);

const underWay = (): AppError =>
  new AppError('CONFLICT', {
    message: {
      en: 'A redelivery of this endpoint is under way. Wait until it has ended.',
      es: 'Ya hay un reenvío en curso para este destino. Espere a que termine.',
    },
  });

const spendTest = capability(
  { table: ['UpdateItem'], tableKeys: ['QUOTA#'] },
  (context) =>
    (teamId: string): Promise<void> =>
      spendHourlyOfTeam(context, {
        teamId,
        what: 'WEBHOOK_TEST',
        most: MOST_TESTS,
        message: {
          en: `A team can send ${MOST_TESTS} test events an hour. Wait until the next hour.`,
          es: `Una empresa puede enviar ${MOST_TESTS} eventos de prueba por hora. Espere a la siguiente hora.`,
        },
      }),
);

const testClock = capability({}, ({ now, newId }) => ({ now, newId }));

/** Queues a test event: one attempt, without retries, listed like all other deliveries. Returns its identifier. */
export const testEndpoint = capability.of(
  { spendTest, testClock, queueDeliveries },
  (deps) =>
    async (actor: TeamActor, endpoint: EndpointRecord): Promise<string> => {
      assertEnabled(endpoint);
      const { teamId, id: endpointId } = endpoint;
      await deps.spendTest(teamId);
      const event: AuditEvent = {
        id: deps.testClock.newId(),
        entityType: 'WEBHOOK_ENDPOINT',
        entityId: endpointId,
        action: 'CREATE',
        actorId: actor.id,
        at: deps.testClock.now().toISOString(),
      };
      await deps.queueDeliveries([{ teamId, endpointId, event, generation: 0, attempt: 1, isTest: true }]);
      return event.id;
    },
);
