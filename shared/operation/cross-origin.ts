/** The CORS settings, shared by the stack's HTTP API and the gateway of `npm start`. */
export const CROSS_ORIGIN = {
  methods: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'],
  headers: ['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match'],
  exposedHeaders: [
    'deprecation',
    'etag',
    'link',
    'ratelimit-limit',
    'ratelimit-remaining',
    'ratelimit-reset',
    'retry-after',
    'sunset',
    'x-request-id',
  ],
  maximumAgeSeconds: 3_600,
} as const;
