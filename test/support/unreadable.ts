import * as v from 'valibot';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { someId, type TestContext } from './engine-runtime';

type Indexes = Readonly<Partial<Record<'gsi1pk' | 'gsi1sk' | 'gsi2pk' | 'gsi2sk', string>>>;

/** An item that only an index shows, as a fault of an earlier version or of a restore would leave it. */
export const insertIndexed = ({ context }: Pick<TestContext, 'context'>, indexes: Indexes): Promise<void> =>
  transact(context, [putItem({ pk: 'TEAM#unreadable', sk: someId(), schema: v.unknown() }, indexes)]);
