import type { TriggerSource } from '../shared/operation/define-trigger';
import type { Outbox } from './mail/outbox';
import type { Wire } from './wire';

/** What every stand-in may use. */
export interface CloudServices {
  /** Where stand-ins keep their journals. */
  readonly dataDir: string;
  readonly now: () => Date;
  readonly outbox: Outbox;
  /** Runs the function that is declared for the source, events and answers as JSON; undefined when none is declared. */
  readonly runTrigger: (source: TriggerSource, event: unknown) => Promise<unknown>;
  /** Where the gateway is; absent where a stand-in is served by itself. */
  readonly gateway?: string;
  /** Tells the person at the terminal of what nobody else would tell. */
  readonly warn: (line: string) => void;
}

/** One AWS service played in this process, on a server of its own, as the SDK reaches it. */
export interface StandIn {
  readonly answer: Wire;
  /** The variables by which functions find it: the SDK's endpoint variable, and identifiers of what it holds. */
  readonly environment: (endpoint: string) => Readonly<Record<string, string>>;
  /** Routes of the gateway below `/_local`, as `GET /_local/outbox`. Nothing like them is ever deployed. */
  readonly localRoutes?: Readonly<Record<string, Wire>>;
  /** The name by which people know the subject of a token, where this is the service that issued it. */
  readonly nameOf?: (sub: string) => string | undefined;
  /** Called once, when functions can be run. */
  readonly start?: () => void;
  readonly stop?: () => Promise<void>;
}

export type MakeStandIn = (services: CloudServices) => StandIn | Promise<StandIn>;
