import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Calls the AWS CLI and returns its answer. Throws with the CLI's sentence when AWS refuses the call. */
export type Aws = (args: readonly string[]) => Promise<unknown>;

export const awsCli: Aws = async (args) => {
  const { stdout } = await promisify(execFile)('aws', [...args, '--output', 'json'], { maxBuffer: 2 ** 26 });
  return stdout.trim() === '' ? undefined : JSON.parse(stdout);
};
