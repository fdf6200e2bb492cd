/** What stands for an effect here. */
interface Named {
  readonly says: string;
}

/** The driver or vehicle is no longer on this trip. The trip ends without the effect that releases it. */
export class NothingToRelease extends Error {
  constructor(readonly effect: Named) {
    super(`Nothing to do: ${effect.says}.`);
  }
}

/** Repeats a write without the effects that release nothing. */
export async function withoutIdleReleases<E extends Named, R>(
  effects: readonly E[],
  write: (effects: readonly E[]) => Promise<R>,
): Promise<R> {
  const idle = new Set<unknown>();
  for (;;) {
    try {
      return await write(effects.filter((effect) => !idle.has(effect)));
    } catch (failure) {
      if (!(failure instanceof NothingToRelease)) throw failure;
      idle.add(failure.effect);
    }
  }
}
