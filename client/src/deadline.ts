import { FleetError } from './errors.js';

/** The error of a call that its caller ended. Older versions of React Native give signals no reason. */
export const reasonOf = (signal: AbortSignal | null | undefined): unknown =>
  signal?.reason ?? Object.assign(new Error('Aborted'), { name: 'AbortError' });

/**
 * Runs work that must end within a time (0 or more than 23 days: any time), by the caller's signal, or by `end`. Then the work's own signal is aborted. The
 * promise rejects at once, with TIMEOUT or the reason, even if the work does not obey. The work does not begin if the caller's signal was aborted before.
 */
export async function within<Done>(
  milliseconds: number | undefined,
  outer: AbortSignal | null | undefined,
  work: (signal: AbortSignal, end: () => void) => Promise<Done>,
): Promise<Done> {
  if (outer?.aborted) throw reasonOf(outer);
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end = () => {};
  const ended = new Promise<never>((_, reject) => {
    const endWith = (reason: unknown) => {
      reject(reason);
      controller.abort(reason);
    };
    end = () => endWith(reasonOf(outer));
    outer?.addEventListener('abort', end);
    // A timer of the platform ends at once if it should take longer than 2^31 ms.
    if (milliseconds && milliseconds < 2e9)
      timer = setTimeout(
        () => endWith(new FleetError('TIMEOUT', 0, `No answer within ${milliseconds} ms.`)),
        milliseconds,
      );
  });
  try {
    return await Promise.race([ended, work(controller.signal, end)]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', end);
  }
}
