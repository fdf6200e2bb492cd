import { resolutionSteps } from '../alerts/alerts';
import { auditStep, type TeamActor } from '../audit/audit';
import { editItem } from '../audit/edit-record';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { DATA_KEY_PERMISSIONS, sealText } from '../platform/secrets/data-key';
import { unchanged } from '../platform/table/expression';
import { listItems } from '../platform/table/lists';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { create, deleteItem, increment, incrementIf, unexpectedConflict, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import type { Page } from '../platform/values/pages';
import {
  type EndpointChanges,
  type EndpointFields,
  type EndpointRecord,
  endpointCountIndexes,
  endpointCountKey,
  endpointKey,
  endpointsOf,
  MOST_ENDPOINTS,
  secretOwner,
  validSecrets,
} from './endpoint';
import { SECRET_BYTES, secretOf } from './signature';
import { refusedStoredUrl } from './stored-url';
import { ALL_TYPES, BEFORE_SPAN_MS, spansFor } from './wants';

const ENTITY = 'WEBHOOK_ENDPOINT';
const HOUR_MS = 60 * 60 * 1000;

/** Creates an endpoint with its secret, which is answered only here. A team has ten endpoints at most, also of two creations at once. */
export const createEndpoint = capability(
  { table: ['PutItem', 'UpdateItem'], ...DATA_KEY_PERMISSIONS },
  (context) =>
    async (actor: TeamActor, fields: EndpointFields, ownUrl: string): Promise<EndpointRecord & { secret: string }> => {
      assertFields(fields, ownUrl);
      const now = context.now();
      const { teamId } = actor;
      const id = context.newId();
      const secret = secretOf(context.randomBytes(SECRET_BYTES));
      const endpoint: EndpointRecord = {
        ...fields,
        id,
        teamId,
        status: 'ENABLED',
        createdAt: now.toISOString(),
        createdBy: actor.id,
        version: 1,
        spans: spansFor([], fields.types, now.getTime()),
        secrets: [{ sealed: await sealText(context, secretOwner({ teamId, id }), secret) }],
        reconciledTo: new Date(now.getTime() - BEFORE_SPAN_MS).toISOString(),
      };
      await transact(context, [
        create(endpointKey(teamId, id), endpoint, unexpectedConflict('A new endpoint')),
        incrementIf(
          endpointCountKey(teamId),
          { add: { endpoints: 1 }, set: { ...endpointCountIndexes(teamId) } },
          { absentOrAtMost: { endpoints: MOST_ENDPOINTS - 1 } },
          () => new AppError('WEBHOOK_LIMIT'),
        ),
        auditStep(context, actor, { entityType: ENTITY, entityId: id, action: 'CREATE' }),
      ]);
      return { ...endpoint, secret };
    },
);

/** Checks what one field alone does not show. */
function assertFields({ url, types }: Pick<EndpointChanges, 'url' | 'types'>, ownUrl: string): void {
  const refused = url === undefined ? undefined : refusedStoredUrl(url, new URL(ownUrl).hostname);
  if (refused) throw validationError('url', refused);
  const index = types?.findIndex((type, at) => types.indexOf(type) < at) ?? -1;
  if (index >= 0) {
    throw validationError(`types[${index}]`, { en: 'Send each type once.', es: 'Envíe cada tipo una sola vez.' });
  }
  if (types?.includes(ALL_TYPES) && types.length > 1) {
    throw validationError(`types[${types.indexOf(ALL_TYPES)}]`, {
      en: 'Send "*" alone: it stands for all types.',
      es: 'Envíe "*" solo: representa todos los tipos.',
    });
  }
}

/** The endpoints of a team, the newest first. */
export const listEndpoints = capability(
  { table: ['Query'] },
  (context) => (teamId: string, page: Page) => listItems(context, endpointsOf(teamId), page),
);

/**
 * Changes an endpoint. An added type and an enabled endpoint listen from now on; a removed type and a disabled endpoint listened until now.
 * Enabling forgets the failures, and resolves the alert about them.
 */
export const editEndpoint = capability(
  { table: ['BatchGetItem', 'UpdateItem', 'PutItem'] },
  (context) =>
    (actor: TeamActor, read: EndpointRecord, changes: EndpointChanges, ownUrl: string): Promise<EndpointRecord> => {
      assertFields(changes, ownUrl);
      return retryOnConflict(context, read, async (endpoint, changed) => {
        const { types = endpoint.types, status = endpoint.status } = changes;
        const isEnabled = status === 'ENABLED';
        const isEnabling = isEnabled && endpoint.status === 'DISABLED';
        return editItem(context, actor, {
          key: endpointKey(endpoint.teamId, endpoint.id),
          entityType: ENTITY,
          entityId: endpoint.id,
          record: endpoint,
          changes: { ...changes, ...(isEnabling && { disabledReason: null, failingSince: null, probeAt: null }) },
          derived: {
            spans: spansFor(endpoint.spans, isEnabled ? types : [], context.now().getTime()),
            version: endpoint.version + 1,
          },
          condition: unchanged(endpoint, ['version']),
          refused: (found) => (found ? changed(found) : new AppError('NOT_FOUND')),
          steps: isEnabling ? await resolvedSteps(context, endpoint, () => changed(endpoint)) : [],
        });
      });
    },
);

/** The alert that the service disabled the endpoint resolves itself when the endpoint is enabled, or is gone. */
const resolvedSteps = (context: Context, { teamId, disabledAlert }: EndpointRecord, changed: () => Error) =>
  disabledAlert === undefined ? [] : resolutionSteps(context, teamId, [disabledAlert], changed);

/** Deletes an endpoint. Its rows are no longer readable; the time to live removes them. */
export const removeEndpoint = capability(
  { table: ['BatchGetItem', 'DeleteItem', 'UpdateItem', 'PutItem'] },
  (context) =>
    (actor: TeamActor, read: EndpointRecord): Promise<void> =>
      retryOnConflict(context, read, async (endpoint, changed) => {
        const { teamId, id } = endpoint;
        const asRead = unchanged(endpoint, ['disabledAlert']);
        const refused = (found: EndpointRecord | undefined) => (found ? changed(found) : new AppError('NOT_FOUND'));
        await transact(context, [
          deleteItem(endpointKey(teamId, id), asRead, refused),
          increment(endpointCountKey(teamId), { endpoints: -1 }),
          ...(await resolvedSteps(context, endpoint, () => changed(endpoint))),
          auditStep(context, actor, { entityType: ENTITY, entityId: id, action: 'DELETE' }),
        ]);
      }),
);

/** The rules of a rotation, which the proof changes. */
export const ROTATION_RULES = { isRefused: (older: number, overlapHours: number) => older > 0 && overlapHours > 0 };

interface Rotated {
  readonly secret: string;
  readonly previousValidUntil: string;
}

/**
 * Makes a new secret, which signs first. The old one signs too during the overlap. A second rotation in an overlap would end the secret of a
 * consumer that has changed neither, so that it is CONFLICT. Without an overlap all older secrets end at once.
 */
export const rotateSecret = (rules = ROTATION_RULES) =>
  capability(
    { table: ['UpdateItem', 'PutItem'], ...DATA_KEY_PERMISSIONS },
    (context) =>
      async (actor: TeamActor, read: EndpointRecord, overlapHours: number): Promise<Rotated> => {
        const { teamId, id } = read;
        const secret = secretOf(context.randomBytes(SECRET_BYTES));
        const sealed = await sealText(context, secretOwner(read), secret);
        return retryOnConflict(context, read, async (endpoint, changed) => {
          const now = context.now().getTime();
          const [current, ...older] = validSecrets(endpoint, now);
          if (rules.isRefused(older.length, overlapHours)) throw overlapping();
          const until = now + overlapHours * HOUR_MS;
          const secrets = [{ sealed }, ...(current && overlapHours > 0 ? [{ ...current, until }] : [])];
          await transact(context, [
            update(
              endpointKey(teamId, id),
              { set: { secrets, version: endpoint.version + 1 } },
              unchanged(endpoint, ['version']),
              (found) => (found ? changed(found) : new AppError('NOT_FOUND')),
            ),
            auditStep(context, actor, {
              entityType: ENTITY,
              entityId: id,
              action: 'UPDATE',
              changes: { fields: ['secret'] },
            }),
          ]);
          return { secret, previousValidUntil: new Date(until).toISOString() };
        });
      },
  );

const overlapping = (): AppError =>
  new AppError('CONFLICT', {
    message: {
      en: 'The secret before still signs. Wait for its end, or send overlapHours: 0, which ends all older secrets at once.',
      es: 'El secreto anterior todavía firma. Espere a que venza, o envíe overlapHours: 0, que termina de inmediato con todos los anteriores.',
    },
  });
