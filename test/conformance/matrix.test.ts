import { accounts } from '../support/accounts';
import { quickTable } from '../support/quick-table';
import { schemaValidator } from './judge/validator';
import { MATRIX, ROWS } from './matrix/rows';
import { examine } from './matrix/scene';
import { NOT_BUILT } from './not-built';
import { type RandomDocument, randomDocuments } from './product/random-documents';
import { recordingProvider } from './product/received';

const world = accounts(quickTable());
const provider = recordingProvider();
const validator = schemaValidator();

const DOCUMENTS = 2000;

let made: Promise<RandomDocument[]> | undefined;

/** The random documents, made once for the whole file. */
function documents(): Promise<RandomDocument[]> {
  made ??= randomDocuments(DOCUMENTS, provider, validator);
  return made;
}

const counts = (names: readonly string[]): string =>
  [...new Set(names)].map((name) => `${names.filter((one) => one === name).length} ${name}`).join(', ');

test(`tax §10.3: ${DOCUMENTS} random documents are valid, with the totals of the second arithmetic and described fields alone`, async () => {
  const all = await documents();
  const wrong = all.filter(({ faults }) => faults.length > 0);
  expect(wrong.slice(0, 5).map(({ seed, faults }) => ({ seed, faults }))).toEqual([]);
  expect(wrong).toHaveLength(0);
  process.stdout.write(`conformance: ${counts(all.map(({ type }) => `random documents of type ${type}`))}\n`);
}, 60_000);

describe('tax §10.4: the matrix of rules', () => {
  test('its valid invoice has no finding', async () => {
    expect(await examine(world, {})).toMatchObject({ errors: [], warnings: [] });
  });

  test('each row has one check with the result of the matrix, and no check is beyond it', () => {
    const named = ({ name, result }: { name: string; result: string }): string => `${name}: ${result}`;
    expect(ROWS.map(named).sort()).toEqual(MATRIX.map(named).sort());
    expect(Object.keys(NOT_BUILT).filter((name) => !ROWS.some((row) => row.name === name))).toEqual([]);
  });

  const bench = { world, documents };
  const built = ROWS.filter(({ name }) => !(name in NOT_BUILT));
  const open = ROWS.filter(({ name }) => name in NOT_BUILT);

  test.each(built)('$name: $result', async ({ failure }) => {
    expect(await failure(bench)).toBeUndefined();
  });

  for (const { name, failure } of open)
    test(`not built: ${name}`, async () => {
      const isOpen = (await failure(bench)) !== undefined;
      expect([isOpen ? '' : `Remove it from not-built.ts: ${name}`]).toEqual(['']);
    });

  afterAll(() => {
    process.stdout.write(
      `conformance: ${counts(built.map(({ result }) => result))}; not built: ${counts(open.map(({ result }) => result)) || 'none'}\n`,
    );
  });
});
