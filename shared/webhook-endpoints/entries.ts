import * as v from 'valibot';
import { type AuditEvent, auditOfTeam, type EntryPlace, eventAt, eventKey } from '../audit/audit-event';
import { capability } from '../platform/runtime/capability';
import { uuidPrefix } from '../platform/runtime/uuid';
import { readablePlaces } from '../platform/table/due-entries';
import { checkItems, queryIndex, queryItems } from '../platform/table/read';
import { deliveriesOf } from './delivery';

/** Entries of a team in the order of their identifiers. */
interface EntryPage {
  readonly entries: readonly EntryPlace[];
  /** The position after which the next page begins. Absent on the last page. */
  readonly after: string | undefined;
}

/** Directly behind an entry in the index, whose key can have a text. '~' sorts after its beginning. */
export const positionOf = ({ id, entityType, entityId }: EntryPage['entries'][number]): string =>
  `${id}#${entityType}#${entityId}~`;

interface EntryRange {
  /** Instants. `to` is not included. */
  readonly from: string;
  readonly to: string;
  readonly after?: string | undefined;
}

/** The keys of the entries of a range. A position that cannot be read is reported and left out. */
export const listEntries = capability(
  { gsi1: ['Query'] },
  (context) =>
    async (
      teamId: string,
      { from, to, after }: EntryRange,
      limit: number,
      report: (failure: unknown) => void,
    ): Promise<EntryPage> => {
      const { positions, more } = await queryIndex(context, 'gsi1', auditOfTeam(teamId).gsi1pk, {
        ascending: true,
        limit,
        after,
        from: uuidPrefix(new Date(from)),
        to: uuidPrefix(new Date(to)),
      });
      const entries = readablePlaces(positions, eventAt, report);
      return { entries, after: more ? positions.at(-1) : undefined };
    },
);

/**
 * The entries themselves. The caller waits until the table shows all that the index shows. An entry that cannot be read is reported and left
 * out: otherwise each run would end at its page.
 */
export const readEntries = capability(
  { table: ['BatchGetItem'] },
  (context) =>
    async (
      teamId: string,
      entries: EntryPage['entries'],
      report: (failure: unknown) => void,
    ): Promise<AuditEvent[]> => {
      const keys = entries.map((entry) => eventKey(teamId, entry));
      const found = await checkItems(context, keys, 'eventual');
      return found.flatMap((checked) => {
        if (checked === undefined) throw new Error('The index shows an entry that the table does not show yet.');
        if (checked.success) return [checked.output];
        report(new v.ValiError(checked.issues));
        return [];
      });
    },
);

/** The identifiers of the events of an endpoint that have a row, from one identifier to another. */
export const listRowIds = capability(
  { table: ['Query'] },
  (context) =>
    async (teamId: string, endpointId: string, from: string, to: string, limit: number): Promise<Set<string>> => {
      const { pk, prefix } = deliveriesOf(teamId, endpointId);
      const ids = new Set<string>();
      let after: string | undefined;
      do {
        const page = await queryItems(context, {
          pk,
          prefix,
          between: { from, to },
          ascending: true,
          limit,
          after,
          consistent: true,
        });
        for (const { sk } of page.items) ids.add(sk.slice(prefix.length));
        after = page.more ? page.items.at(-1)?.sk : undefined;
      } while (after !== undefined);
      return ids;
    },
);
