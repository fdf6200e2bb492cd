/** Stands in for the rate limiter of the SDK's adaptive retries, which no client of ours asks for. Without this a bundle holds 3 kB that never run. */
export class DefaultRateLimiter {
  constructor() {
    throw new Error('Adaptive retries are not bundled. Take DefaultRateLimiter out of lib/bundling/packages.ts.');
  }
}
