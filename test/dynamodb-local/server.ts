import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { projectRoot } from '../../local/root';
import { ENGINE_WITH_WATCHER, freePort } from '../support/rust-engine';

const POM = join(__dirname, 'pom.xml');
const MAIN = 'software.amazon.dynamodb.services.local.main.ServerRunner';
const CACHE = join(projectRoot(), 'node_modules', '.cache', 'dynamodb-local');
/** A start takes 3 s on a quiet machine. */
const START_MS = 60_000;

export interface DynamoDbLocal {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

/** The engine at the address of `AWS_ENGINE`, which `npm run test:dynamodb` has started, or one of its own for a file that runs alone. */
export const awsEngine = async (): Promise<DynamoDbLocal> => {
  const given = process.env.AWS_ENGINE;
  return given ? { endpoint: given, stop: async () => {} } : startDynamoDbLocal();
};

/** Starts AWS's engine in memory. It has one database for each access key and forgets everything when it stops. */
export async function startDynamoDbLocal(): Promise<DynamoDbLocal> {
  const libraries = installed();
  const port = await freePort();
  const child = spawn('sh', ['-c', ENGINE_WITH_WATCHER, 'sh', 'java', ...options(libraries, port)], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    child.stdio[3]?.destroy();
  };
  try {
    await listening(child, endpoint);
  } catch (failure) {
    await stop();
    throw failure;
  }
  return { endpoint, stop };
}

const options = (libraries: string, port: number): string[] => [
  '-XX:+UseSerialGC',
  // Most of the time is SQLite's. The second compiler takes more time than its code saves in a run.
  '-XX:TieredStopAtLevel=1',
  '-Xmx1g',
  `-Djava.library.path=${libraries}`,
  ...['-cp', join(libraries, '*'), MAIN],
  ...['-inMemory', '-disableTelemetry', '-port', String(port)],
];

async function listening(child: ChildProcess, endpoint: string): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  for (const end = Date.now() + START_MS; Date.now() < end; await setTimeout(50)) {
    if (failure) throw failure;
    if (child.exitCode !== null)
      throw new Error(`DynamoDB Local ended with ${child.exitCode}. Needs Java 17 or newer.`);
    // A request without a target is answered 400, which shows that the server listens.
    if (await fetch(endpoint).then(Boolean, () => false)) return;
  }
  throw new Error(`DynamoDB Local did not listen within ${START_MS} ms.`);
}

/** The folder of the libraries that the pom names. Maven copies them once, about 50 MB. */
function installed(): string {
  const folder = join(CACHE, createHash('sha256').update(readFileSync(POM)).digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  const partial = `${folder}-${process.pid}`;
  // Maven writes to the folder of the pom. A copy of the pom keeps it out of the sources.
  mkdirSync(partial, { recursive: true });
  cpSync(POM, join(partial, 'pom.xml'));
  const maven = spawnSync(
    'mvn',
    [
      '--quiet',
      '--batch-mode',
      '--no-transfer-progress',
      '--file',
      join(partial, 'pom.xml'),
      `-Dmaven.repo.local=${process.env.MAVEN_REPOSITORY ?? join(CACHE, 'repository')}`,
      `-DoutputDirectory=${partial}`,
      '-DincludeScope=runtime',
      'dependency:copy-dependencies',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (maven.status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    throw new Error('Maven cannot copy DynamoDB Local. Install default-jre-headless and maven.', {
      cause: maven.error,
    });
  }
  renameSync(partial, folder);
  return folder;
}
