import type { Findings, HardPart, Settings } from './part';

/** What a part's process tells the one that started it. */
export type Told =
  | { readonly progress: string }
  | { readonly id: string; readonly title: string; readonly findings: Findings };

/** Runs a part in a process of its own, whose command line has form, seed, minutes and perhaps a focus. */
export function work({ id, title, run }: HardPart): void {
  const [form, seed, minutes, focus] = process.argv.slice(2);
  const settings: Settings = {
    form: form === 'long' ? 'long' : 'short',
    seed: Number(seed),
    until: Date.now() + Number(minutes) * 60_000,
    ...(focus !== undefined && { focus }),
    progress: (line) => void tell({ progress: line }),
  };
  run(settings)
    .then((findings) => tell({ id, title, findings }))
    .then(
      () => process.exit(0),
      (failure: unknown) => {
        console.error(failure);
        process.exit(1);
      },
    );
}

const tell = (told: Told): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(told, undefined, undefined, (failure) => (failure ? reject(failure) : resolve()));
  });
