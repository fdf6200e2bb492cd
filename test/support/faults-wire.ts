import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';

/**
 * A fault of requests of one action on their way to the engine: the connection breaks before or after the engine acted, or the request gets
 * another answer. Unlike a {@link Fault} of an outbound call, it triggers the SDK's own retries.
 */
interface WireFault {
  readonly action: string;
  readonly times: number;
  readonly befalls: 'cut-before' | 'cut-after' | { readonly status: number; readonly body: object };
}

export interface FaultyWire {
  readonly endpoint: string;
  /** The actions of all requests, in order. */
  readonly seen: string[];
  readonly next: (...faults: WireFault[]) => void;
  readonly stop: () => Promise<void>;
}

/** A proxy to the engine at the endpoint that can inject faults. */
export async function faultyWire(engineEndpoint: string): Promise<FaultyWire> {
  const seen: string[] = [];
  let pending: WireFault[] = [];
  const faultFor = (action: string): WireFault['befalls'] | undefined => {
    const fault = pending.find((one) => one.action === action);
    if (fault === undefined) return undefined;
    pending = pending.flatMap((one) =>
      one !== fault ? [one] : one.times > 1 ? [{ ...one, times: one.times - 1 }] : [],
    );
    return fault.befalls;
  };

  const server = createServer(async (incoming, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const action = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
    seen.push(action);
    const befalls = faultFor(action);
    if (befalls === 'cut-before') return void answer.destroy();
    if (typeof befalls === 'object') return send(answer, befalls.status, Buffer.from(JSON.stringify(befalls.body)));
    const passed = await forward(engineEndpoint, incoming.headers, Buffer.concat(chunks));
    if (befalls === 'cut-after') return void answer.destroy();
    send(answer, passed.status, passed.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');

  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    seen,
    next: (...faults) => {
      pending = [...faults];
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function send(answer: ServerResponse, status: number, body: Buffer): void {
  answer.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0', 'Content-Length': body.length });
  answer.end(body);
}

function forward(
  endpoint: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<{ status: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(endpoint, { method: 'POST', headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** DynamoDB's HTTP answer to a cancelled transaction. */
export const cancelledOnTheWire = (...codes: readonly string[]) => ({
  status: 400,
  body: {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
    CancellationReasons: codes.map((Code) => ({ Code })),
  },
});
