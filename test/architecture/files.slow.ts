import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { OPERATIONS, TRIGGERS } from '../../functions/catalog';
import { pathsBelow } from '../support/source-files';

const ROOT = join(__dirname, '..', '..');
const LONGEST = 300;

/** Paths of the TypeScript files below a folder, relative to the repository. */
const filesIn = (folder: string): string[] => pathsBelow(folder).filter((file) => file.endsWith('.ts'));

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const LISTS = ['functions/catalog.ts', 'functions/index.ts', 'functions/triggers/index.ts'];

test('every file of functions/ stands in a list, and every line of a list is a file', () => {
  const listed = [...Object.keys(OPERATIONS), ...Object.keys(TRIGGERS)].map((name) => `functions/${name}.ts`);
  expect(filesIn('functions').filter((file) => !LISTS.includes(file))).toEqual(listed.sort());
});

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

test.each(Object.entries({ ...OPERATIONS, ...TRIGGERS }))('%s declares its own name as its id', (file, { id }) => {
  expect(id).toBe(camel(basename(file)));
});

test('the lists are in the order of their names', () => {
  for (const names of [Object.keys(OPERATIONS), Object.keys(TRIGGERS)]) expect(names).toEqual([...names].sort());
  for (const list of LISTS.slice(1)) {
    const lines = textOf(list)
      .split('\n')
      .filter((line) => line.startsWith('export'));
    expect(lines).toEqual([...lines].sort());
  }
});

test('the environment is read in one place', () => {
  const readers = [...filesIn('shared'), ...filesIn('functions')].filter((file) =>
    /process\s*\.\s*env|process\[/.test(textOf(file)),
  );
  expect(readers).toEqual(['shared/platform/runtime/live.ts']);
});

test('nothing in the product reads the clock, makes an identifier or throws dice by itself', () => {
  const SEAMS = /Date\.now\(|new Date\(\)|randomUUID|Math\.random|randomBytes\(/;
  const own = [...filesIn('shared'), ...filesIn('functions')].filter((file) => {
    return (
      file !== 'shared/platform/runtime/live.ts' &&
      textOf(file)
        .split('\n')
        .some((line) => SEAMS.test(line) && !/context\.randomBytes\(/.test(line))
    );
  });
  expect(own).toEqual([]);
});

test('integrations 2: nobody opens a connection but the SDKs, the canary, sendOut, and who fetches the pools’ keys', () => {
  const CONNECTS = /\bfetch\(|['"](node:)?(https?|http2|net|tls|dgram|undici)['"]/;
  const own = [...filesIn('shared'), ...filesIn('functions')].filter((file) =>
    CONNECTS.test(textOf(file).replace(/import \{ (BlockList|isIP|isIPv4|, )+ \} from 'node:net';/, '')),
  );
  expect(own).toEqual([
    'shared/canary/visit.ts',
    'shared/identity/access-tokens.ts',
    'shared/webhook-endpoints/send-out.ts',
  ]);
});

test('every client of an SDK is made quiet', () => {
  const clients = [...filesIn('shared'), ...filesIn('functions')].flatMap(
    (file) => textOf(file).match(/(awsClient\(\s*'\w+',\s*\(settings\) =>\s*)?new \w+Client\(/g) ?? [],
  );
  expect(clients).toContain("awsClient('table', (settings) => new DynamoDBClient(");
  expect(clients.filter((made) => !made.startsWith('awsClient('))).toEqual([]);
});

test('no file is longer than a reader’s patience', () => {
  const long = ['lib', 'functions', 'shared', 'local']
    .flatMap(filesIn)
    .filter((file) => textOf(file).split('\n').length > LONGEST);
  expect(long).toEqual([]);
});

test('every function imports with an empty environment, and asks nothing of it', async () => {
  const { env } = process;
  const asked: string[] = [];
  process.env = new Proxy({}, { get: (_, key) => void asked.push(String(key)) });
  try {
    await jest.isolateModulesAsync(async () => {
      const { OPERATIONS: fresh } = await import('../../functions/catalog');
      expect(Object.keys(fresh)).toEqual(Object.keys(OPERATIONS));
    });
  } finally {
    process.env = env;
  }
  expect(asked.filter((key) => /^[A-Z_]+$/.test(key) && !key.startsWith('AWS_') && !key.startsWith('NODE_'))).toEqual(
    [],
  );
});
