import { request as httpRequest } from 'node:http';
import type { Answer, Call } from '../journeys/http';

/** Sends a request from a source address: all of 127.0.0.0/8 is this machine. */
export function sendFrom(
  url: string,
  localAddress: string,
  route: string,
  { token, body }: Omit<Call, 'headers'>,
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const [method, path] = route.split(' ');
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const sending = httpRequest({ hostname, port, method, path, localAddress, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const said = Buffer.concat(chunks).toString('utf8');
        resolve({
          status: answer.statusCode ?? 0,
          headers: new Headers(flat(answer.headers)),
          text: said,
          body: said.startsWith('{') ? JSON.parse(said) : {},
        });
      });
    });
    sending.on('error', reject);
    sending.end(text);
  });
}

type HeaderValues = Readonly<Record<string, string | string[] | undefined>>;

const flat = (headers: HeaderValues): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]));
