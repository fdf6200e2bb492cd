import { refuseGivenUp } from '../shared/platform/runtime/deadline';
import type { WireAnswer } from './wire';

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A request of the SDK with its whole body as text. */
interface ReadRequest extends Omit<SentRequest, 'body'> {
  readonly body: string;
}

const decoder = new TextDecoder();

/**
 * Answers the requests of an SDK client in this process. A socket between two parts of one process costs six turns of the event loop for each
 * call (docs/decisions/0012).
 */
export function answerInProcess(
  client: { readonly config: object },
  answer: (request: ReadRequest) => WireAnswer | Promise<WireAnswer>,
): void {
  const requestHandler = {
    metadata: { handlerProtocol: 'http/1.1' },
    handle: async ({ body, ...request }: SentRequest, { abortSignal }: { abortSignal?: unknown } = {}) => {
      if (abortSignal instanceof AbortSignal) refuseGivenUp(abortSignal);
      const sent = body instanceof Uint8Array ? decoder.decode(body) : String(body ?? '');
      const { status, headers = {}, body: text } = await answer({ ...request, body: sent });
      return { response: { statusCode: status, headers, body: Buffer.from(text) } };
    },
    httpHandlerConfigs: () => ({}),
    updateHttpClientConfig: () => {},
    destroy: () => {},
  };
  Object.assign(client.config, { requestHandler });
}
