import * as v from 'valibot';
import document from '../../docs/openapi.json';
import { defineOperation } from '../../shared/operation/define';

/** Returns the OpenAPI document that was generated from the declarations at build time. */
export const operation = defineOperation({
  id: 'getOpenapi',
  summary: 'Read the OpenAPI document',
  route: 'GET /openapi.json',
  auth: 'public',
  output: { status: 200, body: v.looseObject({ openapi: v.string() }), isCacheable: true },
  errors: [],
  uses: {},
  run: async () => document,
});
