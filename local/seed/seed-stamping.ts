import { AppError } from '../../shared/platform/errors';
import { makeDeps } from '../../shared/platform/runtime/capability';
import { archiveKey } from '../../shared/stamping/archives/archive';
import { ASK_USES, askArchive } from '../../shared/stamping/archives/ask-archive';
import { configureOrganization, ORGANIZATION_USES } from '../../shared/stamping/organization/configure-organization';
import { isReady, stampingAccountKey } from '../../shared/stamping/organization/organization';
import { CERTIFICATE_USES, uploadCertificate } from '../../shared/stamping/organization/upload-certificate';
import { teamKey } from '../../shared/teams/team';
import { look, scopeOf, withFirstIds } from './capabilities';
import { fixedId } from './identifiers';
import { TEST_SEAL } from './seal';
import { earlier, type Seeding } from './seed-records';

/**
 * Makes an organization for the team at the stamping provider and uploads the test certificate, so that invoices can be stamped at once.
 * Existing data stay. After the test certificate expires, none is uploaded, and stamping works only in test mode.
 */
export async function seedStamping({ runtime, actor }: Seeding, publicUrl: string): Promise<void> {
  const { rfc, legalName, taxRegime, cerFile, keyFile, password } = TEST_SEAL;
  const account = await look(runtime, stampingAccountKey(actor.teamId));
  if (!isReady(account)) {
    const legal = { legalName, rfc, taxRegime, zipCode: '64750' };
    await configureOrganization(makeDeps(ORGANIZATION_USES, runtime, scopeOf(runtime)), actor, legal, publicUrl);
  }
  if (account?.csdSerial !== undefined) return;
  const upload = { teamId: actor.teamId, cerFile, keyFile, password };
  try {
    await uploadCertificate(makeDeps(CERTIFICATE_USES, runtime, scopeOf(runtime)), actor, upload, publicUrl);
  } catch (failure) {
    if (!(failure instanceof AppError && failure.code === 'PROVIDER_ERROR')) throw failure;
  }
}

/** Asks for the files of a month as an accountant does, unless an earlier seeding did. */
export async function askForArchive(seeding: Seeding): Promise<void> {
  const { runtime, actor } = seeding;
  if (await earlier(seeding, archiveKey(actor.teamId, ARCHIVE_ID))) return;
  const team = await look(runtime, teamKey(actor.teamId));
  if (team === undefined) return;
  const deps = makeDeps(ASK_USES, withFirstIds(runtime, [ARCHIVE_ID]), scopeOf(runtime));
  const yesterday = new Date(runtime.now().getTime() - DAY_MS);
  await askArchive(deps, actor, team, { month: yesterday.toISOString().slice(0, 7) }, undefined);
}

const ARCHIVE_ID = fixedId('archive', 1);
const DAY_MS = 24 * 60 * 60_000;
