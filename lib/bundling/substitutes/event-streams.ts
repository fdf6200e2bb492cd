/**
 * Replaces `@smithy/core/event-streams` in the bundles. The SDK needs it only for operations that stream events, such
 * as S3's SelectObjectContent, which we do not use. It is imported dynamically, so a bundle would keep all of it: 20
 * kB.
 */
function absent(): never {
  throw new Error(
    'Event streams are not bundled. Take @smithy/core/event-streams out of the substitutes in lib/bundle.ts.',
  );
}

/** Every S3 client calls this when it is created, even if it never streams events. */
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
export { absent as EventStreamSerde, absent as eventStreamSerdeProvider };
