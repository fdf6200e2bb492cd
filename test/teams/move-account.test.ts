import { getItem } from '../../shared/platform/table/read';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { moveAccount } from '../../shared/teams/move-account';
import { accountKey, userKey } from '../../shared/teams/user';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertUser } from '../support/store-fleet';

const table = quickTable();

test.each(['old', 'new'])(
  'doors 10: the %s pointer that another user takes between read and write stays, and nothing is moved',
  async (which) => {
    const testContext = table.testContext();
    const user = await insertUser(testContext);
    const [newEmail, other] = [`${someId()}@nuevo.mx`, someId()];
    await transact(testContext.context, [putItem(accountKey(user.email), { userId: user.id })]);
    const taken = accountKey(which === 'old' ? user.email : newEmail);
    const meanwhile = () => transact(testContext.context, [putItem(taken, { userId: other })]);
    const late = table.testContext({ faults: [{ action: 'TransactWriteItems', times: 1, meanwhile }] });
    await expect(late.use(moveAccount)(user, newEmail)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await getItem(testContext.context, taken)).toEqual({ userId: other });
    expect((await getItem(testContext.context, userKey(user.id)))?.email).toBe(user.email);
  },
);
