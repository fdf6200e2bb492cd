/**
 * Stands in for `@smithy/core/event-streams` in the bundles. The SDK imports it only when an operation streams events (S3's SelectObjectContent,
 * nothing of ours), but as it does so by a dynamic import, a bundle keeps all of it: 20 kB.
 */
function absent(): never {
  throw new Error(
    'Event streams are not bundled. Take @smithy/core/event-streams out of the substitutes in lib/bundle.ts.',
  );
}

/** An S3 client makes its marshaller when it is made, whether or not it ever uses it. */
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
export { absent as EventStreamSerde, absent as eventStreamSerdeProvider };
