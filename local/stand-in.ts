import type { TriggerSource } from '../shared/operation/define-trigger';
import type { ClientFactory } from '../shared/platform/runtime/context';
import type { FrontEnds } from './front-ends';
import type { Outbox } from './mail/outbox';
import type { Wire } from './wire';

/** The services that every stand-in may use. */
export interface CloudServices {
  /** The folder of the stand-ins' journals. */
  readonly dataDir: string;
  /** The clock that a developer can move. */
  readonly now: () => Date;
  readonly outbox: Outbox;
  /**
   * Runs the function that is declared for the source, with events and answers as JSON. Returns undefined when no function is declared for
   * it.
   */
  readonly runTrigger: (source: TriggerSource, event: unknown) => Promise<unknown>;
  /** The address of the gateway. Absent when a stand-in is served alone. */
  readonly gateway?: string;
  /** The pages that may call the service. Absent when a stand-in is served alone. */
  readonly frontEnds?: FrontEnds;
  /** Prints a warning to the terminal. For problems that no answer and no log shows. */
  readonly warn: (line: string) => void;
}

/** One AWS service played in this process, on a server of its own. */
export interface StandIn {
  readonly answer: Wire;
  /** The environment variables by which functions find it: the SDK's endpoint variable, and the identifiers of its resources. */
  readonly environment: (endpoint: string) => Readonly<Record<string, string>>;
  /** Routes of the gateway below `/_local`, for example `GET /_local/outbox`. They are never deployed. */
  readonly localRoutes?: Readonly<Record<string, Wire>>;
  /**
   * The SDK clients whose requests the stand-in answers without a socket. Other clients, such as the AWS CLI, use its server.
   */
  readonly clients?: readonly ClientFactory<{ readonly config: object }>[];
  /** Returns the user's name for the subject of a token, in the service that issued the token. */
  readonly nameOf?: (sub: string) => string | undefined;
  /** Called once, when functions can be run. */
  readonly start?: () => void;
  /** Called when the clock was moved: does what came due, and waits until the functions were told. */
  readonly settle?: () => Promise<void>;
  readonly stop?: () => Promise<void>;
}

export type MakeStandIn = (services: CloudServices) => StandIn | Promise<StandIn>;
