import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../../client/src/webhooks';

/** The vector that the libraries of Standard Webhooks publish with their own tests. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"test": 2432232314}',
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
};
const then = { now: () => 1_614_265_330_000 };

const secretOf = () => `whsec_${randomBytes(32).toString('base64')}`;
const BODY = JSON.stringify({ id: 'e', type: 'client.created', text: 'Ñandú “x” 🚚\u2028' });

/** A delivery signed by the reference library, now or some seconds from now. */
function delivery(secrets: readonly string[], seconds = 0) {
  const at = new Date(Math.floor(Date.now() / 1000) * 1000 + seconds * 1000);
  const signature = secrets.map((secret) => new Webhook(secret).sign('e', at, BODY)).join(' ');
  const timestamp = String(at.getTime() / 1000);
  return { 'webhook-id': 'e', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

describe('integrations 8: the client verifies deliveries', () => {
  test('the published vector', async () => {
    expect(await verifyWebhook(VECTOR.body, VECTOR.headers, VECTOR.secret, then)).toEqual({ test: 2_432_232_314 });
  });

  test('what the reference library signed, by either secret of a rotation, from both kinds of headers', async () => {
    const [old, young] = [secretOf(), secretOf()];
    const headers = delivery([old, young]);
    for (const given of [headers, new Headers(headers)])
      for (const secrets of [old, young, [secretOf(), young]])
        expect(await verifyWebhook(BODY, given, secrets)).toEqual(JSON.parse(BODY));
  });

  test('an old delivery is refused also by a tolerance or clock that is no number', async () => {
    const secret = secretOf();
    for (const options of [{ toleranceSeconds: Number.NaN }, { now: () => Number.NaN }])
      await expect(verifyWebhook(BODY, delivery([secret], -900), secret, options)).rejects.toMatchObject({
        problem: 'TIMESTAMP',
      });
  });

  test('no more than ten signatures are compared', async () => {
    const secret = secretOf();
    const headers = delivery([secret]);
    const behind = (count: number) => `${'v1, '.repeat(count)}${headers['webhook-signature']}`;
    expect(await verifyWebhook(BODY, { ...headers, 'webhook-signature': behind(9) }, secret)).toEqual(JSON.parse(BODY));
    await expect(verifyWebhook(BODY, { ...headers, 'webhook-signature': behind(10) }, secret)).rejects.toMatchObject({
      problem: 'SIGNATURE',
    });
  });

  test.each<[string, string, (genuine: Record<string, string>) => [string, Record<string, string | undefined>]]>([
    ['another body', 'SIGNATURE', (headers) => [`${BODY} `, headers]],
    ['another id', 'SIGNATURE', (headers) => [BODY, { ...headers, 'webhook-id': 'f' }]],
    ['a signature that is no base64', 'SIGNATURE', (headers) => [BODY, { ...headers, 'webhook-signature': 'v1,%' }]],
    [
      'a signature of another version',
      'SIGNATURE',
      (headers) => [
        BODY,
        { ...headers, 'webhook-signature': String(headers['webhook-signature']).replace('v1', 'v2') },
      ],
    ],
    ['no signature', 'HEADERS', (headers) => [BODY, { ...headers, 'webhook-signature': undefined }]],
    ['no id', 'HEADERS', (headers) => [BODY, { ...headers, 'webhook-id': undefined }]],
    ['a timestamp that is no number', 'TIMESTAMP', (headers) => [BODY, { ...headers, 'webhook-timestamp': '1e9' }]],
  ])('a delivery with %s is %s', async (_, problem, change) => {
    const secret = secretOf();
    const [body, headers] = change(delivery([secret]));
    await expect(verifyWebhook(body, headers, secret)).rejects.toMatchObject({ name: 'WebhookError', problem });
  });

  test.each([-301, 301])(
    'a delivery of %i seconds away is too far, unless the tolerance is larger',
    async (seconds) => {
      const secret = secretOf();
      const now = () => Math.floor(Date.now() / 1000) * 1000;
      const headers = delivery([secret], seconds);
      await expect(verifyWebhook(BODY, headers, secret, { now })).rejects.toMatchObject({ problem: 'TIMESTAMP' });
      expect(await verifyWebhook(BODY, headers, secret, { now, toleranceSeconds: 302 })).toEqual(JSON.parse(BODY));
    },
  );

  test('a secret in another form is told', async () => {
    const headers = delivery([secretOf()]);
    await expect(verifyWebhook(BODY, headers, 'secret')).rejects.toThrow('A secret is whsec_');
  });
});
