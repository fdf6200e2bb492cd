import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { packedAnswer } from '../../shared/operation/packed';
import { packedDocument } from '../../shared/operation/packed-document';

/** Returns the OpenAPI document that was generated from the declarations at build time. */
export const operation = defineOperation({
  id: 'getOpenapi',
  summary: 'Read the OpenAPI document',
  route: 'GET /openapi.json',
  auth: 'public',
  throttle: { perSecond: 5, burst: 10 },
  output: {
    status: 200,
    body: v.looseObject({
      /** The version of the OpenAPI format. */
      openapi: v.string(),
    }),
    packed: (event, requestId) => packedAnswer(packedDocument(), event, requestId),
  },
  errors: [],
  uses: {},
  run: async () => ({ openapi: packedDocument().openapi }),
});
