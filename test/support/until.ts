/** Longer than any condition takes on a busy machine, and shorter than the limit of a slow test, so that the failure names the condition. */
const LONGEST_MS = 120_000;

/** Waits until something holds, and looks every 5 ms. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`This did not hold within ${LONGEST_MS / 1_000} s: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
