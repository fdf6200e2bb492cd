/** The CORS settings, shared by the stack's HTTP API and the gateway of `npm start`. */
export const CROSS_ORIGIN = {
  methods: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'],
  headers: ['authorization', 'content-type', 'idempotency-key'],
  exposedHeaders: ['x-request-id', 'retry-after', 'etag', 'link'],
  maximumAgeSeconds: 3_600,
} as const;
