import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { TLS } from './receiver-tls';

/**
 * A receiver of webhooks, as another company writes it: a process of its own that knows its secret and the library that Standard Webhooks
 * publishes, and nothing of ours. It tells its parent the port, and of each request what the library says about it.
 */
const Told = v.object({ secret: v.string() });

let secret = '';

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const verified = verdictOn(Buffer.concat(chunks).toString('utf8'), headers);
  response.writeHead('event' in verified ? 204 : 401).end();
  process.send?.({ id: headers['webhook-id'], ...verified });
}

function verdictOn(body: string, headers: Record<string, string>) {
  try {
    return { event: new Webhook(secret).verify(body, headers) };
  } catch (failure) {
    return { refused: String(failure) };
  }
}

const server = createServer(TLS, (request, response) => void receive(request, response));
process.on('message', (message) => {
  secret = v.parse(Told, message).secret;
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  const { port }: { port: number } = Object(server.address());
  process.send?.({ port });
});
