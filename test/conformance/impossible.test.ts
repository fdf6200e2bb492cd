import { accounts } from '../support/accounts';
import { quickTable } from '../support/quick-table';
import { ROWS } from './matrix/rows';
import { NOT_BUILT } from './not-built';
import { testRandomDocuments } from './product/random-documents';

/** The second half of the random documents, for the rows that say what no document can have. */
const bench = { world: accounts(quickTable()), documents: testRandomDocuments([1001, 2000]) };

const rows = ROWS.filter(({ name, result }) => result === 'cannot occur' && !(name in NOT_BUILT));

test.each(rows)('tax §10.4: $name: $result, in no other document either', async ({ failure }) => {
  expect(await failure(bench)).toBeUndefined();
});
