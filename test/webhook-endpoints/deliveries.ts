import { marshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import type { TeamActor } from '../../shared/audit/audit';
import { AuditEvent, eventIndexes, eventKey, nameOfRecord } from '../../shared/audit/audit-event';
import { askingClient } from '../../shared/platform/invoke/ask-function';
import { sqsClient } from '../../shared/platform/queue/send-messages';
import { makeDeps, type Uses } from '../../shared/platform/runtime/capability';
import { secretsManagerClient } from '../../shared/platform/secrets/secrets-manager';
import { tableClient } from '../../shared/platform/table/client';
import { create, update } from '../../shared/platform/table/steps';
import type { StreamRecord } from '../../shared/platform/table/stream';
import { transact } from '../../shared/platform/table/transact';
import { DeliveryMessage } from '../../shared/webhook-endpoints/delivery';
import { DISPATCH_USES, dispatch } from '../../shared/webhook-endpoints/dispatch';
import type { EndpointRecord } from '../../shared/webhook-endpoints/endpoint';
import { FAN_OUT_USES, fanOut } from '../../shared/webhook-endpoints/fan-out';
import type { Outcome, OutRequest } from '../../shared/webhook-endpoints/outcome';
import { RECONCILE_USES, reconcileDeliveries } from '../../shared/webhook-endpoints/reconcile';
import { testEndpoint } from '../../shared/webhook-endpoints/request-redelivery';
import { SWEEP_USES, sweepDeliveries } from '../../shared/webhook-endpoints/sweep';
import { someId, type TestContext } from '../support/engine-runtime';
import { DATA_KEY } from '../support/stamping-sdk';

/** An entry as it is stored. */
type StoredEvent = v.InferInput<typeof AuditEvent>;

/** The functions of the deliveries on the table of a test, with a queue and a `sendOut` of the test. */
export class Deliveries {
  readonly queue: DeliveryMessage[] = [];
  readonly sent: OutRequest[] = [];
  readonly mails: object[] = [];
  readonly failures: unknown[] = [];
  /** The outcome of each request. */
  answer: (request: OutRequest) => Outcome | Promise<Outcome> = () => ({ statusCode: 204, milliseconds: 5 });

  /** Before an attempt is signed, after its endpoint was read. */
  beforeSigning: () => Promise<unknown> = async () => undefined;
  /** The group of each message on the queue. */
  readonly groups: unknown[] = [];

  constructor(private readonly testContext: TestContext) {}

  private deps<U extends Uses>(uses: U) {
    const { runtime } = this.testContext;
    const clients = new Map<() => unknown, unknown>([
      [tableClient, runtime.clients.get(tableClient)],
      [secretsManagerClient, { send: async () => ({ SecretString: DATA_KEY, VersionId: 'version-1' }) }],
      [
        sqsClient,
        {
          send: async ({ input }: { input: { Entries: { MessageBody: string; MessageGroupId?: string }[] } }) => {
            for (const { MessageBody, MessageGroupId } of input.Entries) {
              const body = JSON.parse(MessageBody);
              if (body.endpointId === undefined) this.mails.push(body);
              else {
                this.queue.push(v.parse(DeliveryMessage, body));
                this.groups.push(MessageGroupId);
              }
            }
            return {};
          },
        },
      ],
      [askingClient, { send: async ({ input }: { input: { Payload: string } }) => this.ask(input.Payload) }],
    ]);
    const meter = { calls: 0, readUnits: 0, writeUnits: 0 };
    return makeDeps(uses, { ...runtime, clients }, { requestId: 'test', remaining: () => 60_000, meter });
  }

  private async ask(payload: string): Promise<object> {
    const { requests }: { requests: OutRequest[] } = JSON.parse(payload);
    this.sent.push(...requests);
    const outcomes = await Promise.all(requests.map((one) => this.answer(one)));
    return { Payload: new TextEncoder().encode(JSON.stringify({ outcomes })) };
  }

  /** Writes an audit entry of a team, of a new client by default. */
  async commit(teamId: string, given: Partial<StoredEvent> = {}): Promise<AuditEvent> {
    const now = this.testContext.now();
    const event: StoredEvent = {
      id: this.testContext.runtime.newId(),
      entityType: 'CLIENT',
      entityId: someId(),
      action: 'CREATE',
      actorId: someId(),
      at: now.toISOString(),
      ...given,
    };
    const step = create(eventKey(teamId, event), event, () => new Error('twice'), eventIndexes(teamId, event));
    await transact(this.testContext.context, [step]);
    return v.parse(AuditEvent, event);
  }

  /** Writes an entry with an action that no version of the service knows. */
  async commitUnreadable(teamId: string): Promise<void> {
    const event = await this.commit(teamId);
    const change = { set: { action: 'UNKNOWN' } };
    const step = update(eventKey(teamId, event), change, { exists: true }, () => new Error('no entry'));
    await transact(this.testContext.context, [step]);
  }

  recordOf(teamId: string, { affects, ...others }: AuditEvent): StreamRecord {
    const { pk, sk } = eventKey(teamId, others);
    const event: StoredEvent = { ...others, affects: affects?.map(nameOfRecord) };
    return {
      eventName: 'INSERT',
      dynamodb: {
        SequenceNumber: event.id,
        Keys: { pk: { S: pk }, sk: { S: sk } },
        NewImage: marshall({ ...event, ...eventIndexes(teamId, others), pk, sk }, { removeUndefinedValues: true }),
      },
    };
  }

  fanOut(records: readonly StreamRecord[]) {
    return fanOut(this.deps(FAN_OUT_USES), records, (failure) => this.failures.push(failure));
  }

  /** Makes the attempts of all queued messages, ten at a time. */
  async dispatch(): Promise<void> {
    const deps = this.deps(DISPATCH_USES);
    const signRequest: typeof deps.signRequest = async (endpoint, message) => {
      await this.beforeSigning();
      return deps.signRequest(endpoint, message);
    };
    while (this.queue.length > 0) await dispatch({ ...deps, signRequest }, this.queue.splice(0, 10));
  }

  sweep() {
    return sweepDeliveries(this.deps(SWEEP_USES), (failure) => this.failures.push(failure));
  }

  /** Queues a test event. */
  test(actor: TeamActor, endpoint: EndpointRecord): Promise<string> {
    return this.deps({ testEndpoint }).testEndpoint(actor, endpoint);
  }

  reconcile() {
    return reconcileDeliveries(this.deps(RECONCILE_USES), (failure) => this.failures.push(failure));
  }

  /** Commits an event and sends it. Returns the requests to the endpoint. */
  async send(teamId: string, _endpoint: object): Promise<OutRequest[]> {
    const event = await this.commit(teamId);
    await this.fanOut([this.recordOf(teamId, event)]);
    await this.dispatch();
    return this.sent.splice(0);
  }
}
