import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { sender, textAt } from '../journeys/http';
import { temporaryFolder } from './support/folder';
import { endServers, startServer } from './support/server';

const ROOT = resolve(__dirname, '..', '..');
const folder = temporaryFolder();
afterEach(endServers);

let folders = 0;
const newData = (): string => {
  folders += 1;
  return join(folder, `data-${folders}`);
};
const quick = (data: string, ...more: string[]) => ['--port', '0', '--data', data, ...more];

/** The one line that a failed start printed. */
async function refusal(...start: Parameters<typeof startServer>): Promise<string> {
  const server = startServer(...start);
  expect(await server.ended).toBe(1);
  const { stdout, stderr } = server.output();
  expect(stdout).toBe('');
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  return stderr;
}

async function signIn(url: string): Promise<string> {
  const body = { email: DEMO.members[0].email, password: DEMO_PASSWORD };
  return textAt((await sender(url)('POST /auth/login', { body })).body, 'tokens.accessToken');
}

describe('the first screen', () => {
  test('has fifteen lines at most, and a curl that works when it is pasted', async () => {
    const server = startServer(quick(newData()));
    const url = await server.url();
    const lines = server.output().stdout.split('\n').slice(0, -1);
    expect(lines.length).toBeLessThanOrEqual(15);
    for (const wanted of [`${url}/_local/outbox`, 'demo.driver', DEMO_PASSWORD, '--fresh']) {
      expect(server.output().stdout).toContain(wanted);
    }
    const body = /-d '(.*)'/.exec(server.output().stdout)?.[1];
    const answer = await fetch(`${url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body ?? '',
    });
    expect(answer.status).toBe(200);
    expect(server.output().stderr).toBe('');
  });
});

describe('what is wrong is one sentence, with the command that mends it', () => {
  test('a taken port', async () => {
    const first = startServer(quick(newData()));
    const port = new URL(await first.url()).port;
    const told = await refusal(['--port', port, '--data', newData()]);
    const [, free = ''] = /Another program uses port \d+: repeat the command with --port (\d+)\n/.exec(told) ?? [];
    expect((await fetch(await startServer(['--port', free, '--data', newData()]).url())).status).toBe(200);
  });

  test('the port that the server of the same folder uses', async () => {
    const data = newData();
    const url = await startServer(quick(data)).url();
    expect(await refusal(['--port', new URL(url).port, '--data', data])).toMatch(
      `runs already: open ${url}, or stop it first`,
    );
  });

  test('a data folder that another server uses', async () => {
    const data = newData();
    await startServer(quick(data)).url();
    expect(await refusal(quick(data))).toMatch(/in use.*repeat the command with --port 0 --data .*-2\n/);
  });

  test('desk 7.2: data of another version are kept beside the folder, and --fresh deletes only with --yes', async () => {
    const data = newData();
    const first = startServer(quick(data));
    await first.url();
    await first.interrupt();
    // The empty file of settings is written anew by each start. A killed server leaves its address, which belongs to no data.
    const written = readdirSync(data).filter((name) => !['no-aws-settings', 'server.json'].includes(name));
    writeFileSync(join(data, 'format'), 'another');
    const others = ['another-program.txt', 'sales.jsonl'];
    for (const name of others) writeFileSync(join(data, name), 'kept');
    const second = startServer(quick(data));
    expect((await fetch(`${await second.url()}/health`)).status).toBe(200);
    expect(second.output().stderr).toMatch(/Another version of this service wrote the data in .*old-1 now/);
    expect(readdirSync(`${data}.old-1`)).toEqual(written);
    expect(written).toContain('cognito-users.jsonl');
    await second.interrupt();
    expect(await refusal(quick(data, '--fresh'))).toMatch(/would delete the service's data in .*: add --yes/);
    expect(readdirSync(data)).toContain('cognito-users.jsonl');
    expect((await fetch(`${await startServer(quick(data, '--fresh', '--yes')).url()}/health`)).status).toBe(200);
    expect(readdirSync(data)).toEqual(expect.arrayContaining(others));
  });

  test('desk 7.2: a folder that cannot be used', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'below')]) {
      expect(await refusal(quick(path))).toMatch(/cannot be used, because .*file: choose another one, .*--data/);
    }
    expect(await refusal(quick(''))).toMatch(/--data needs the name of a folder/);
    if (process.platform === 'linux') expect(await refusal(quick('/proc'))).toMatch(/\/proc cannot be used/);
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  // Below /proc nothing can be made, and Node then tries again without end when it is asked for all folders of a path.
  const onLinux = process.platform === 'linux' ? test : test.skip;
  onLinux('desk 7.2: a folder that cannot be made is refused, and the start ends', async () => {
    for (const path of ['/proc/foo', '/proc/foo/bar'])
      expect(await refusal(quick(path))).toMatch(`The data folder ${path} cannot be used, because `);
  });

  onLinux('desk 7.2: a disk that is full', async () => {
    const data = newData();
    const first = startServer(quick(data));
    await first.url();
    await first.interrupt();
    symlinkSync('/dev/full', join(data, 'cognito-users.jsonl.new'));
    expect(await refusal(quick(data))).toMatch(
      /cannot be used, because the disk is full: choose another one, .*--data/,
    );
  });

  test('an option that there is not, and a port that is none', async () => {
    expect(await refusal(['--bogus'])).toMatch(/--bogus.*npm start -- --help/);
    expect(await refusal(['--port', 'x'])).toMatch(/"x" is no port.*npm start -- --port/);
    expect(await refusal([], { environment: { PORT: '70000' } })).toMatch(/"70000" is no port/);
  });

  test('a Node that is too old', async () => {
    const old = join(folder, 'old-node.cjs');
    writeFileSync(old, "Object.defineProperty(process.versions, 'node', { value: '18.20.0' });");
    expect(await refusal([], { nodeArgs: ['--require', old] })).toMatch(/This is Node 18\.20\.0.*nvm install/);
  });

  test.each([
    ['http://127.0.0.1:1', /^No DynamoDB answers at http:\/\/127\.0\.0\.1:1: .*remove LOCAL_DYNAMODB_ENDPOINT/],
    [
      'localhost:8000',
      /^LOCAL_DYNAMODB_ENDPOINT is "localhost:8000", which is no address: .*http:\/\/127\.0\.0\.1:8000/,
    ],
  ])('desk 7.2: an engine that is not there: %s', async (address, sentence) => {
    const environment = { LOCAL_DYNAMODB_ENDPOINT: address };
    expect(await refusal(quick(newData()), { environment })).toMatch(sentence);
  });

  test('desk 7.2: an engine that is another program', async () => {
    const other = createServer((_, response) => response.end('Hello.')).listen(0, '127.0.0.1');
    try {
      await once(other, 'listening');
      const { port } = Object(other.address());
      const environment = { LOCAL_DYNAMODB_ENDPOINT: `http://127.0.0.1:${port}` };
      const told = await refusal(quick(newData()), { environment });
      expect(told).toMatch(`What answers at http://127.0.0.1:${port} is no DynamoDB`);
    } finally {
      other.closeAllConnections();
      other.close();
    }
  });

  test('desk 7.1: a project in a folder whose name is no part of an address starts, as C:\\ does', async () => {
    const root = join(folder, 'a#b%41 ñ');
    symlinkSync(ROOT, root, 'junction');
    const server = startServer(quick(newData()), { root, nodeArgs: ['--preserve-symlinks-main'] });
    expect((await fetch(`${await server.url()}/health`)).status).toBe(200);
  });

  test('packages that are not installed', async () => {
    const root = join(folder, 'bare');
    mkdirSync(join(root, 'local'), { recursive: true });
    cpSync(join(ROOT, 'local', 'start.mjs'), join(root, 'local', 'start.mjs'));
    expect(await refusal([], { root })).toMatch(/: npm ci\n$/);
    // A folder that was copied from another system has no program of esbuild for this one.
    for (const name of ['esbuild', 'find-my-way']) mkdirSync(join(root, 'node_modules', name), { recursive: true });
    const message = 'The package "@esbuild/linux-x64" could not be found, and is needed by esbuild.\n\nIf you …';
    const program = `exports.build = async () => { throw new Error(${JSON.stringify(message)}); }; exports.stop = () => {};`;
    writeFileSync(join(root, 'node_modules', 'esbuild', 'index.js'), program);
    expect(await refusal([], { root })).toMatch(/: npm ci\n$/);
  });

  test('packages that another user installed', async () => {
    const root = join(folder, 'of-another-user');
    mkdirSync(join(root, 'local'), { recursive: true });
    cpSync(join(ROOT, 'local', 'start.mjs'), join(root, 'local', 'start.mjs'));
    for (const name of ['esbuild', 'find-my-way']) mkdirSync(join(root, 'node_modules', name), { recursive: true });
    const program = 'exports.build = async () => ({ metafile: { inputs: {} } }); exports.stop = () => {};';
    writeFileSync(join(root, 'node_modules', 'esbuild', 'index.js'), program);
    writeFileSync(join(root, 'package-lock.json'), '');
    // A folder that cannot be made, also by an administrator.
    writeFileSync(join(root, 'node_modules', '.cache'), '');
    expect(await refusal([], { root })).toMatch(
      /cannot be written \(\w+\): start the service as the user who installed/,
    );
  });
});

describe('the end', () => {
  // A program on Windows gets Ctrl-C from its console alone.
  const withSignals = process.platform === 'win32' ? test.skip : test;
  withSignals('by Ctrl-C is quiet, and releases the data folder', async () => {
    const data = newData();
    const server = startServer(quick(data));
    await server.url();
    const screen = server.output().stdout;
    expect(readdirSync(data)).toContain('server.json');
    expect(await server.interrupt()).toBe(0);
    expect(server.output()).toEqual({ stdout: screen, stderr: '' });
    expect(readdirSync(data)).not.toContain('server.json');
  });

  test('by kill −9 loses nothing that was acknowledged, and does not keep the data folder', async () => {
    const data = newData();
    const server = startServer(quick(data));
    const url = await server.url();
    const send = sender(url);
    const token = await signIn(url);
    const route = `POST /teams/${DEMO.team.id}/vehicles`;
    const acknowledged: string[] = [];
    const write = async (lane: number): Promise<void> => {
      for (let number = 0; ; number += 1) {
        const plate = `K-${lane}-${number}`;
        const answer = await send(route, { token, body: { plate } });
        expect(answer.status).toBe(201);
        acknowledged.push(plate);
        if (acknowledged.length === 60) server.child.kill('SIGKILL');
      }
    };
    const lanes = await Promise.allSettled([1, 2, 3, 4].map(write));
    expect(lanes.map(({ status }) => status)).not.toContain('fulfilled');
    expect(await server.ended).toBe('SIGKILL');

    const again = startServer(quick(data));
    const sendAgain = sender(await again.url());
    for (const plate of acknowledged) {
      // The token is still valid: keys and sign-ins are on disk, as the table is.
      const answer = await sendAgain(route, { token, body: { plate } });
      expect([plate, answer.status]).toEqual([plate, 409]);
    }
  });

  test('leaves data that the next start finds, and does not seed again', async () => {
    const data = newData();
    const first = startServer(quick(data));
    const token = await signIn(await first.url());
    const users = usersIn(data);
    await first.interrupt();
    const second = startServer(quick(data));
    const { status, body } = await sender(await second.url())('GET /teams', { token });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain(DEMO.team.id);
    expect(usersIn(data)).toEqual(users);
  });
});

/** The distinct keys of the users' journal. */
const usersIn = (data: string): string[] => {
  const lines = readFileSync(join(data, 'cognito-users.jsonl'), 'utf8').split('\n').filter(Boolean);
  return [...new Set(lines.map((line): string => JSON.parse(line)[0]))].sort();
};

test('--no-seed starts without the demo team', async () => {
  const server = startServer(quick(newData(), '--no-seed'));
  const body = { email: DEMO.members[0].email, password: DEMO_PASSWORD };
  expect((await sender(await server.url())('POST /auth/login', { body })).status).toBe(401);
});

test('desk 7.4: the demo finds the server that this project started last, on any port and data folder', async () => {
  const server = startServer(quick(newData()));
  const url = await server.url();
  const demo = spawn(process.execPath, [require.resolve('tsx/cli'), join('scenarios', 'print', 'main.ts')], {
    cwd: ROOT,
  });
  const told = await new Promise<string>((settle) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk;
      if (text.includes('/auth/login') || text.includes('No server')) settle(text);
    };
    demo.stdout.on('data', read);
    demo.stderr.on('data', read);
    demo.on('close', () => settle(text));
  });
  demo.kill();
  expect(told).toContain('/auth/login');
  const note = join(ROOT, 'node_modules', '.cache', 'local', 'server.json');
  expect(JSON.parse(readFileSync(note, 'utf8'))).toEqual({ url });
  await server.interrupt();
  if (process.platform !== 'win32') expect(existsSync(note)).toBe(false);
});
