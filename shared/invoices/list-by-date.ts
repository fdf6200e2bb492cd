import { capability } from '../platform/runtime/capability';
import { unchanged } from '../platform/table/expression';
import { getItem } from '../platform/table/read';
import { update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { listedSteps } from './invoice-counts';
import { invoiceKey, invoiceOfUuidKey, isListedByDate, issuedIndexes } from './invoice-record';

/** Another run listed the document. */
class ListedMeanwhile extends Error {}

/** Enters a document of an older release in the index of dates, once. */
export const listByDate = capability(
  { table: ['GetItem', 'UpdateItem'] },
  (context) =>
    async (teamId: string, invoiceId: string): Promise<void> => {
      const record = await getItem(context, invoiceKey(teamId, invoiceId));
      if (record?.uuid === undefined || !isListedByDate(record)) return;
      const pointer = invoiceOfUuidKey(teamId, record.uuid);
      const isUnlisted = unchanged<{ gsi1pk?: string }, 'gsi1pk'>({}, ['gsi1pk']);
      const changed = () => new ListedMeanwhile('The document was listed meanwhile.');
      try {
        await transact(context, [
          update(pointer, { set: { ...issuedIndexes(record) } }, isUnlisted, changed),
          ...listedSteps(record),
        ]);
      } catch (failure) {
        if (!(failure instanceof ListedMeanwhile)) throw failure;
      }
    },
);
