import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { succeed } from '../expect';
import type { Desk } from '../steps/desk';
import { askForUpload, sendFile } from '../steps/files';
import { listImports, readImport, startImport } from '../steps/imports';
import type { Ground } from './ground';

const WAIT_MS = 100;
const MOST_WAITS = 300;

/** The clients of another system, first only checked, then written. */
export async function importsWalk({ owner, mark }: Ground): Promise<void> {
  const rows = ['externalId,name,paymentTerms', `ERP-${mark}-1,Aceros del Bajío,30`, `ERP-${mark}-2,Xenón,15`];
  const fileName = `clientes-${mark}.csv`;
  const asked = { folder: 'imports', entityId: owner.teamId, fileName, contentType: 'text/csv' } as const;
  const { key, uploadUrl } = await succeed(askForUpload(owner, asked));
  assert.equal((await sendFile(uploadUrl, `${rows.join('\r\n')}\r\n`, 'text/csv')).status, 200);
  const checked = await ended(owner, (await succeed(startImport(owner, { kind: 'clients', key }))).id);
  assert.deepEqual([checked.wouldCreate, checked.failed], [2, 0]);
  const both = await Promise.all([1, 2].map(() => startImport(owner, { kind: 'clients', key, dryRun: false })));
  const started = both.find(({ data }) => data)?.data;
  assert.deepEqual(both.map(({ response }) => response.status).sort(), [201, 409]);
  const { created } = await ended(owner, started?.id ?? '');
  assert.equal(created, 2);
  await succeed(listImports(owner));
}

async function ended(desk: Desk, id: string) {
  for (let wait = 1; ; wait += 1) {
    const found = await succeed(readImport(desk, id));
    if (found.status === 'DONE') return found;
    assert.ok(wait < MOST_WAITS && found.status !== 'FAILED', `The import is ${found.status}.`);
    await setTimeout(WAIT_MS);
  }
}
