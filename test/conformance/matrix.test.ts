import { accounts } from '../support/accounts';
import { quickTable } from '../support/quick-table';
import { runs } from '../support/runs';
import { fieldName, leavesOf } from './judge/leaves';
import { SAMPLES } from './judge/samples';
import { MATRIX, ROWS } from './matrix/rows';
import { examine } from './matrix/scene';
import { NOT_BUILT } from './not-built';
import { countsOf, testRandomDocuments } from './product/random-documents';

const world = accounts(quickTable());
const bench = { world, documents: testRandomDocuments([1, runs(500, 2000)]) };

const namesOf = (body: unknown): string[] => [...leavesOf(body)].map(({ path }) => fieldName(path));

test.each(Object.entries(SAMPLES))(
  'tax §10.1: the sample of type %s, whose fields are removed and changed one by one, has each field that a random document sends',
  async (wanted, sample) => {
    // Each third document: they have every field, and the receipts are among them.
    const sent = (await bench.documents()).filter(({ type, seed }) => type === wanted && seed % 3 === 0);
    const names = new Set(sent.flatMap(({ payload }) => namesOf(JSON.parse(payload))));
    expect([...names].filter((name) => !namesOf(sample).includes(name))).toEqual([]);
    expect(names.size).toBeGreaterThan(20);
  },
);

describe('tax §10.4: the matrix of rules', () => {
  test('its valid invoice has no finding', async () => {
    expect(await examine(world, {})).toMatchObject({ errors: [], warnings: [] });
  });

  test('each row has one check with the result of the matrix, and no check is beyond it', () => {
    const named = ({ name, result }: { name: string; result: string }): string => `${name}: ${result}`;
    expect(ROWS.map(named).sort()).toEqual(MATRIX.map(named).sort());
    expect(Object.keys(NOT_BUILT).filter((name) => !ROWS.some((row) => row.name === name))).toEqual([]);
  });

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
      `conformance: ${countsOf(built.map(({ result }) => result))}; not built: ${countsOf(open.map(({ result }) => result)) || 'none'}\n`,
    );
  });
});
