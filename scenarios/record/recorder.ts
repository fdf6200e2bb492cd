import { errorOf } from '../../client/src/errors';
import { ERROR_CODES } from '../../client/src/index';
import { calledBy } from '../operations';
import { goOn } from './clock';
import { marked } from './marks';

interface Example {
  /** The person of the demo that sends it. Absent: the usual one. */
  readonly as?: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  readonly answer: unknown;
}

export interface Examples {
  readonly operations: Record<string, Example>;
  readonly errors: Record<string, unknown>;
}

const BETWEEN_CALLS_MS = 1_000;
/** The name of the example whose outcome is not known yet. */
const PENDING = 'pending';

/**
 * Sends requests to the running server, and keeps what it answered: of an operation the first success, of an error code the first refusal. The
 * first success among named calls is a further example of its operation, and so is the first 202 of an operation that usually answers 200.
 */
export class Recorder {
  private readonly told: Record<string, Example> = {};
  private readonly attempted: Record<string, Example> = {};
  private readonly errors: Record<string, unknown> = {};
  private name = '';

  constructor(private readonly baseUrl: string) {}

  /** Sends a request of a story. */
  readonly send = async (request: Request): Promise<Response> => {
    const { response, example, id, isPending } = await this.exchange(request);
    if (id === undefined) return response;
    const name = isPending ? PENDING : id in this.told ? this.name : '';
    if (response.status < 400) this.told[keyOf(id, name)] ??= example;
    else this.errors[codeOf(example.answer, response)] ??= example.answer;
    return response;
  };

  readonly named = async <T>(name: string, calls: () => Promise<T>): Promise<T> => {
    this.name = name;
    try {
      return await calls();
    } finally {
      this.name = '';
    }
  };

  /** Sends a request whose outcome is open: it is an example if it succeeds and no story has a better one. */
  async attempt(request: Request): Promise<void> {
    const { response, example, id } = await this.exchange(request);
    if (id !== undefined && response.status < 400) this.attempted[id] = example;
  }

  /** Sends a request with records of the demo alone: if it succeeds, it is the example, before those of the stories. `as`: only this person can. */
  async prefer(request: Request, name: string, as?: string): Promise<void> {
    const { response, example, id } = await this.exchange(request);
    if (id !== undefined && response.status < 400) this.told[keyOf(id, name)] ??= { ...(as && { as }), ...example };
    else console.error(`The tour’s call of ${id} answered ${response.status}: ${JSON.stringify(example.answer)}`);
  }

  get examples(): Examples {
    return { operations: { ...this.attempted, ...this.told }, errors: this.errors };
  }

  private async exchange(request: Request) {
    const called = calledBy(request, this.baseUrl);
    if (called) goOn(BETWEEN_CALLS_MS);
    const sent = await request.clone().text();
    const response = await fetch(request);
    const body = called?.operation.input?.body && sent !== '' ? { body: marked(JSON.parse(sent)) } : {};
    const answer = called ? marked(parsed(await response.clone().text())) : undefined;
    const example = { parameters: called?.parameters ?? {}, ...body, status: response.status, answer };
    const isPending = response.status === 202 && called?.operation.output.status !== 202;
    return { response, example, id: called?.operation.id, isPending };
  }
}

const keyOf = (id: string, name: string): string => (name === '' ? id : `${id}, ${name}`);

const parsed = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

function codeOf(answer: unknown, response: Response): string {
  const { code } = errorOf(answer, response);
  if (!(code in ERROR_CODES)) throw new Error(`${response.url} answered no code of the contract: ${code}`);
  return code;
}
