import { resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { confirmFresh } from '../../local/confirm';
import { frontEnds } from '../../local/front-ends';
import { isDefaultFolder, readOptions, usage } from '../../local/options';

describe('desk 7.2: the options', () => {
  test('have defaults, which the environment replaces, and the command line that', () => {
    expect(readOptions([], {})).toEqual({
      port: 4000,
      dataDir: '.local',
      fresh: false,
      yes: false,
      seed: true,
      verbose: false,
      allowedOrigins: [],
      help: false,
    });
    const environment = { PORT: '5000', DATA_DIR: 'there' };
    expect(readOptions([], environment)).toMatchObject({ port: 5000, dataDir: 'there' });
    expect(readOptions(['--port', '6000', '--data', 'here'], environment)).toMatchObject({
      port: 6000,
      dataDir: 'here',
    });
  });

  test('are all in the list of --help, one on each line', () => {
    const all = ['--port', '--data', '--fresh', '--yes', '--no-seed', '--allow-origin', '--verbose', '--help'];
    expect(usage().match(/--[a-z-]+(?= )/g)).toEqual(expect.arrayContaining(all));
    for (const line of usage().split('\n').slice(2)) expect(line).toMatch(/^ {2}--\S+( [A-Z]+)? {2,}\S.*\.$/);
  });

  test('desk 7.3: the default port is none that Next.js or Vite takes', () => {
    expect([3000, 3001, 3002, 5173, 5174, 4173]).not.toContain(readOptions([], {}).port);
  });

  test.each([
    [['--port', '65536'], /"65536" is no port.*--port 4000/],
    [['--port', '-1'], /--port/],
    [['--data', ' '], /--data needs the name of a folder.*--data \.local/],
    [['--allow-origin', 'https://app.example/'], /is no origin.*--allow-origin https:\/\/app\.example$/],
    [['--allow-origin', '*'], /"\*" is no origin/],
    [['--colour'], /--colour.*npm start -- --help/],
    [['extra'], /extra.*npm start -- --help/],
  ])('%j is refused in one sentence that says what works', (args, message) => {
    expect(() => readOptions(args, {})).toThrow(message);
    expect(() => readOptions(args, {})).toThrow(/^[^\n]*$/);
  });

  test('the default folder is known also by its whole path', () => {
    expect([isDefaultFolder('.local'), isDefaultFolder(resolve('.local')), isDefaultFolder('./.local/')]).toEqual([
      true,
      true,
      true,
    ]);
    expect(isDefaultFolder('.local-2')).toBe(false);
  });
});

describe('desk 7.3: front ends', () => {
  test('pages of this machine may call on any port, and named origins; the list for the functions grows', () => {
    const told: (readonly string[])[] = [];
    const { isAllowed } = frontEnds(['https://app.example'], (known) => told.push(known));
    const allowed = ['https://app.example', 'http://localhost:8081', 'http://127.0.0.1:5173', 'http://localhost:8081'];
    expect(allowed.map(isAllowed)).toEqual([true, true, true, true]);
    expect(told.map((known) => known.length)).toEqual([2, 3]);
    const refused = [
      'null',
      undefined,
      'https://localhost:8081',
      'http://localhost.example',
      'http://127.0.0.1.example:80',
      'http://evil.example#http://localhost',
    ];
    expect(refused.map(isAllowed)).toEqual(refused.map(() => false));
    expect(told).toHaveLength(2);
  });
});

describe('desk 7.2: --fresh of a named folder', () => {
  const options = { fresh: true, yes: false, dataDir: 'named' };
  const asked = async (answer: string) => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    input.end(`${answer}\n`);
    const output = new PassThrough();
    await confirmFresh(options, () => true, { input, output });
    return String(output.read());
  };

  test('asks, and goes on after yes alone', async () => {
    expect(await asked('yes')).toMatch(/Delete the service's data in named\?/);
    await expect(asked('y')).rejects.toThrow('The data in named stay as they are.');
    await expect(asked('')).rejects.toThrow('stay as they are');
  });

  test('without a terminal needs --yes', async () => {
    const terminal = { input: Object.assign(new PassThrough(), { isTTY: false }), output: new PassThrough() };
    await expect(confirmFresh(options, () => true, terminal)).rejects.toThrow('add --yes');
    await expect(confirmFresh({ ...options, yes: true }, () => true, terminal)).resolves.toBeUndefined();
  });

  test('does not ask for the default folder, nor for one without data', async () => {
    const terminal = { input: Object.assign(new PassThrough(), { isTTY: false }), output: new PassThrough() };
    await expect(confirmFresh({ ...options, dataDir: '.local' }, () => true, terminal)).resolves.toBeUndefined();
    await expect(confirmFresh(options, () => false, terminal)).resolves.toBeUndefined();
  });
});
