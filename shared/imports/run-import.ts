import type { TeamActor } from '../audit/audit';
import { refuseDeepBody } from '../operation/validate';
import { AppError, type ErrorCode } from '../platform/errors';
import type { Deps } from '../platform/runtime/capability';
import { type DryPlans, dryPlans } from '../trips/dry-plans';
import { clock } from '../webhook-endpoints/clock';
import { withZeros } from './columns';
import { readCsv } from './csv-file';
import { readResults, readSource, saveResults, saveTable } from './files';
import type { ImportPlace, ImportRecord } from './import';
import { queueImports } from './import-queue';
import { actorOf, claimImport, endImport, readImport, saveCheckpoint } from './jobs';
import { columnsFor, KIND_RULES, type KindRules, type StoredRecord } from './kinds';
import {
  changedFields,
  checkedBody,
  errorsOf,
  type FileRow,
  isRefused,
  type PreparedRow,
  prepareRows,
} from './prepare-rows';
import { assertWritable, type FoundRow, type HasGivenUp, readRecord, readRows } from './read-rows';
import { countsOf, type RowResult } from './results';
import { dryWritesOf, type Written, writesOf } from './write-rows';

export const RUN_USES = {
  clock,
  readImport,
  claimImport,
  saveCheckpoint,
  endImport,
  readSource,
  readResults,
  saveResults,
  saveTable,
  readRows,
  readRecord,
  writesOf,
  queueImports,
  dryPlans,
};
type RunDeps = Deps<typeof RUN_USES>;

/** The rows that have one checkpoint. */
export const CHUNK = 25;
/** With less time no further chunk is begun: a message continues the import in another run. */
const TIME_FOR_A_CHUNK_MS = 20_000;
/** A chunk that so many runs did not end is given up with its import. */
const MOST_CLAIMS = 10;

/**
 * Continues an import until it has ended or the time of the run is used up. The results of a chunk are saved before its checkpoint. A run that
 * ends anywhere leaves its chunk to the next one, which finds the rows that are done unchanged.
 */
export async function runImport(deps: RunDeps, place: ImportPlace): Promise<void> {
  const found = await deps.readImport(place);
  const claimed = found && (await deps.claimImport(found));
  if (claimed === undefined) return;
  if (claimed.claims > MOST_CLAIMS) return deps.endImport(claimed, 'FAILED');
  const rules = KIND_RULES[claimed.kind];
  const file = readCsv(await deps.readSource(claimed));
  const rows = prepareRows(rules, file, columnsFor(rules, file.header));
  const results = await deps.readResults(claimed);
  const run: Run = { deps, rules, rows, plans: deps.dryPlans() };
  // The plans of the rows that an earlier run has done count for those after them.
  if (claimed.dryRun && claimed.kind === 'trips')
    for (let done = 0; done < results.length; done += CHUNK) await runChunk(run, claimed, results.slice(0, done));
  for (let job = claimed; ; ) {
    if (results.length >= rows.length) {
      await deps.saveTable(job, results);
      return deps.endImport(job, 'DONE');
    }
    results.push(...(await runChunk(run, job, results)));
    await deps.saveResults(job, results);
    const stops = results.length < rows.length && deps.clock.remaining() < TIME_FOR_A_CHUNK_MS;
    const saved = await deps.saveCheckpoint(job, countsOf(results), stops);
    if (saved === undefined) return undefined;
    if (stops) return deps.queueImports([place]);
    job = saved;
  }
}

/** A run, and the rows of its file. */
interface Run {
  readonly deps: RunDeps;
  readonly rules: KindRules;
  readonly rows: readonly FileRow[];
  /** Of a dry run. */
  readonly plans: DryPlans;
}

/** The results of the next chunk's rows, which are done one after the other. */
async function runChunk(run: Run, job: ImportRecord, done: readonly RowResult[]): Promise<RowResult[]> {
  const { deps, rules, rows } = run;
  const chunk = rows.slice(done.length, done.length + CHUNK);
  const prepared = chunk.filter((row): row is PreparedRow => !isRefused(row));
  const found = await deps.readRows(job.teamId, rules, prepared, job.dryRun);
  const byRow = new Map(found.map((row) => [row.row, row]));
  const results: RowResult[] = [];
  // An empty cell leaves the name as it is.
  const hasGivenUp: HasGivenUp = (externalId, name) =>
    rows.some(
      (row, index) =>
        !isRefused(row) &&
        row.externalId === externalId &&
        row.uniqueName !== undefined &&
        row.uniqueName !== name &&
        [...done, ...results][index]?.result === 'UPDATED',
    );
  for (const row of chunk) {
    const one = byRow.get(row.row);
    results.push(isRefused(row) || one === undefined ? refusalOf(row) : await runRow(run, job, one, hasGivenUp));
  }
  return results;
}

const refusalOf = (row: FileRow): RowResult => ({
  row: row.row,
  ...(row.externalId !== undefined && { externalId: row.externalId }),
  result: 'FAILED',
  errors: isRefused(row) ? [...row.errors] : [],
});

type Outcome = Pick<RowResult, 'result' | 'id' | 'warnings'>;

/** One row: its record is created or changed in one transaction. A refusal is the result of this row alone. */
async function runRow(
  { deps, rules, plans }: Run,
  job: ImportRecord,
  row: FoundRow,
  hasGivenUp: HasGivenUp,
): Promise<RowResult> {
  const { externalId } = row;
  try {
    assertWritable(row, rules, hasGivenUp);
    // A list in a cell is JSON of any depth.
    refuseDeepBody(row.body);
    const writer = job.dryRun ? dryWritesOf(job.kind, plans) : deps.writesOf(job.kind);
    // A second run of a chunk repeats the copies of a record in others, which follow its transaction.
    const again = job.claims > 1;
    return { row: row.row, externalId, ...(await upsert(deps, rules, { row, writer, actor: actorOf(job), again })) };
  } catch (failure) {
    const errors = errorsOf(failure);
    if (errors === undefined) throw failure;
    return { row: row.row, externalId, result: 'FAILED', errors: [...errors] };
  }
}

const TAKEN: ReadonlySet<ErrorCode> = new Set([
  'EXTERNAL_ID_TAKEN',
  'PLATE_TAKEN',
  'ECONOMIC_NUMBER_TAKEN',
  'PLAN_OVERLAPS',
]);

interface Upsert {
  readonly row: FoundRow;
  readonly writer: ReturnType<RunDeps['writesOf']>;
  readonly actor: TeamActor;
  readonly again: boolean;
}

async function upsert(deps: RunDeps, rules: KindRules, { row, writer, actor, again }: Upsert): Promise<Outcome> {
  const merge = async (record: StoredRecord): Promise<Outcome> => {
    const body = withZeros(row.body, record);
    const sent = checkedBody(rules.changes, body);
    const changes = changedFields(record, sent, body);
    const isChanged = Object.keys(changes).length > 0;
    const written = isChanged || again ? await writer.edit(actor, record, changes, again ? sent : changes) : {};
    return { result: isChanged ? 'UPDATED' : 'UNCHANGED', id: record.id, ...warningsOf(written) };
  };
  if (row.record) return merge(row.record);
  try {
    const written = await writer.create(actor, checkedBody(rules.body, withZeros(row.body)));
    const { id } = written;
    return { result: 'CREATED', ...(id !== undefined && { id }), ...warningsOf(written) };
  } catch (failure) {
    // The record may have been created since the chunk was read. Its unique name or its hours are then taken too, and refused first.
    if (!(failure instanceof AppError) || !TAKEN.has(failure.code)) throw failure;
    const record = await deps.readRecord(actor.teamId, rules, row.externalId);
    if (record === undefined) throw failure;
    return merge(record);
  }
}

const warningsOf = ({ warnings }: Written): Pick<RowResult, 'warnings'> =>
  warnings === undefined ? {} : { warnings: warnings.map(({ field, message }) => ({ field, message })) };
