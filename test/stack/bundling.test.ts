import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { transformSync } from 'esbuild';
import { bundleFunctions } from '../../lib/bundle';
import { withDroppableConstants } from '../../lib/bundling/droppable';
import { withPlainKeys } from '../../lib/bundling/s3-shapes';
import { withoutTableErrors } from '../../lib/bundling/table-errors';

const droppable = (value: string): string => `/* @__PURE__ */ (() => (${value}))()`;

test.each([
  ['a call', 'v.object({ id: Uuid })'],
  ['a call on many lines', 'v.pipe(\n  Line(20),\n\n  v.check((value) => {\n    return value;\n  }),\n)'],
  ['a call with types', 'capability<Do>({}, () => 1)'],
  ['an instance', 'new Map()'],
  ['an object', '{ ...others, one }'],
  ['an object on many lines', '{\n  one: make(() => {\n    two();\n  }),\n}'],
])('%s is dropped with its name', (_, value) => {
  const rest = 'const next = 1;\n';
  expect(withDroppableConstants(`export const Name = ${value};\n${rest}`)).toBe(
    `export const Name = ${droppable(value)};\n${rest}`,
  );
  expect(withDroppableConstants(`const name: Type<A> = ${value};\n`)).toBe(
    `const name: Type<A> = ${droppable(value)};\n`,
  );
});

test.each([
  ['a function', 'export const make = (one: string): string => {\n  two();\n};\n'],
  ['what stands in a function', 'function make() {\n  const one = two();\n}\n'],
  ['a list', "const ONE = ['a'] as const;\n"],
  ['what may change', 'let one = two();\n'],
])('%s is left as it is', (_, source) => {
  expect(withDroppableConstants(source)).toBe(source);
});

test('a constant keeps its line, its type and what stands beside it', () => {
  const source = 'export const a: A = {\n  one: two(),\n} satisfies A;\n\nexport const b = make(), c = 1;\n';
  expect(withDroppableConstants(source)).toBe(
    `export const a: A = ${droppable('{\n  one: two(),\n} satisfies A')};\n\nexport const b = ${droppable('make()')}, c = 1;\n`,
  );
});

const S3_SHAPES = join(__dirname, '../../node_modules/@aws-sdk/client-s3/dist-es/schemas/schemas_0.js');

test('the shapes of S3 with plain keys are the same values', () => {
  const source = readFileSync(S3_SHAPES, 'utf8');
  const plain = withPlainKeys(source);
  expect(plain).not.toBe(source);
  expect(plain).not.toMatch(/[{,]\s*\[_\w+\]:/);
  const [before, after] = [exportsOf(source), exportsOf(plain)];
  expect(Object.keys(before).length).toBeGreaterThan(400);
  expect(after).toEqual(before);
});

/** What a module exports, with a stand-in for all that it imports. */
function exportsOf(source: string): object {
  const absent: unknown = new Proxy(class {}, {
    get: () => absent,
    apply: () => absent,
    construct: () => Object(absent),
  });
  const module = { exports: {} };
  const { code } = transformSync(source, { format: 'cjs' });
  runInNewContext(code, { module, exports: module.exports, require: () => absent });
  return Object.fromEntries(Object.entries(module.exports).map(([name, value]) => [name, JSON.stringify(value)]));
}

/** The inputs of which something is left in the bundle of a function, and the bundle. */
async function bundled(file: string) {
  const entryPoints = [{ in: `function:${file}`, out: 'index' }];
  const { metafile, outputFiles } = await bundleFunctions('unwritten', { entryPoints, metafile: true, write: false });
  const [output] = Object.values(metafile?.outputs ?? {});
  const inputs = Object.entries(output?.inputs ?? {});
  return {
    held: inputs.flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
    text: outputFiles?.[0]?.text ?? '',
  };
}

test('a function leaves out the constants of ours that it does not read, and all that they are made from', async () => {
  const { held } = await bundled('invoices/delete-invoice');
  expect(held).toContain('shared/invoices/invoice.ts');
  expect(held.filter((input) => input.startsWith('shared/carta-porte/'))).toEqual([]);
});

test('production 1.6, production 1.7: a bundle has no code cache, and AWS’s own client reaches the table', async () => {
  const { held, text } = await bundled('trips/get-trip');
  expect(text).not.toMatch(/cachedData|enableCompileCache|v8-compile-cache/);
  expect(held.some((input) => input.includes('@aws-sdk/client-dynamodb'))).toBe(true);
});

test('production 1.8: a bundle is minified, keeps no names, and holds no source map', async () => {
  const { text } = await bundled('meta/get-health');
  expect(text.split('\n').length).toBeLessThan(text.length / 5_000);
  expect(text).not.toMatch(/,"name",\{value:\w+,configurable:|sourceMappingURL/);
});

test('a function has no error of commands on whole tables, and all errors of writes', async () => {
  const { text } = await bundled('trips/update-trip');
  expect(text).not.toMatch(/BackupInUseException|TableAlreadyExistsException|ImportConflictException/);
  for (const name of ['TransactionCanceledException', 'ConditionalCheckFailedException', 'ThrottlingException'])
    expect(text).toContain(`"${name}"`);
});

test('a new version of the DynamoDB client that registers its errors in another way is noticed', () => {
  expect(() => withoutTableErrors('n0_registry.registerError(BackupInUseException$, BackupInUseException);\n')).toThrow(
    /does not register BackupNotFoundException/,
  );
});

describe('a function that loads a part later', () => {
  test.each(['drivers/get-driver-hours', 'drivers/get-own-hours'])(
    'road 8: %s holds neither the writer of PDF nor the client of the bucket; its later part holds both',
    async (file) => {
      const entryPoints = [{ in: `function:${file}`, out: `${file}/index` }];
      const options = { entryPoints, metafile: true, write: false };
      const { metafile, outputFiles = [] } = await bundleFunctions('unwritten', options);
      const [first, later, ...others] = Object.entries(metafile?.outputs ?? {}).map(([path, { inputs }]) => ({
        name: path.split('/').at(-1),
        held: ['pdf-lib', '@aws-sdk/client-s3'].filter((one) =>
          Object.entries(inputs).some(([input, { bytesInOutput }]) => bytesInOutput > 0 && input.includes(`/${one}/`)),
        ),
      }));
      expect([first, later]).toEqual([
        { name: 'index.cjs', held: [] },
        { name: 'keep-hours-pdf.cjs', held: ['pdf-lib', '@aws-sdk/client-s3'] },
      ]);
      expect(others).toEqual([]);
      expect(outputFiles.map(({ path }) => path.split('/unwritten/')[1])).toEqual([
        `${file}/index.cjs`,
        `${file}/keep-hours-pdf.cjs`,
      ]);
      expect(outputFiles[0]?.text).toContain('require("./keep-hours-pdf.cjs")');
    },
  );
});

describe('a function with a bucket holds', () => {
  let held: readonly string[] = [];
  let text = '';

  beforeAll(async () => {
    ({ held, text } = await bundled('files/create-upload-url'));
  });

  test.each([
    ['no paginator', /Paginator\.js$/],
    ['no SHA-256 in JavaScript', /sha256\/Sha256Js\.js$/],
    ['no other source of credentials', /credential-provider-(?!env)/],
    ['no question to an EC2 instance for its region', /getInstanceMetadataRegion\.js$/],
    ['no endpoint rules of DynamoDB', /client-dynamodb\/dist-es\/endpoint\/(bdd|ruleset)\.js$/],
  ])('%s', (_, absent) => {
    expect(held).toContain('node_modules/@aws-sdk/client-s3/package.json');
    expect(held.filter((input) => absent.test(input))).toEqual([]);
  });

  test('no shape of a command that it does not use, and the version of its client alone', () => {
    expect(text).not.toContain('ListBucketAnalyticsConfigurations');
    expect(text).not.toContain('AWS SDK for JavaScript S3 Client');
    expect(text).not.toContain('aws-us-gov');
  });
});
