import { createHash, createHmac } from 'node:crypto';
import * as v from 'valibot';
import type { DeployedEnvironment } from './cloud';

const Events = v.object({ events: v.array(v.object({ message: v.string() })) });

/** The fault lines in the functions' log. Signed here (AWS's "Signature Version 4"), because no client of CloudWatch Logs is among the packages. */
export async function faultLines({ client }: DeployedEnvironment, logGroupName: string): Promise<string[]> {
  const body = JSON.stringify({ logGroupName, filterPattern: '"fault"' });
  const answer = await fetch(client.endpoint, { method: 'POST', headers: signedHeaders(client, body), body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The log answers ${answer.status}: ${text}`);
  const { events } = v.parse(Events, JSON.parse(text));
  return events.map(({ message }) => message).filter((message) => message.includes('"message":"fault"'));
}

function signedHeaders({ endpoint, region, credentials }: DeployedEnvironment['client'], body: string) {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    host: new URL(endpoint).host,
    'x-amz-date': time,
    'x-amz-target': 'Logs_20140328.FilterLogEvents',
  };
  const names = Object.keys(headers).join(';');
  const canonical = [
    'POST',
    '/',
    '',
    ...Object.entries(headers).map((pair) => pair.join(':')),
    '',
    names,
    sha256(body),
  ];
  const scope = `${time.slice(0, 8)}/${region}/logs/aws4_request`;
  const secret: Buffer | string = `AWS4${credentials.secretAccessKey}`;
  const key = scope.split('/').reduce<Buffer | string>((by, part) => hmac(by, part), secret);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical.join('\n'))].join('\n')).toString(
    'hex',
  );
  const credential = `${credentials.accessKeyId}/${scope}`;
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
