import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { clientOf } from '../runtime/context';
import { readEnvironment } from '../runtime/env';
import { answerFromMemory, type Connect } from '../runtime/rehearsal';
import { COUNTED, tableClient } from './client';

/** Rehearses a read of the table, and opens the connection to it. */
export const connectTable: Connect = async ({ environment, clients }, end) => {
  const table = readEnvironment(environment, 'TABLE_NAME');
  const Keys = [{ pk: 'A', sk: 'A' }];
  const command = new BatchGetCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } }, ...COUNTED });
  const answer = {
    Responses: { [table]: [{ pk: { S: 'A' } }] },
    ConsumedCapacity: [{ TableName: table, CapacityUnits: 1 }],
  };
  command.middlewareStack.add(answerFromMemory(JSON.stringify(answer)), { step: 'deserialize', priority: 'low' });
  await clientOf(clients, tableClient).send(command, { abortSignal: end });
};
