import { FleetError } from './errors.js';

/** The error of a call that its caller ended. Older versions of React Native give signals no reason. */
export const reasonOf = (signal: AbortSignal | null | undefined): unknown =>
  signal?.reason ?? Object.assign(new Error('Aborted'), { name: 'AbortError' });

/**
 * Runs work that must end within a time (0: any time) or by the caller's signal. Then the work's own signal is aborted. The
 * promise rejects at once, with TIMEOUT or the signal's reason, even if the work does not obey.
 */
export async function within<Done>(
  milliseconds: number | undefined,
  outer: AbortSignal | null | undefined,
  work: (signal: AbortSignal) => Promise<Done>,
): Promise<Done> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort = () => {};
  const ended = new Promise<never>((_, reject) => {
    const end = (reason: unknown) => {
      reject(reason);
      controller.abort(reason);
    };
    abort = () => end(reasonOf(outer));
    if (outer?.aborted) abort();
    outer?.addEventListener('abort', abort);
    if (!milliseconds) return;
    timer = setTimeout(() => end(new FleetError('TIMEOUT', 0, `No answer within ${milliseconds} ms.`)), milliseconds);
  });
  try {
    return await Promise.race([ended, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}
