import { isText, membersOf } from './members.js';
import type { SyncItem } from './sync-items.js';
import { isUuid7 } from './uuid7.js';

type Maybe<Value> = Value | PromiseLike<Value>;

/**
 * Where a queue keeps its items: React Native's AsyncStorage, or IndexedDB by an adapter. The local storage of a browser is for one tab:
 * in Chromium a tab can read what it had before the last write of another one.
 */
export interface QueueStorage {
  getItem(key: string): Maybe<string | null>;
  setItem(key: string, value: string): Maybe<unknown>;
  removeItem(key: string): Maybe<unknown>;
}

/** What a phone recorded, with the identifier that the queue gave it. */
export type RecordedItem = SyncItem & { readonly id: string };

/** An item that is not accepted yet. The fields from `tries` on are there after the service answered WAITING. */
export interface PendingItem {
  readonly item: RecordedItem;
  /** What was added to the wall clock for `recordedAt`, in milliseconds. Absent when the service had told its time by then. */
  readonly offset?: number;
  /** How often the service answered WAITING. */
  readonly tries?: number;
  /** When the service answered last, in milliseconds. */
  readonly since?: number;
  /** The item is not sent before this instant, in milliseconds. */
  readonly until?: number;
  /** What the item waits for. */
  readonly error?: string | undefined;
  /** The same for the driver, in the language of the call. */
  readonly message?: string | undefined;
}

/** An item that the service will never accept. */
export interface RefusedItem {
  readonly item: RecordedItem;
  readonly error?: string | undefined;
  /** Why, for the driver, in the language of the call. */
  readonly message?: string | undefined;
  readonly field?: string | undefined;
}

/** The first record of a queue: everything but the pages that are full. */
export interface Head {
  /** The error of the wall clock that the service found last, in milliseconds. */
  readonly offset?: number | undefined;
  /** The last identifier that the queue made, or that the service told. */
  readonly lastId?: string | undefined;
  readonly pages: readonly number[];
  readonly items: readonly PendingItem[];
  readonly refused: readonly RefusedItem[];
  /** The trips for which no positions are recorded, with the instant of the answer that said so. */
  readonly closed: Readonly<Record<string, number>>;
}

/** All records of a queue. */
export interface Loaded {
  readonly head: Head;
  readonly pages: ReadonlyMap<number, readonly PendingItem[]>;
}

const VERSION = 1;
/** The items of the head. Each fact writes the head, so it must stay short. */
const PAGE_ITEMS = 50;
/** The pages that are searched after the head was damaged. */
const MOST_PAGES = 200;

/**
 * The records of one account in the storage. A fact is one write of the head; full heads become pages. Each order of writes is such that
 * an interruption leaves an item twice, never not at all. What cannot be read is kept under `….damaged`. The caller runs each method alone.
 */
export class QueueStore {
  constructor(
    private readonly storage: QueueStorage,
    private readonly key: string,
  ) {}

  async readHead(): Promise<Head> {
    const text = await this.storage.getItem(this.key);
    // A storage can lose the head alone.
    if (!isText(text)) return isText(await this.storage.getItem(this.#pageKey(0))) ? this.#repaired(EMPTY) : EMPTY;
    const { head, isWhole } = headOf(parsed(text));
    return isWhole ? head : this.#repaired(head, text);
  }

  async load(): Promise<Loaded> {
    const head = await this.readHead();
    const pages = new Map<number, readonly PendingItem[]>();
    for (const page of head.pages) pages.set(page, await this.#readPage(page));
    return { head, pages };
  }

  /** Appends an item. */
  async add(head: Head, item: PendingItem, changes: Partial<Head>): Promise<void> {
    const { items, pages } = head;
    if (items.length < PAGE_ITEMS) return this.#writeHead({ ...head, ...changes, items: [...items, item] });
    const page = firstFree(pages);
    await this.#write(this.#pageKey(page), items);
    return this.#writeHead({ ...head, ...changes, pages: [...pages, page], items: [item] });
  }

  /** Changes items, or removes those for which `change` returns undefined. Pages that the service has whole are removed first. */
  async save(
    { head, pages }: Loaded,
    change: (item: PendingItem) => PendingItem | undefined,
    changes: Partial<Head>,
  ): Promise<void> {
    const changed = (all: readonly PendingItem[]) => all.flatMap((one) => change(one) ?? []);
    const next = { ...head, ...changes, items: changed(head.items) };
    const told = new Set(next.refused.map(({ item }) => item.id));
    // A full storage has room for the head only then.
    for (const [page, all] of pages)
      if (all.every((one) => !change(one) && !told.has(one.item.id)))
        await this.storage.removeItem(this.#pageKey(page));
    await this.#writeHead(next);
    const empty = new Set<number>();
    for (const [page, all] of pages) {
      const left = changed(all);
      if (left.length === 0) empty.add(page);
      if (left.length === 0) await this.storage.removeItem(this.#pageKey(page));
      else if (left.length < all.length || left.some((one, at) => one !== all[at]))
        await this.#write(this.#pageKey(page), left);
    }
    if (empty.size > 0) await this.#writeHead({ ...next, pages: next.pages.filter((page) => !empty.has(page)) });
  }

  /** The texts that could not be read. */
  async damaged(): Promise<readonly string[]> {
    const text = await this.storage.getItem(this.#damagedKey());
    if (!isText(text)) return [];
    const texts = parsed(text);
    return Array.isArray(texts) && texts.every(isText) ? texts : [text];
  }

  async forgetDamaged(text: string): Promise<void> {
    const left = (await this.damaged()).filter((one) => one !== text);
    await (left.length > 0 ? this.#write(this.#damagedKey(), left) : this.storage.removeItem(this.#damagedKey()));
  }

  async #putAside(text: string): Promise<void> {
    const texts = await this.damaged();
    if (!texts.includes(text)) await this.#write(this.#damagedKey(), [...texts, text]);
  }

  /** Keeps the damaged text, if there is one, and what is left of the head with all pages that are there. */
  async #repaired(head: Head, text?: string): Promise<Head> {
    // A full storage has no room for the copy before the service has accepted something.
    const isKept =
      text === undefined ||
      (await this.#putAside(text).then(
        () => true,
        () => false,
      ));
    const found = new Map<number, readonly PendingItem[]>();
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const items = await this.#readPage(page);
      if (items.length > 0) found.set(page, items);
    }
    const ids = [...found.values(), head.items].flat().map(({ item }) => item.id);
    const repaired = { ...head, pages: [...found.keys()], lastId: greatest([...ids, head.lastId]) };
    if (isKept) await this.#writeHead(repaired);
    return repaired;
  }

  async #readPage(page: number): Promise<readonly PendingItem[]> {
    const text = await this.storage.getItem(this.#pageKey(page));
    if (!isText(text)) return [];
    const all = parsed(text);
    const items = listOf(all).filter(isPending);
    if (Array.isArray(all) && items.length === all.length) return items;
    await this.#putAside(text);
    await this.#write(this.#pageKey(page), items);
    return items;
  }

  async #writeHead(head: Head): Promise<void> {
    await this.#write(this.key, { version: VERSION, ...head });
  }

  async #write(key: string, value: unknown): Promise<void> {
    await this.storage.setItem(key, JSON.stringify(value));
  }

  readonly #pageKey = (page: number): string => `${this.key}.${page}`;
  readonly #damagedKey = (): string => `${this.key}.damaged`;
}

const EMPTY: Head = { pages: [], items: [], refused: [], closed: {} };

/** The items in the order of recording, each once. An interruption can leave one twice, or one that is refused already. */
export function itemsOf({ head, pages }: Loaded): PendingItem[] {
  const refused = new Set(head.refused.map(({ item }) => item.id));
  const byId = new Map([...pages.values(), head.items].flat().map((one) => [one.item.id, one]));
  return [...byId.values()].filter(({ item }) => !refused.has(item.id)).sort(byTheirId);
}

const byTheirId = (one: PendingItem, other: PendingItem): number => (one.item.id < other.item.id ? -1 : 1);

/** The greatest identifier. */
export const greatest = (ids: readonly unknown[]): string | undefined => ids.filter(isUuid7).sort().at(-1);

function firstFree(pages: readonly number[]): number {
  let page = 0;
  while (pages.includes(page)) page += 1;
  return page;
}

/** The head in a stored value, and whether all of the value could be read. */
function headOf(value: unknown): { readonly head: Head; readonly isWhole: boolean } {
  const { version, offset, lastId, pages, items, refused, closed } = membersOf(value);
  const head = {
    offset: typeof offset === 'number' ? offset : undefined,
    lastId: greatest([lastId]),
    pages: listOf(pages).filter((page): page is number => Number.isInteger(page)),
    items: listOf(items).filter(isPending),
    refused: listOf(refused).filter(isPending),
    closed: Object.fromEntries(
      Object.entries(membersOf(closed)).filter((one): one is [string, number] => typeof one[1] === 'number'),
    ),
  };
  const isSame = (kept: readonly unknown[], stored: unknown) => kept.length === membersOf(stored).length;
  const lists = isSame(head.pages, pages) && isSame(head.items, items) && isSame(head.refused, refused);
  return { head, isWhole: version === VERSION && lists && (lastId === undefined || head.lastId !== undefined) };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** True for an item that can be sent. What its other fields hold is the service's to judge. */
const isPending = (value: unknown): value is PendingItem => isUuid7(membersOf(membersOf(value).item).id);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
