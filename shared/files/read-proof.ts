import * as v from 'valibot';
import { type AuditEvent, eventKey } from '../audit/audit-event';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { getItems } from '../platform/table/read';
import { Instant, Latitude, Longitude, Uuid, Whole } from '../platform/values/fields';
import { recentRoadPolicy } from '../road-policy/policy';
import { inOrder, ReportedFile } from '../trips/proof';
import { storedStops } from '../trips/read-stops';
import { TripStop, tripStops } from '../trips/stop-states';
import { Trip, type TripRecord } from '../trips/trip';
import { File, type FileRecord } from './file';
import { fileKey } from './file-keys';

/** The most proofs of an answer: each of them is an item of its own, and each of its files another one. */
const MOST_SHOWN = 200;

const ProofFile = v.object({
  ...ReportedFile.entries,
  /** Whether the bytes have come, and a file of the trip has this identifier. */
  uploaded: v.boolean(),
  /** Whether the stored bytes have the reported hash. */
  verified: v.boolean(),
  /** The name that the driver gave the file. Absent before the upload. */
  fileName: v.optional(File.entries.fileName),
  /** The media type of the stored file. Absent before the upload. */
  contentType: v.optional(File.entries.contentType),
  /** The stored bytes. Absent before the upload. */
  size: v.optional(File.entries.size),
  /** An address that reads the file for 900 seconds. Absent before the upload. */
  url: v.optional(v.string()),
});

const Proof = v.object({
  id: Uuid,
  /** When the phone recorded it, with the clock of the phone corrected. */
  at: Instant,
  /** The driver who sent it. */
  by: Uuid,
  /** The person who received the delivery. Absent after the erasure of the driver. */
  receiverName: v.optional(v.string()),
  /** What the receiver is there. */
  receiverRole: v.optional(v.string()),
  /** What the driver wrote. */
  text: v.optional(v.string()),
  lat: v.optional(Latitude),
  lng: v.optional(Longitude),
  files: v.array(ProofFile),
});
export type Proof = v.InferInput<typeof Proof>;

/** Answer of GET /teams/{teamId}/trips/{tripId}/proof. */
export const TripProof = v.object({
  /** What the trip is, without its money. */
  trip: v.pick(Trip, [
    'id',
    'status',
    'clientName',
    'routeName',
    'driverName',
    'vehiclePlate',
    'startDate',
    'actualStartDate',
    'actualEndDate',
  ]),
  /** The stops of the trip in their order, each with its proofs in the order of recording. */
  stops: v.array(
    v.object({
      ...TripStop.entries,
      /** The proofs of the stop, in the order of recording. */
      proofs: v.array(Proof),
    }),
  ),
  /** The proofs of the trip as a whole. */
  proofs: v.array(Proof),
  /** The number of proofs that are left out, because the answer shows 200 at most. Absent: none. */
  leftOut: v.optional(Whole),
  /** Where the PDF is, for the header `Location` of an answer that leads to it. JSON never has it. */
  location: v.optional(v.string()),
});
export type TripProof = v.InferInput<typeof TripProof>;

/** A reported file with the stored one, if its bytes have come. */
interface FoundFile extends ReportedFile {
  readonly stored: FileRecord | undefined;
}

/** A proof as it is stored, with its files. */
export interface FoundProof {
  readonly entry: AuditEvent;
  readonly files: readonly FoundFile[];
}

/** What the entry of a proof holds beside the fields of each entry. An erasure of the driver leaves the files alone. */
const Reported = v.object({
  receiverName: v.optional(v.string()),
  receiverRole: v.optional(v.string()),
  text: v.optional(v.string()),
  files: v.optional(v.array(ReportedFile), []),
});

/** Reads the proofs of a trip: which there are from the registers of its stops, and what they say from the timeline. */
export const readProof = capability(
  { table: ['GetItem', 'Query', 'BatchGetItem'] },
  (context) =>
    async (trip: TripRecord, urlOf: (file: FileRecord) => Promise<string>): Promise<TripProof> => {
      const { plan, registers } = await storedStops(context, trip);
      const merged = registers.flatMap(({ stopId, proofs }) => inOrder(proofs).map(({ id }) => ({ stopId, id })));
      const shown = merged.slice(0, MOST_SHOWN);
      const found = await findProofs(
        context,
        trip,
        shown.map(({ id }) => id),
      );
      const proofsOf = (stopId: string) =>
        Promise.all(
          shown.flatMap((one) => {
            const proof = one.stopId === stopId ? found.get(one.id) : undefined;
            return proof ? [shownProof(proof, urlOf)] : [];
          }),
        );
      const { proof } = await recentRoadPolicy(context, trip.teamId);
      const { stops } = tripStops(trip.id, proof, plan.stops, registers, trip.stopsRevision ?? 0);
      return v.parse(TripProof, {
        trip,
        stops: await Promise.all(stops.map(async (stop) => ({ ...stop, proofs: await proofsOf(stop.id) }))),
        proofs: await proofsOf(trip.id),
        ...(merged.length > shown.length && { leftOut: merged.length - shown.length }),
      });
    },
);

/** Reads the entries of proofs and the files that they name, by identifier. */
export async function findProofs(
  context: Context,
  { teamId, id: tripId }: Pick<TripRecord, 'teamId' | 'id'>,
  ids: readonly string[],
): Promise<Map<string, FoundProof>> {
  const entries = await readEntries(context, teamId, tripId, ids);
  const reported = entries.map((entry) => ({ entry, ...v.parse(Reported, entry.changes ?? {}) }));
  const fileIds = [...new Set(reported.flatMap(({ files }) => files.map(({ fileId }) => fileId)))];
  const keys = fileIds.map((fileId) => fileKey(teamId, fileId));
  const records = await getItems(context, keys, 'eventual');
  // An identifier that a phone reports can be of a file of another record.
  const stored = new Map(records.flatMap((file) => (file?.entityId === tripId ? [[file.fileId, file] as const] : [])));
  return new Map(
    reported.map(({ entry, files }) => [
      entry.id,
      { entry, files: files.map((file) => ({ ...file, stored: stored.get(file.fileId) })) },
    ]),
  );
}

/** Half the price of a consistent read, except for an entry that has just been written. */
async function readEntries(
  context: Context,
  teamId: string,
  entityId: string,
  ids: readonly string[],
): Promise<AuditEvent[]> {
  const keyOf = (id: string) => eventKey(teamId, { id, entityType: 'TRIP', entityId });
  const found = await getItems(context, ids.map(keyOf), 'eventual');
  const missing = ids.filter((_, index) => found[index] === undefined);
  const late = await getItems(context, missing.map(keyOf));
  return [...found, ...late].flatMap((entry) => (entry === undefined ? [] : [entry]));
}

async function shownProof({ entry, files }: FoundProof, urlOf: (file: FileRecord) => Promise<string>) {
  const { id, at, actorId, lat, lng, changes } = entry;
  const proof: Proof = {
    ...v.parse(v.omit(Reported, ['files']), changes ?? {}),
    ...{ id, at, by: actorId, lat, lng },
    files: await Promise.all(
      files.map(async ({ stored, ...reported }) => ({
        ...reported,
        uploaded: stored !== undefined,
        verified: stored?.sha256 === reported.sha256,
        ...(stored && {
          fileName: stored.fileName,
          contentType: stored.contentType,
          size: stored.size,
          url: await urlOf(stored),
        }),
      })),
    ),
  };
  return proof;
}
