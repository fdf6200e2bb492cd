import { operation as getHealth } from '../../functions/meta/get-health';
import { catalogues } from '../../shared/carta-porte/sat/catalogues';
import { accounts } from '../support/accounts';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';

const world = accounts(quickTable());

test('tax §11: the health of the service says of which day its catalogues are', async () => {
  const { send } = await openOffice(world);
  const { status, body } = await send(getHealth, {});
  expect([status, body]).toEqual([200, { status: 'ok', catalogues: { date: catalogues.date } }]);
});
