import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { tellStory } from '../day/story';
import { screenOn } from './screen';
import { Unexpected } from './teller';

const DEFAULT_URL = 'http://127.0.0.1:4000';

const Owner = v.object({ url: v.string() });

/** Where `npm start` writes its address: that of the last start on any data folder, and that of the default one (local/running-here.ts). */
const NOTES = [join('node_modules', '.cache', 'local', 'server.json'), join('.local', 'server.json')];

/** The server that `npm start` runs in this project, on any port and data folder. */
const runningHere = (): string => NOTES.map(addressIn).find((url) => url !== undefined) ?? DEFAULT_URL;

function addressIn(file: string): string | undefined {
  try {
    return v.parse(Owner, JSON.parse(readFileSync(file, 'utf8'))).url;
  } catch {
    return undefined;
  }
}

/**
 * `npm run demo` plays a carrier's day against the server that `npm start` runs here, or against another one with
 * `--url http://127.0.0.1:4000`, and shows each call.
 * An emulator may hide its mails and always send the same code: `--code 123456` passes that code.
 */
async function main(): Promise<void> {
  const hasColour = process.stdout.isTTY === true && !process.env.NO_COLOR;
  const { url, code } = optionsFrom(process.argv.slice(2));
  await tellStory(url, screenOn(console.log, hasColour), { mailedCode: code ? async () => code : undefined });
}

function optionsFrom(args: string[]): { url: string; code: string | undefined } {
  try {
    const options = { url: { type: 'string', default: runningHere() }, code: { type: 'string' } } as const;
    const { values } = parseArgs({ args, options });
    return { url: new URL(values.url).href.replace(/\/$/, ''), code: values.code };
  } catch {
    throw new Unexpected(
      `Unknown arguments. Send only the address of the server: npm run demo -- --url ${DEFAULT_URL}`,
    );
  }
}

main().catch((failure: unknown) => {
  console.error(failure instanceof Unexpected ? failure.message : failure);
  process.exitCode = 1;
});
