import './console-of-errors';

import { makeHandler } from '../../shared/operation/lambda';
import { makeTestContext } from '../support/engine-runtime';
import { send } from '../support/http-event';
import { written } from './console-of-errors';
import { signedToy } from './sample-operations';

test('an error goes to the log in our lines alone', async () => {
  const answer = await send(makeHandler(signedToy, makeTestContext().runtime), signedToy.route, {
    body: { name: 'Ana' },
  });
  expect(answer.status).toBe(401);
  expect(written).toEqual([]);
});
