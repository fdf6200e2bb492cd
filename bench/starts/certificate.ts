import { createSign, generateKeyPairSync } from 'node:crypto';

/** A key and its own certificate for 127.0.0.1, because Node can read certificates but not make them. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const name = sequence(set(sequence(identifier('550403'), der(0x0c, Buffer.from('localhost')))));
  const algorithm = sequence(identifier('2a864886f70d01010b'), der(0x05));
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority, isLocal)),
  );
  const signature = createSign('RSA-SHA256').update(content).sign(privateKey);
  const certificate = sequence(content, algorithm, der(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

const DAY_MS = 86_400_000;

/** Tag, length and content. Source: X.690, distinguished encoding rules. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const set = (...parts: readonly Buffer[]): Buffer => der(0x31, ...parts);
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const octets = (content: Buffer): Buffer => der(0x04, content);
const time = (at: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

const isAuthority = sequence(identifier('551d13'), octets(sequence(der(0x01, Buffer.from([255])))));
const isLocal = sequence(identifier('551d11'), octets(sequence(der(0x87, Buffer.from([127, 0, 0, 1])))));
