/**
 * Stands in for SHA-256 in JavaScript, which `@smithy/core` takes where Node was built without crypto. Node in Lambda has crypto. Without this a
 * bundle holds 3 kB that never run.
 */
export class Sha256Js {
  constructor() {
    throw new Error('SHA-256 in JavaScript is not bundled. Take it out of lib/bundling/packages.ts.');
  }
}
