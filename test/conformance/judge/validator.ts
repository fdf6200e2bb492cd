import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Validator {
  /** The faults of a document by the schemas of the SAT: none if it is valid. */
  readonly faultsOf: (xml: string) => Promise<string[]>;
}

interface Waiting {
  readonly answer: (faults: string[]) => void;
  readonly fail: (failure: Error) => void;
}

/** Documents wait until so many characters are to be sent or the event loop turns: a write for each one takes half the time of its validation. */
const BATCH = 256 * 1024;

const SCHEMAS = join(__dirname, '..', 'data', 'xsd');

/** Starts the process that validates, for one test file. Call it once at the top of the file. */
export function schemaValidator(...options: '--whole'[]): Validator {
  let running: ChildProcessWithoutNullStreams | undefined;
  let ended: Promise<void> | undefined;
  let failure: Error | undefined;
  const waiting: Waiting[] = [];
  let unsent = '';
  const flush = (): void => {
    if (unsent !== '') running?.stdin.write(unsent);
    unsent = '';
  };
  beforeAll(() => {
    const child = spawn(process.execPath, [join(__dirname, 'validate.mjs'), SCHEMAS, ...options]);
    let said = '';
    child.stderr.on('data', (data) => {
      said += String(data);
    });
    // A write to a process that has ended is an error here too: the end below says why.
    child.stdin.on('error', () => {});
    createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.answer(JSON.parse(line)));
    ended = new Promise((resolve) => {
      child.on('exit', () => {
        failure = new Error(`The process that validates ended. Run npm ci if it lacks a package. ${said}`);
        for (const { fail } of waiting.splice(0)) fail(failure);
        resolve();
      });
    });
    running = child;
  });
  afterAll(async () => {
    running?.stdin.end();
    await ended;
  });
  return {
    faultsOf: (xml) =>
      new Promise((answer, fail) => {
        if (failure !== undefined) {
          fail(failure);
          return;
        }
        waiting.push({ answer, fail });
        if (unsent === '') setImmediate(flush);
        unsent += `${JSON.stringify(xml)}\n`;
        if (unsent.length > BATCH) flush();
      }),
  };
}
