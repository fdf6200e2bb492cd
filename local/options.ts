import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isReceiverHere } from '../shared/webhook-endpoints/stored-url';
import { Problem } from './problem';

export interface Options {
  readonly port: number;
  readonly dataDir: string;
  readonly fresh: boolean;
  /** Empties a folder that was named without a question. */
  readonly yes: boolean;
  readonly seed: boolean;
  readonly verbose: boolean;
  /** Origins of front ends on other machines. */
  readonly allowedOrigins: readonly string[];
  /** The address of a program on this machine that receives the events of the demo team. */
  readonly forwardTo: string | undefined;
  readonly help: boolean;
}

/** Next.js takes 3000 and the ports after it, Vite 5173 and 4173. */
const DEFAULT_PORT = 4000;
const DEFAULT_DATA = '.local';

/** Each option as `npm start -- --help` lists it: its value, and what it does. */
const OPTIONS = {
  port: {
    type: 'string',
    value: 'NUMBER',
    does: `The port of the service (${DEFAULT_PORT}; also PORT). 0 takes a free one.`,
  },
  data: { type: 'string', value: 'FOLDER', does: `The folder of the data (${DEFAULT_DATA}; also DATA_DIR).` },
  fresh: {
    type: 'boolean',
    value: '',
    does: 'Deletes the data first. Asks before it deletes those of another folder than .local.',
  },
  yes: { type: 'boolean', value: '', does: 'Answers that question with yes.' },
  'no-seed': { type: 'boolean', value: '', does: 'Starts without the demo team.' },
  'allow-origin': {
    type: 'string',
    multiple: true,
    value: 'ORIGIN',
    does: 'Lets the pages of an origin call the service. Pages of this machine always may. Repeat it for several.',
  },
  'forward-to': {
    type: 'string',
    value: 'URL',
    does: 'Sends the events of the demo team to a program on this machine, and prints the secret that signs them.',
  },
  verbose: { type: 'boolean', value: '', does: 'Prints every line that functions log.' },
  help: { type: 'boolean', value: '', does: 'Prints this list.' },
} as const;

/** The list of the options, one on each line. */
export function usage(): string {
  const rows = Object.entries(OPTIONS).map(
    ([name, { value, does }]) => [`--${name} ${value}`.trimEnd(), does] as const,
  );
  const width = Math.max(...rows.map(([option]) => option.length));
  return ['npm start -- [options]', '', ...rows.map(([option, does]) => `  ${option.padEnd(width)}  ${does}`)].join(
    '\n',
  );
}

/** Options from the command line, then from the environment, then the defaults. Throws a Problem for an option or a value that does not exist. */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options {
  const { values } = parse(args);
  return {
    port: portFrom(values.port ?? environment.PORT ?? String(DEFAULT_PORT)),
    dataDir: folderFrom(values.data ?? environment.DATA_DIR ?? DEFAULT_DATA),
    fresh: values.fresh ?? false,
    yes: values.yes ?? false,
    seed: !values['no-seed'],
    verbose: values.verbose ?? false,
    allowedOrigins: (values['allow-origin'] ?? []).map(originFrom),
    forwardTo: receiverFrom(values['forward-to'], values['no-seed'] ?? false),
    help: values.help ?? false,
  };
}

/** True for the folder that a start without options uses. */
export const isDefaultFolder = (dataDir: string): boolean => resolve(dataDir) === resolve(DEFAULT_DATA);

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS });
  } catch (failure) {
    // For example: TypeError [ERR_PARSE_ARGS_UNKNOWN_OPTION]: Unknown option '--colour'. To specify …
    const [reason = ''] = String(failure)
      .replace(/^.*?: /, '')
      .split(/[.\n]/);
    throw new Problem(`${reason}. List the options with npm start -- --help`);
  }
}

function folderFrom(text: string): string {
  if (text.trim() !== '') return text;
  throw new Problem(`--data needs the name of a folder, for example npm start -- --data ${DEFAULT_DATA}`);
}

function portFrom(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new Problem(
    `"${text}" is no port: choose a number from 1 to 65535, for example npm start -- --port ${DEFAULT_PORT}`,
  );
}

function originFrom(text: string): string {
  const { origin = 'null' } = URL.canParse(text) ? new URL(text) : {};
  if (origin === text) return text;
  const likely = origin === 'null' ? 'https://app.example' : origin;
  throw new Problem(
    `"${text}" is no origin: send scheme, host and port alone, for example npm start -- --allow-origin ${likely}`,
  );
}

function receiverFrom(text: string | undefined, isEmpty: boolean): string | undefined {
  if (text === undefined) return undefined;
  if (isEmpty) throw new Problem('--forward-to needs the demo team: leave out --no-seed');
  if (isReceiverHere(text)) return text;
  throw new Problem(
    `"${text}" is no program on this machine: --forward-to takes http and 127.0.0.1 or localhost, for example npm start -- --forward-to http://localhost:5000/hooks`,
  );
}
