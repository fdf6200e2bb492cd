import { parseArgs } from 'node:util';
import { Problem } from './problem';

export interface Options {
  readonly port: number;
  readonly dataDir: string;
  readonly fresh: boolean;
  readonly seed: boolean;
  readonly verbose: boolean;
}

const USAGE = 'npm start -- [--port 3000] [--data .local] [--fresh] [--no-seed] [--verbose]';

/** Options from the command line, then from the environment, then the defaults. */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options {
  const { values } = parse(args);
  return {
    port: portFrom(values.port ?? environment.PORT ?? '3000'),
    dataDir: values.data ?? environment.DATA_DIR ?? '.local',
    fresh: values.fresh ?? false,
    seed: !values['no-seed'],
    verbose: values.verbose ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        fresh: { type: 'boolean' },
        'no-seed': { type: 'boolean' },
        verbose: { type: 'boolean' },
      },
    });
  } catch (failure) {
    const [reason = ''] = failure instanceof Error ? failure.message.split(/[.\n]/) : [];
    throw new Problem(`${reason}. Use these options: ${USAGE}`);
  }
}

function portFrom(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new Problem(`"${text}" is no port: choose a number from 1 to 65535, for example npm start -- --port 3000`);
}
