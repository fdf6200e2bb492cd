import { basename, dirname } from 'node:path';
import type { Findings, HardPart, Settings } from './part';

/** What a part's process tells the one that started it. */
export type Told =
  | { readonly progress: string }
  | { readonly id: string; readonly title: string; readonly findings: Findings };

/** The process of one part: its folder, form and seed stand in the command line. */
async function main(): Promise<void> {
  const [file = '', form, seed] = process.argv.slice(2);
  const { part }: { part: HardPart } = await import(file);
  if (part.id !== basename(dirname(file)))
    throw new Error(`${file} exports ${part.id}: a part is called as its folder is.`);
  const settings: Settings = {
    form: form === 'long' ? 'long' : 'short',
    seed: Number(seed),
    progress: (line) => void tell({ progress: line }),
  };
  const findings = await part.run(settings);
  await tell({ id: part.id, title: part.title, findings });
}

const tell = (told: Told): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(told, undefined, undefined, (failure) => (failure ? reject(failure) : resolve()));
  });

main().then(
  () => process.exit(0),
  (failure: unknown) => {
    console.error(failure);
    process.exit(1);
  },
);
