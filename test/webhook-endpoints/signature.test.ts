import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { secretOf, signatureOf, signedHeaders } from '../../shared/webhook-endpoints/signature';

/** The vector that the libraries of Standard Webhooks publish with their own tests. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

describe('integrations 2: signatures of Standard Webhooks', () => {
  test('the published vector', () => {
    expect(signatureOf(VECTOR.secret, VECTOR)).toBe(VECTOR.signature);
  });

  test('the reference library verifies each of two secrets, in an odd body too', () => {
    const secrets = [secretOf(randomBytes(32)), secretOf(randomBytes(32))];
    const timestamp = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ text: 'Ñandú “x” 🚚\u2028', number: 1 });
    const headers = signedHeaders(secrets, { id: '018f', timestamp, body });
    for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secretOf(randomBytes(32))).verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secrets[0] ?? '').verify(`${body} `, headers)).toThrow('No matching signature');
  });

  test('the headers are those of the specification', () => {
    const headers = signedHeaders([VECTOR.secret], VECTOR);
    expect(headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'fleet-webhooks/1',
      'webhook-id': VECTOR.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': VECTOR.signature,
    });
  });

  test('a secret is whsec_ and the base64 of its 32 bytes', () => {
    const bytes = randomBytes(32);
    expect(secretOf(bytes)).toBe(`whsec_${bytes.toString('base64')}`);
  });
});
