import * as v from 'valibot';
import { FileRegistration } from '../files/file';
import { type IndexKeys, key, ofTeam, part, TIME_TO_LIVE } from '../platform/table/keys';
import { Instant, Uuid, Whole } from '../platform/values/fields';
import { Message } from '../platform/values/text';

const IMPORT_KINDS = ['clients', 'drivers', 'vehicles', 'boxes', 'route-points', 'trips'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const IMPORT_STATUSES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const;

/** The folder of the files of imports in the documents bucket. No upload can name it. */
export const IMPORTS_PREFIX = 'import-jobs/';
/** The days that an import and its files are kept. */
export const IMPORT_DAYS = 30;
export const MOST_IMPORT_BYTES = 5 * 1024 * 1024;
export const MOST_IMPORT_ROWS = 5_000;

/** Body of POST /teams/{teamId}/imports. */
export const ImportRequest = v.object({
  /** The kind of records in the file. */
  kind: v.picklist(IMPORT_KINDS),
  /** The key that POST /dms/upload-url answered, after the upload. */
  key: FileRegistration.entries.key,
  /** Only checks the file: no record is written. */
  dryRun: v.optional(v.boolean(), true),
});
export type ImportRequest = v.InferOutput<typeof ImportRequest>;

/** An import in answers. */
export const Import = v.object({
  id: Uuid,
  /** The kind of records in the file. */
  kind: v.picklist(IMPORT_KINDS),
  /** Whether the file is only checked. */
  dryRun: v.boolean(),
  /** How far the import is. FAILED: the service could not end it. The rows that were done by then stay. */
  status: v.picklist(IMPORT_STATUSES),
  /** The rows of the file, without its header. */
  rows: Whole,
  /** The rows that have their result. */
  done: Whole,
  /** The records that were created. 0 in a dry run. */
  created: Whole,
  /** The records that were changed. 0 in a dry run. */
  updated: Whole,
  /** Only in a dry run: the records that a real run would create. */
  wouldCreate: v.optional(Whole),
  /** Only in a dry run: the records that a real run would change. */
  wouldUpdate: v.optional(Whole),
  /** The rows that equal their records. */
  unchanged: Whole,
  /** The rows that were refused. */
  failed: Whole,
  createdAt: Instant,
  /** The end of the import. Absent until then. */
  finishedAt: v.optional(Instant),
});
export type Import = v.InferOutput<typeof Import>;

/** The refusal of one row. */
const ImportRowErrors = v.object({
  /** The row as a spreadsheet counts it: the header is row 1. */
  row: Whole,
  /** The key in the row. Absent when the row has none. */
  externalId: v.optional(v.string()),
  /** Why the row was refused. */
  errors: v.array(
    v.object({
      /** The field. Absent for the row as a whole. */
      field: v.optional(v.string()),
      /** The reason, with the next step. */
      message: Message,
    }),
  ),
});

/** An import with the refused rows. */
export const ImportDetail = v.object({
  ...Import.entries,
  /** The first 100 refused rows. */
  errors: v.array(ImportRowErrors),
  /** Reads a CSV of every row with its result, for 900 seconds. Absent until the import is DONE. */
  resultUrl: v.optional(v.string()),
});

/** The stored job. */
export const ImportRecord = v.object({
  ...v.omit(Import, ['wouldCreate', 'wouldUpdate']).entries,
  teamId: Uuid,
  createdBy: Uuid,
  /** Present when an API key started it. */
  pool: v.optional(v.literal('keys')),
  /** The runs since the last checkpoint. */
  claims: Whole,
  /** The end of the lease of the present run, or when the next one may begin. Absent after the end. */
  dueAt: v.optional(Instant),
  [TIME_TO_LIVE]: v.number(),
});
export type ImportRecord = v.InferOutput<typeof ImportRecord>;

export const importKey = (teamId: string, importId: string) => key(ImportRecord, ofTeam(teamId), `IMPORT#${importId}`);
export const importsOf = (teamId: string) => part(ImportRecord, ofTeam(teamId), 'IMPORT#');

/** Names the one import of a team that has not ended. */
const RunningImport = v.object({ importId: Uuid });
export const runningImportKey = (teamId: string) => key(RunningImport, ofTeam(teamId), 'IMPORT_RUNNING');

/** The imports that have not ended, by the time from which a run may take them. */
export const IMPORTS_DUE = 'IMPORTS_DUE';
export const dueIndexes = (teamId: string, importId: string, dueAt: string): IndexKeys => ({
  gsi2pk: IMPORTS_DUE,
  gsi2sk: `${dueAt}#${teamId}#${importId}`,
});

/** Identifies an import: a message of its queue. */
export const ImportPlace = v.object({ teamId: Uuid, importId: Uuid });
export type ImportPlace = v.InferOutput<typeof ImportPlace>;

/** Parses a position of {@link dueIndexes}. */
export function duePlace(position: string): ImportPlace {
  const [, teamId, importId] = position.split('#');
  return v.parse(ImportPlace, { teamId, importId });
}

const folderOf = ({ teamId, id }: Pick<ImportRecord, 'teamId' | 'id'>): string => `${IMPORTS_PREFIX}${teamId}/${id}`;
export const sourceKeyOf = (job: Pick<ImportRecord, 'teamId' | 'id'>): string => `${folderOf(job)}/source.csv`;
export const rowsKeyOf = (job: Pick<ImportRecord, 'teamId' | 'id'>): string => `${folderOf(job)}/rows.jsonl`;
export const resultKeyOf = (job: Pick<ImportRecord, 'teamId' | 'id'>): string => `${folderOf(job)}/result.csv`;

/** The import as it is answered. A dry run names what it would do. */
export const importOf = ({
  teamId,
  createdBy,
  pool,
  claims,
  dueAt,
  expires,
  ...job
}: ImportRecord): v.InferInput<typeof Import> =>
  job.dryRun ? { ...job, created: 0, updated: 0, wouldCreate: job.created, wouldUpdate: job.updated } : job;
