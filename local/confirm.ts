import { createInterface } from 'node:readline/promises';
import { isDefaultFolder, type Options } from './options';
import { Problem } from './problem';

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/**
 * Asks before `--fresh` deletes the data of a folder that was named: a name can be mistyped. Without a terminal it asks for `--yes`. Throws a
 * Problem unless the answer is yes.
 */
export async function confirmFresh(
  { fresh, yes, dataDir }: Pick<Options, 'fresh' | 'yes' | 'dataDir'>,
  hasData: (path: string) => boolean,
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<void> {
  if (!fresh || yes || isDefaultFolder(dataDir) || !hasData(dataDir)) return;
  if (!input.isTTY)
    throw new Problem(`--fresh would delete the service's data in ${dataDir}: add --yes, or leave out --fresh`);
  const asking = createInterface({ input, output });
  const answer = await asking.question(`Delete the service's data in ${dataDir}? Type yes: `);
  asking.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new Problem(`The data in ${dataDir} stay as they are.`);
}
