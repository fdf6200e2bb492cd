import * as v from 'valibot';
import { INVOICE_TYPES } from '../../invoices/invoice-type';
import { key, ofTeam, TIME_TO_LIVE } from '../../platform/table/keys';
import { Instant, List, Uuid } from '../../platform/values/fields';
import { asIs, BothTexts, Message, said } from '../../platform/values/text';
import { refusingUnknown } from '../../platform/values/unknown-fields';

export const ARCHIVE_STATUSES = ['CREATED', 'PROCESSING', 'FINISHED', 'FAILED'] as const;
export type ArchiveStatus = (typeof ARCHIVE_STATUSES)[number];

/** The folder of the files in the documents bucket. */
export const ARCHIVES_PREFIX = 'archives/';
/** The days that an archive can be read. A lifecycle rule of the bucket deletes its file as many days after the copy. */
export const ARCHIVE_DAYS = 30;

const ArchiveMonth = v.pipe(
  v.string(said({ en: 'Send a month, such as 2026-02.', es: 'Envíe un mes, por ejemplo 2026-02.' })),
  v.regex(
    /^20[1-9]\d-(0[1-9]|1[0-2])$/,
    said({ en: 'Send a month, such as 2026-02.', es: 'Envíe un mes, por ejemplo 2026-02.' }),
  ),
);
const Types = v.pipe(
  List(
    v.picklist(INVOICE_TYPES, said({ en: 'Send I, E, T or P.', es: 'Envíe I, E, T o P.' })),
    INVOICE_TYPES.length,
    1,
  ),
  v.check(
    (types) => new Set(types).size === types.length,
    said({ en: 'Send each type once.', es: 'Envíe cada tipo una sola vez.' }),
  ),
);

/** Body of POST /teams/{teamId}/document-archives. Without `types` the archive has the documents of all types. */
export const ArchiveBody = refusingUnknown(
  v.object({
    /**
     * The month of issue, in the team’s time zone.
     * @example 2026-02
     */
    month: ArchiveMonth,
    /** Only documents of these types. Absent: all types. */
    types: v.optional(Types),
  }),
);
export type ArchiveBody = v.InferOutput<typeof ArchiveBody>;

/** A zip with the XML and PDF of a month's documents. `url` reads it for 900 seconds; only a FINISHED archive has one. */
export const Archive = v.object({
  id: Uuid,
  /** How far the archive is. */
  status: v.picklist(ARCHIVE_STATUSES),
  url: v.optional(v.string()),
  /** Why the archive failed. Absent unless FAILED. */
  errorMessage: v.optional(Message),
});
export type Archive = v.InferInput<typeof Archive>;

/** The documents that an archive has. */
export const ArchiveScope = v.object({
  teamId: Uuid,
  month: ArchiveMonth,
  types: Types,
  /** Live and test documents are apart at the provider. */
  livemode: v.boolean(),
});
export type ArchiveScope = v.InferOutput<typeof ArchiveScope>;

export const ArchiveRecord = v.object({
  ...v.omit(Archive, ['url', 'errorMessage']).entries,
  /** An archive of an earlier release has one text. */
  errorMessage: v.optional(v.union([BothTexts, v.string()])),
  ...ArchiveScope.entries,
  /** Names the provider key of the request. */
  fingerprint: v.string(),
  /** The request at the provider, from its answer on. */
  providerId: v.optional(v.string()),
  /** Until then one call asks the provider for the archive, or copies its file. No other call does. */
  heldUntil: v.optional(Instant),
  createdAt: Instant,
  [TIME_TO_LIVE]: v.number(),
});
export type ArchiveRecord = v.InferOutput<typeof ArchiveRecord>;

export const archiveKey = (teamId: string, id: string) => key(ArchiveRecord, ofTeam(teamId), `ARCHIVE#${id}`);

/** Names the newest archive of a scope, so that two requests for it share one. */
export const LatestArchive = v.object({ archiveId: Uuid, [TIME_TO_LIVE]: v.number() });
export const latestArchiveKey = (teamId: string, scope: string) =>
  key(LatestArchive, ofTeam(teamId), `LATEST_ARCHIVE#${scope}`);

/** The name of the scope within its team. */
export const nameOf = ({ month, types, livemode }: ArchiveScope): string =>
  `${month}#${types.join('')}#${livemode ? 'LIVE' : 'TEST'}`;

/** The types in one order, so that each set of types has one name. */
export const typesOf = ({ types }: Pick<ArchiveBody, 'types'>): ArchiveScope['types'] =>
  INVOICE_TYPES.filter((type) => types?.includes(type) ?? true);

export const fileKeyOf = ({ teamId, id }: Pick<ArchiveRecord, 'teamId' | 'id'>): string =>
  `${ARCHIVES_PREFIX}${teamId}/${id}.zip`;

export const isHeld = ({ heldUntil }: Pick<ArchiveRecord, 'heldUntil'>, now: Date): boolean =>
  heldUntil !== undefined && heldUntil > now.toISOString();

/** DynamoDB may remove an expired record days late. */
export const isExpired = (record: Pick<ArchiveRecord, typeof TIME_TO_LIVE>, now: Date): boolean =>
  record[TIME_TO_LIVE] <= now.getTime() / 1000;

const DAY_MS = 24 * 60 * 60_000;

/** An archive that did not end within a day is not waited for: a new request makes another one. */
export const isOpen = ({ status, createdAt }: Pick<ArchiveRecord, 'status' | 'createdAt'>, now: Date): boolean =>
  (status === 'CREATED' || status === 'PROCESSING') && Date.parse(createdAt) > now.getTime() - DAY_MS;

export const endOfTerm = (now: Date): number => Math.floor((now.getTime() + ARCHIVE_DAYS * DAY_MS) / 1000);

export const archiveOf = ({ id, status, errorMessage: reason }: ArchiveRecord, url?: string): Archive => ({
  id,
  status,
  ...(reason !== undefined && { errorMessage: typeof reason === 'string' ? asIs(reason) : reason }),
  ...(url !== undefined && { url }),
});
