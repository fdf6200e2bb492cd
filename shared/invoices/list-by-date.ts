import { capability } from '../platform/runtime/capability';
import { unchanged } from '../platform/table/expression';
import { getItem } from '../platform/table/read';
import { update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { listedSteps } from './invoice-counts';
import { datedPointer, invoiceKey, invoiceOfUuidKey, isFoundByDate } from './invoice-record';

/** Another run listed the document. */
class ListedMeanwhile extends Error {}

/** Lets the reports find a document of an older release by its date, once: if it is late, by the index. */
export const listByDate = capability(
  { table: ['GetItem', 'UpdateItem'] },
  (context) =>
    async (teamId: string, invoiceId: string): Promise<void> => {
      const record = await getItem(context, invoiceKey(teamId, invoiceId));
      if (record?.uuid === undefined || !isFoundByDate(record)) return;
      const pointer = invoiceOfUuidKey(teamId, record.uuid);
      const isUnlisted = unchanged<{ isDated?: true }>({}, ['isDated']);
      const { item, indexes } = datedPointer(record);
      const changed = () => new ListedMeanwhile('The document was listed meanwhile.');
      try {
        await transact(context, [
          update(pointer, { set: { ...item, ...indexes } }, isUnlisted, changed),
          ...listedSteps(record),
        ]);
      } catch (failure) {
        if (!(failure instanceof ListedMeanwhile)) throw failure;
      }
    },
);
