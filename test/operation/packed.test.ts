import { gunzipSync } from 'node:zlib';
import document from '../../docs/openapi.json';
import { operation as getOpenapi } from '../../functions/meta/get-openapi';
import { makeHandler } from '../../shared/operation/lambda';
import { packedDocument } from '../../shared/operation/packed-document';
import { makeTestContext } from '../support/engine-runtime';
import { httpEvent, lambdaContext } from '../support/http-event';

const asked = (headers: Readonly<Record<string, string>>) =>
  makeHandler(getOpenapi, makeTestContext().runtime)(httpEvent(getOpenapi.route, { headers }), lambdaContext());

const { etag } = packedDocument();
const STORED = { ETag: etag, 'Cache-Control': 'public, max-age=300', Vary: 'Accept-Encoding' };

describe('doors 6: the document', () => {
  test.each(['gzip', 'br, GZIP;q=0.5', 'deflate,gzip'])(
    'is compressed for a client that takes %s',
    async (encoding) => {
      const answer = await asked({ 'accept-encoding': encoding });
      expect(answer).toMatchObject({
        statusCode: 200,
        isBase64Encoded: true,
        headers: { ...STORED, 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' },
      });
      expect(JSON.parse(gunzipSync(Buffer.from(answer.body ?? '', 'base64')).toString())).toEqual(document);
      expect(Number(answer.body?.length)).toBeLessThan(JSON.stringify(document).length / 4);
    },
  );

  test.each(['', 'br', 'gzip;q=0', 'gzip; q=0.0', 'xgzip'])('is plain for a client that takes %j', async (encoding) => {
    const answer = await asked({ 'accept-encoding': encoding });
    expect(answer.headers).toMatchObject(STORED);
    expect(answer.headers).not.toHaveProperty('Content-Encoding');
    expect(JSON.parse(answer.body ?? '')).toEqual(document);
  });

  test.each([etag, '*', `"other", ${etag}`])('is not sent to a client that has it: If-None-Match %s', async (tag) => {
    const answer = await asked({ 'if-none-match': tag, 'accept-encoding': 'gzip' });
    expect(answer).toMatchObject({ statusCode: 304, headers: STORED });
    expect(answer.body ?? '').toBe('');
  });

  test.each(['"other"', 'W/"', ''])('is sent to a client that has another: If-None-Match %j', async (tag) => {
    expect(await asked({ 'if-none-match': tag })).toMatchObject({ statusCode: 200 });
  });
});
