import { History } from './history';

async function main() {
  const seed = Number(process.argv[2]);
  const history = new History(seed);
  console.log(await history.run(60));
  for (const { id, body, order, status, uuid, stampedAt } of history.provider.documents)
    console.log(
      order,
      status,
      body.type,
      uuid,
      new Date(stampedAt).toISOString(),
      String(body.external_id).slice(-4),
      JSON.stringify(body.complements ?? body.items),
      JSON.stringify(body.related_documents ?? ''),
      id,
    );
  for (const item of history.items())
    if (String(item.sk).startsWith('INVOICE#'))
      console.log(
        String(item.id).slice(-4),
        item.type,
        item.status,
        item.uuid,
        item.total,
        item.credited,
        item.receipted,
        item.receiptCount,
        item.documentPending,
      );
}
void main();
