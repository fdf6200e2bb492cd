import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { findingsIn, type Row, readRows } from '../../scripts/organizations/claims';
import { organizationClaimKey, stampingAccountKey } from '../../shared/stamping/organization/organization';

const rowAt = ({ pk, sk }: { pk: string; sk: string }, row: Omit<Row, 'pk' | 'sk'>): Row => ({ pk, sk, ...row });
const account = (teamId: string, organizationId?: string) =>
  rowAt(stampingAccountKey(teamId), { teamId, ...(organizationId && { organizationId }) });
const claim = (organizationId: string, teamId: string) => rowAt(organizationClaimKey(organizationId), { teamId });

test('doors 9: the command finds nothing where each organization has one team and its claim', () => {
  expect(
    findingsIn([account('t1', 'o1'), claim('o1', 't1'), account('t2'), account('t3', 'o3'), claim('o3', 't3')]),
  ).toEqual([]);
});

test.each([
  [
    'two teams with one organization',
    [account('t2', 'o1'), account('t1', 'o1'), claim('o1', 't1')],
    /^The teams t1, t2 stamp/,
  ],
  ['an organization without a claim', [account('t1', 'o1')], /^Team t1 uses organization o1 without a claim/],
  ['a claim of another team', [account('t1', 'o1'), claim('o1', 't2')], /^Team t1 uses organization o1, which team t2/],
  [
    'a claim without an organization',
    [account('t1'), claim('o1', 't1')],
    /^The claim of organization o1 names team t1/,
  ],
])('doors 9: the command names %s', (_, rows, sentence) => {
  expect(findingsIn(rows)).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]));
});

test('doors 9: the command reads all pages of the table, and sends no write', async () => {
  const table = mockClient(DynamoDBDocumentClient);
  table
    .on(ScanCommand)
    .resolvesOnce({ Items: [account('t1', 'o1')], LastEvaluatedKey: { pk: 'a', sk: 'b' } })
    .resolves({ Items: [claim('o1', 't1')] });
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  expect(await readRows(client, 'fleet')).toEqual([account('t1', 'o1'), claim('o1', 't1')]);
  expect(table.calls().every(({ firstArg }) => firstArg instanceof ScanCommand)).toBe(true);
});
