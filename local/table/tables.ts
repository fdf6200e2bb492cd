import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TableFailure } from './failure';
import { openFileStore } from './file-store';
import { noSuchTable } from './requests';
import { type Change, memoryStore, type Store } from './store';
import { LocalTable } from './table';

/** The tables of one data folder, or of this process without one. */
export interface Tables {
  readonly create: (name: string) => void;
  readonly delete: (name: string) => void;
  /** Throws ResourceNotFoundException for a table that was never created. */
  readonly named: (name: string) => LocalTable;
  readonly names: () => readonly string[];
  /** Deletes the items of all open tables that are past their time to live. */
  readonly sweep: () => void;
  /** Passes the changes of each commit on, once they are in the file. */
  readonly watch: (listener: (changes: readonly Change[]) => void) => void;
  readonly close: () => void;
}

export function openTables(dataDir: string | undefined, now: () => number): Tables {
  const open = new Map<string, LocalTable>();
  let tell: (changes: readonly Change[]) => void = () => {};
  const told = (store: Store): Store => ({
    ...store,
    commit: (changes) => {
      store.commit(changes);
      tell(changes);
    },
  });
  const fileOf = (name: string) => (dataDir === undefined ? undefined : join(dataDir, `${name}.table.jsonl`));
  const openTable = (name: string): LocalTable => {
    const file = fileOf(name);
    const table = new LocalTable(name, told(file === undefined ? memoryStore() : openFileStore(file)), now);
    open.set(name, table);
    return table;
  };
  const find = (name: string): LocalTable | undefined => {
    const file = fileOf(name);
    return open.get(name) ?? (file !== undefined && existsSync(file) ? openTable(name) : undefined);
  };
  return {
    create: (name) => {
      if (find(name)) throw new TableFailure('ResourceInUseException', `Table already exists: ${name}`);
      openTable(name);
    },
    delete: (name) => {
      const table = find(name);
      if (table === undefined) throw noSuchTable();
      table.close();
      open.delete(name);
      const file = fileOf(name);
      if (file !== undefined) rmSync(file, { force: true });
    },
    named: (name) => {
      const table = find(name);
      if (table === undefined) throw noSuchTable();
      return table;
    },
    names: () => [...open.keys()],
    sweep: () => {
      for (const table of open.values()) table.sweep();
    },
    watch: (listener) => {
      tell = listener;
    },
    close: () => {
      for (const table of open.values()) table.close();
      open.clear();
    },
  };
}
