import { type Cloud, startCloud } from './cloud';
import { confirmFresh } from './confirm';
import { hasData, problemOfDisk } from './data-folder';
import { readOptions, usage } from './options';
import { Problem } from './problem';
import { noteRunning } from './running-here';
import { firstScreen } from './screen';

/** Starts the cloud with the options of the command line. Stops it when the process ends. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) {
    console.log(usage());
    return;
  }
  await confirmFresh(options, hasData);
  const cloud = await startCloud({ ...options, tell: (line) => console.log(line) }).catch((failure) => {
    throw problemOfDisk(options.dataDir, failure);
  });
  endWith(cloud, noteRunning(cloud.url));
  console.log(firstScreen(cloud.url, options, cloud.forwardSecret));
}

function endWith(cloud: Cloud, removeNote: () => void): void {
  let isEnding = false;
  const end = async (): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    removeNote();
    await cloud.stop();
    process.exit(0);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
}

function fail(failure: unknown): void {
  console.error(failure instanceof Problem ? failure.message : failure);
  process.exit(1);
}

main().catch(fail);
