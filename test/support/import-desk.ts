import { operation as createImport } from '../../functions/imports/create-import';
import { operation as getImport } from '../../functions/imports/get-import';
import { listDueImports } from '../../shared/imports/jobs';
import { RUN_USES, runImport } from '../../shared/imports/run-import';
import { makeDeps } from '../../shared/platform/runtime/capability';
import type { Runtime } from '../../shared/platform/runtime/context';
import { accounts } from './accounts';
import { rowsOfCsv } from './csv-rows';
import type { TestContext } from './engine-runtime';
import { type Desk, type Office, openOffice } from './office';
import { perFile } from './per-file';
import { quickTable } from './quick-table';
import { objectStorage, upload } from './storage';
import { ask } from './uploads';

/** Teams whose storage follows their clock. Call it once at the top of a test file. */
export function importOffices() {
  const world = accounts(quickTable());
  const storage = objectStorage();
  const open = async (): Promise<Office> => {
    const office = await openOffice(world);
    storage.follow(office.testContext.now);
    return office;
  };
  return { world, open };
}

const files = perFile(0);

/** Uploads a file for an import. Returns its key, and a second upload to the same address. */
export async function uploadCsv({ send }: Pick<Desk, 'send'>, file: string | Uint8Array<ArrayBuffer>) {
  files.value += 1;
  const asked = { folder: 'imports', fileName: `filas-${files.value}.csv`, contentType: 'text/csv' };
  const { status, body } = await ask({ send }, asked);
  expect(status).toBe(200);
  const again = (other: string | Uint8Array<ArrayBuffer>) => upload(body.uploadUrl, other, 'text/csv');
  expect((await again(file)).status).toBe(200);
  return { key: String(body.key), again };
}

export const start = ({ send }: Pick<Desk, 'send'>, body: object) => send(createImport, { body });

const rethrow = (failure: unknown) => {
  throw failure;
};

/** One run of the function on each import that is due. */
export async function runDue(testContext: TestContext, runtime: Partial<Runtime> = {}): Promise<void> {
  const meter = { calls: 0, readUnits: 0, writeUnits: 0 };
  const scope = { requestId: 'test', remaining: () => 55_000, meter };
  const deps = makeDeps({ ...RUN_USES, listDueImports }, { ...testContext.runtime, ...runtime }, scope);
  for (const place of await deps.listDueImports(rethrow)) await runImport(deps, place);
}

/** Imports a file to its end. Returns the answer of GET, and the rows of its table of results. */
export async function imported(office: Office, kind: string, file: string | Uint8Array<ArrayBuffer>, dryRun = false) {
  const { key } = await uploadCsv(office, file);
  const { status, body } = await start(office, { kind, key, dryRun });
  expect([status, body.error]).toEqual([201, undefined]);
  await runDue(office.testContext);
  return resultOf(office, String(body.id));
}

export async function resultOf({ send }: Pick<Desk, 'send'>, importId: string) {
  const { status, body } = await send(getImport, { path: { importId } });
  expect(status).toBe(200);
  const table = body.resultUrl === undefined ? '' : await (await fetch(String(body.resultUrl))).text();
  return { body, rows: rowsOfCsv(table) };
}
