import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { organizationClaimKey, stampingAccountKey } from '../../shared/stamping/organization/organization';

const ACCOUNT = stampingAccountKey('').sk;
const CLAIM = organizationClaimKey('');

const Row = v.object({
  pk: v.string(),
  sk: v.string(),
  teamId: v.string(),
  organizationId: v.optional(v.string()),
});
export type Row = v.InferOutput<typeof Row>;

/** Reads the accounts of all teams at the provider, and all claims. It reads the whole table once and writes nothing. */
export async function readRows(client: DynamoDBDocumentClient, TableName: string): Promise<Row[]> {
  const pages = paginateScan(
    { client },
    {
      TableName,
      FilterExpression: '#sk = :account OR #sk = :claim',
      ProjectionExpression: '#pk, #sk, #team, #organization',
      ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk', '#team': 'teamId', '#organization': 'organizationId' },
      ExpressionAttributeValues: { ':account': ACCOUNT, ':claim': CLAIM.sk },
    },
  );
  const rows: Row[] = [];
  for await (const { Items = [] } of pages) rows.push(...v.parse(v.array(Row), Items));
  return rows;
}

/** One sentence for each contradiction between accounts and claims, with what to do. */
export function findingsIn(rows: readonly Row[]): string[] {
  const claims = new Map(
    rows.filter(({ sk }) => sk === CLAIM.sk).map(({ pk, teamId }) => [pk.slice(CLAIM.pk.length), teamId]),
  );
  const teams = new Map<string, string[]>();
  for (const { sk, teamId, organizationId } of rows)
    if (sk === ACCOUNT && organizationId !== undefined)
      teams.set(organizationId, [...(teams.get(organizationId) ?? []), teamId]);
  return [
    ...[...teams].flatMap(([organization, users]) => findingsOf(organization, users, claims.get(organization))),
    ...[...claims].flatMap(([organization, team]) =>
      teams.get(organization)?.includes(team)
        ? []
        : [
            `The claim of organization ${organization} names team ${team}, which does not use it. If the team has no organization, it repeats POST /invoices/organization.`,
          ],
    ),
  ];
}

function findingsOf(organization: string, users: readonly string[], claimed: string | undefined): string[] {
  if (users.length > 1)
    return [
      `The teams ${[...users].sort().join(', ')} stamp with the same organization ${organization}. Stop the stamps of all but its owner: DISABLE their members, and ask the provider whose RFC it has.`,
    ];
  if (claimed === undefined)
    return [
      `Team ${users[0]} uses organization ${organization} without a claim. POST /invoices/organization of the team writes it.`,
    ];
  if (claimed !== users[0])
    return [
      `Team ${users[0]} uses organization ${organization}, which team ${claimed} has claimed. Ask the provider whose RFC it has before either stamps again.`,
    ];
  return [];
}
