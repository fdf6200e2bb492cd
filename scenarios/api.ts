import type { Fleet } from '../client/src/index';

/** What a story needs of the service that it is told against. Each runner makes one: it may watch, count or record every request. */
export interface Api {
  /** The client of a person or a device that has not signed in yet. */
  readonly client: () => Fleet;
  /** The code in the newest mail to an address. */
  readonly mailedCode: (email: string) => Promise<string>;
  /** Makes calls whose figures a runner that measures keeps apart, under this name. */
  readonly named: <T>(name: string, calls: () => Promise<T>) => Promise<T>;
}
