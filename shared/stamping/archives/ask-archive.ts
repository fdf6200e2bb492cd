import type { TeamActor } from '../../audit/audit';
import { AppError, validationError } from '../../platform/errors';
import { capability, type Deps } from '../../platform/runtime/capability';
import type { Once } from '../../platform/table/idempotency';
import { localDay } from '../../platform/values/calendar';
import { asIs } from '../../platform/values/text';
import type { Team } from '../../teams/team';
import { openKeys } from '../organization/open-keys';
import { createZipRequest } from '../provider/archives';
import type { ProviderKey } from '../provider/port';
import { type Archive, type ArchiveBody, type ArchiveRecord, archiveOf, isHeld, typesOf } from './archive';
import { ARCHIVE_TRANSITIONS } from './archive-states';
import { ArchiveChanged, moveArchive, openArchive } from './archives';

const clock = capability({}, ({ now }) => ({ now }));

export const SEND_USES = { clock, openKeys, moveArchive, createZipRequest };
type SendDeps = Deps<typeof SEND_USES>;

export const ASK_USES = { ...SEND_USES, openArchive };

/** Makes the archive of a month, or finds the one that has not ended, and asks the provider for its zip. */
export async function askArchive(
  deps: Deps<typeof ASK_USES>,
  actor: TeamActor,
  { teamId, timeZone }: Pick<Team, 'teamId' | 'timeZone'>,
  body: ArchiveBody,
  once: Once | undefined,
): Promise<Archive> {
  const { month } = body;
  if (month > localDay(deps.clock.now(), timeZone).slice(0, 7))
    throw validationError('month', {
      en: 'This month has not begun. Send the present month or an earlier one.',
      es: 'Este mes aún no empieza. Envíe el mes actual o uno anterior.',
    });
  const key = (await deps.openKeys(teamId))?.current;
  if (key === undefined)
    throw validationError('teamId', {
      en: 'The team has no organization. Create it first: POST /invoices/organization.',
      es: 'La empresa no tiene organización. Créela primero: POST /invoices/organization.',
    });
  const scope = { teamId, month, types: typesOf(body), livemode: key.livemode };
  const { record, isNew } = await deps.openArchive(actor, { scope, fingerprint: key.fingerprint }, once);
  return archiveOf(await (isNew ? sendRequest(deps, key, record) : askAgain(deps, key, record)));
}

/**
 * Asks the provider again when no answer to the first request came. An archive that ended is answered. Another call may do so at the same time: then the
 * archive is answered as that call left it.
 */
export async function askAgain(deps: SendDeps, key: ProviderKey, record: ArchiveRecord): Promise<ArchiveRecord> {
  if (record.providerId !== undefined || isHeld(record, deps.clock.now())) return record;
  try {
    return await sendRequest(deps, key, await deps.moveArchive(ARCHIVE_TRANSITIONS.ask, record));
  } catch (failure) {
    if (failure instanceof ArchiveChanged && failure.found) return failure.found;
    throw failure;
  }
}

/** Sends the request of an archive that this call holds. The provider answers an equal request with the same zip. */
async function sendRequest(deps: SendDeps, key: ProviderKey, record: ArchiveRecord): Promise<ArchiveRecord> {
  const outcome = await deps.createZipRequest(key, record);
  switch (outcome.kind) {
    case 'done':
      return deps.moveArchive(ARCHIVE_TRANSITIONS.accept, record, { providerId: outcome.value.id });
    case 'refused':
      await deps.moveArchive(ARCHIVE_TRANSITIONS.fail, record, { reason: asIs(outcome.message) });
      throw new AppError('PROVIDER_ERROR', {
        message: {
          en: `The stamping provider refused the request: ${outcome.message}`,
          es: `El proveedor de timbrado rechazó la solicitud: ${outcome.message}`,
        },
      });
    case 'unknown':
      await deps.moveArchive(ARCHIVE_TRANSITIONS.pause, record);
      throw new AppError('PROVIDER_ERROR', { cause: outcome.cause });
  }
}
