import { parseArgs } from 'node:util';
import { screenOn } from './demo/screen';
import { tellStory } from './demo/story';
import { Unexpected } from './demo/teller';

const DEFAULT_URL = 'http://127.0.0.1:3000';

/** `npm run demo -- [--url http://127.0.0.1:3000]`: tells a carrier's day against a running local server, call by call. */
async function main(): Promise<void> {
  const hasColour = process.stdout.isTTY === true && !process.env.NO_COLOR;
  await tellStory(urlFrom(process.argv.slice(2)), screenOn(console.log, hasColour));
}

function urlFrom(args: string[]): string {
  try {
    const { values } = parseArgs({ args, options: { url: { type: 'string', default: DEFAULT_URL } } });
    return new URL(values.url).href.replace(/\/$/, '');
  } catch {
    throw new Unexpected(`Say where the server is, and nothing else: npm run demo -- --url ${DEFAULT_URL}`);
  }
}

main().catch((failure: unknown) => {
  console.error(failure instanceof Unexpected ? failure.message : failure);
  process.exitCode = 1;
});
