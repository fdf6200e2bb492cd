import * as v from 'valibot';
import { EVENT_TYPES } from '../events/event-type';
import { type IndexKeys, key, ofTeam, part } from '../platform/table/keys';
import { changesOf } from '../platform/values/changes';
import { Instant, Integer, Line, Uuid } from '../platform/values/fields';
import { said } from '../platform/values/text';
import { LONGEST_URL } from './target-url';
import { ALL_TYPES, Span } from './wants';

export const MOST_ENDPOINTS = 10;
const MOST_TYPES = 50;
const MOST_EXCEPTIONS = 5;

const DISABLED_REASONS = ['FAILING', 'GONE'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

const Types = v.pipe(
  v.array(
    v.picklist(
      [ALL_TYPES, ...EVENT_TYPES],
      said({
        en: 'Send a type of event of the document, or "*".',
        es: 'Envíe un tipo de evento del documento, o "*".',
      }),
    ),
  ),
  v.minLength(1, said({ en: 'Send at least one type.', es: 'Envíe al menos un tipo.' })),
  v.maxLength(
    MOST_TYPES,
    said({ en: `Send at most ${MOST_TYPES} types.`, es: `Envíe como máximo ${MOST_TYPES} tipos.` }),
  ),
);

/** The fields of an endpoint that a member sends. */
export const EndpointFields = v.object({
  /**
   * The address that receives the events: https, port 443, a public name.
   * @example https://hooks.empresa.mx/fleet
   */
  url: Line(LONGEST_URL, 1),
  /** The types of events that are sent, or "*" alone for all. */
  types: Types,
  /** What the endpoint is for. */
  description: v.optional(Line(200)),
  /** Events of these actors are not sent: a consumer that writes to this API names itself here. */
  exceptActorIds: v.optional(
    v.pipe(
      v.array(Uuid),
      v.maxLength(
        MOST_EXCEPTIONS,
        said({ en: `Send at most ${MOST_EXCEPTIONS} actors.`, es: `Envíe como máximo ${MOST_EXCEPTIONS} actores.` }),
      ),
    ),
  ),
});
export type EndpointFields = v.InferOutput<typeof EndpointFields>;

const Status = v.picklist(['ENABLED', 'DISABLED']);

/** Body of PATCH /teams/{teamId}/webhook-endpoints/{webhookEndpointId}. */
export const EndpointChanges = changesOf(
  v.object({
    ...EndpointFields.entries,
    /** DISABLED ends the sending. ENABLED begins it again with the events from now on. */
    status: Status,
  }),
);
export type EndpointChanges = v.InferOutput<typeof EndpointChanges>;

const MOST_OVERLAP_HOURS = 168;

/** Hours during which the old secret signs too. 0 ends all older secrets at once. */
export const OverlapHours = v.optional(Integer(0, MOST_OVERLAP_HOURS), 24);

/** An endpoint as it is answered. Its secret is answered once, at creation. */
export const WebhookEndpoint = v.object({
  id: Uuid,
  teamId: Uuid,
  ...EndpointFields.entries,
  /** Whether events are sent. */
  status: Status,
  /** Why the service disabled the endpoint. Absent when a member did. */
  disabledReason: v.optional(v.picklist(DISABLED_REASONS)),
  /** The first of the failures that no success followed. */
  failingSince: v.optional(Instant),
  createdAt: Instant,
  /** The member that created the endpoint. It belongs to the team, also when that member leaves. */
  createdBy: Uuid,
  /** Increases by one with every write of the endpoint. */
  version: v.pipe(v.number(), v.integer()),
});
export type WebhookEndpoint = v.InferOutput<typeof WebhookEndpoint>;

/** A signing secret as an envelope of the vault. `until` is the end of an old one, in milliseconds since 1970. */
const SealedSecret = v.object({ sealed: v.string(), until: v.optional(v.number()) });

/** The stored endpoint. */
export const EndpointRecord = v.object({
  ...WebhookEndpoint.entries,
  spans: v.array(Span),
  /** The newest first. */
  secrets: v.array(SealedSecret),
  /** The reconciler has looked at all entries before this instant. */
  reconciledTo: Instant,
  /** The last attempt while the endpoint rests, in milliseconds since 1970. */
  probeAt: v.optional(v.number()),
  /** The latest alert that the service disabled the endpoint. */
  disabledAlert: v.optional(Uuid),
});
export type EndpointRecord = v.InferOutput<typeof EndpointRecord>;

export const endpointsOf = (teamId: string) => part(EndpointRecord, ofTeam(teamId), 'WEBHOOK_ENDPOINT#');
export const endpointKey = (teamId: string, endpointId: string) =>
  key(EndpointRecord, ofTeam(teamId), `WEBHOOK_ENDPOINT#${endpointId}`);

/** The number of a team's endpoints. Its index lists the teams for the reconciler. */
const EndpointCount = v.object({ endpoints: v.number() });
export const endpointCountKey = (teamId: string) => key(EndpointCount, ofTeam(teamId), 'WEBHOOK_ENDPOINTS');
export const WEBHOOK_TEAMS = 'WEBHOOK_TEAMS';
export const endpointCountIndexes = (teamId: string): IndexKeys => ({ gsi2pk: WEBHOOK_TEAMS, gsi2sk: teamId });

/** The owner of the sealed secrets, to which their ciphertext is bound. */
export const secretOwner = ({ teamId, id }: Pick<EndpointRecord, 'teamId' | 'id'>): string => `${teamId}/webhook/${id}`;

/** The secrets that sign at this instant, the newest first. */
export const validSecrets = ({ secrets }: Pick<EndpointRecord, 'secrets'>, now: number) =>
  secrets.filter(({ until }) => until === undefined || until > now);
