import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { HttpEvent } from '../../shared/operation/http';

/** Calls a built function once in a process of its own, and returns the fault that it logged. */
export async function faultOf(
  bundle: string,
  event: HttpEvent,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const args = [join(__dirname, 'call.cjs'), bundle, JSON.stringify(event)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  const fault = stdout.split('\n').find((line) => line.includes('"message":"fault"'));
  if (fault === undefined) throw new Error(`The function logged no fault:\n${stdout}`);
  return fault;
}

/** Stands before a table and answers each query with what is not JSON; the table answers the rest. */
export async function withUnreadableQueries<T>(table: string, work: (url: string) => Promise<T>): Promise<T> {
  const answerOf = async (request: IncomingMessage): Promise<string> => {
    const body = await text(request);
    if (String(request.headers['x-amz-target']).endsWith('.Query')) return 'no JSON';
    return (await fetch(table, { method: 'POST', body })).text();
  };
  const server = createServer(async (request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(await answerOf(request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    return await work(`http://127.0.0.1:${address.port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
