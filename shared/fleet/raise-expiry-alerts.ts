import { alertMarkKey } from '../alerts/alert';
import { alertOnceSteps } from '../alerts/alerts';
import { reopeningSteps } from '../alerts/reopen-alert';
import { dueWarning, type ExpiryRecord, expiryAlert, nextWarningOn } from '../expiry/document-expiry';
import { expiryIndexes, expiryKey, WARNED_PARTITIONS, warnedExpiryAt } from '../expiry/expiry-keys';
import { timeZoneOf } from '../expiry/expiry-writes';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { AlreadyThere } from '../platform/table/already-there';
import { forEachDue } from '../platform/table/due-entries';
import { allOf, unchanged } from '../platform/table/expression';
import { Overtaken, overtaken } from '../platform/table/overtaken';
import { getItem, getItems } from '../platform/table/read';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { daysBetween, lastLocalDay, localDay } from '../platform/values/calendar';
import { holderKey, holderName } from './expiring-documents';

/** The result of a run, counted in documents. */
export interface Raised extends Record<string, number> {
  readonly raised: number;
  readonly failed: number;
}

/**
 * Raises the alert of every document whose warning is due in its team's time zone. The index lists each document under
 * the day of its next warning, and the transaction of the alert moves it to the following one. A run therefore reads
 * only due documents, continues an interrupted run, and catches up after missed days. Two simultaneous runs raise each
 * alert once. A document that fails is reported and stays due.
 */
export const raiseExpiryAlerts = capability(
  { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'], gsi2: ['Query'], gsi2Keys: ['PAPERS#'] },
  (context) =>
    async (report: (failure: unknown) => void): Promise<Raised> => {
      const done = { raised: 0, failed: 0 };
      const zoneOf = zonesOfTeams(context);
      const raise = async (position: string) => {
        try {
          if (await raiseOne(context, position, zoneOf)) done.raised += 1;
        } catch (failure) {
          if (failure instanceof Overtaken) return;
          done.failed += 1;
          report(failure);
        }
      };
      const to = `${lastLocalDay(context.now())}~`;
      const runs = await Promise.allSettled(WARNED_PARTITIONS.map((one) => forEachDue(context, one, to, raise)));
      for (const run of runs) if (run.status === 'rejected') throw run.reason;
      return done;
    },
);

type ZoneOf = (teamId: string) => Promise<string>;

/** Reads each team's time zone once in a run. */
function zonesOfTeams(context: Context): ZoneOf {
  const zones = new Map<string, Promise<string>>();
  return (teamId) => {
    const zone = zones.get(teamId) ?? timeZoneOf(context, teamId);
    zones.set(teamId, zone);
    return zone;
  };
}

/** True when this call raised the document's alert. */
async function raiseOne(context: Context, position: string, zoneOf: ZoneOf): Promise<boolean> {
  const { teamId, warnOn, ...place } = warnedExpiryAt(position);
  const today = localDay(context.now(), await zoneOf(teamId));
  if (warnOn > today) return false;
  const [paper, holder] = await getItems(context, [expiryKey(teamId, place), holderKey(teamId, place)]);
  // The index is eventually consistent: another run may have raised the alert, or the document may have been renewed.
  if (paper?.warnOn !== warnOn || holder === undefined) return false;
  const warning = dueWarning(daysBetween(today, paper.expiresOn));
  if (warning === undefined) return false;
  const { cause, occasion } = expiryAlert(paper, holderName(holder), warning);
  const next = nextWarningOn(paper.expiresOn, warning);
  const alertId = context.newId();
  try {
    const alert = alertOnceSteps(context, teamId, cause, occasion, alertId);
    await transact(context, [moveOnStep(paper, next, [...(paper.alerts ?? []), alertId]), ...alert]);
    return true;
  } catch (failure) {
    if (!(failure instanceof AlreadyThere)) throw failure;
    // The date was changed and changed back, so the alert for this day already exists. The first change had resolved it.
    const mark = await getItem(context, alertMarkKey(teamId, cause, occasion));
    const reopened = mark?.alert ? await reopeningSteps(context, teamId, mark.alert, cause, changed) : [];
    const kept = mark?.alert && reopened.length > 0 ? [...(paper.alerts ?? []), mark.alert] : paper.alerts;
    await transact(context, [moveOnStep(paper, next, kept), ...reopened]);
    return false;
  }
}

const changed = overtaken('Another run or an edit changed the document first.');

/**
 * Moves a document to the day of its next warning, or out of the index after the last, and notes its alerts. The start of a trip may have noted one
 * since the read.
 */
function moveOnStep(paper: ExpiryRecord, next: string | undefined, alerts: readonly string[] | undefined): Step {
  const { warnOn, expiresOn } = paper;
  const change = next
    ? { set: { alerts, warnOn: next, ...expiryIndexes({ ...paper, warnOn: next }) } }
    : { set: { alerts }, remove: ['warnOn', 'gsi2pk', 'gsi2sk'] };
  const asRead = allOf({ equals: { warnOn, expiresOn } }, unchanged(paper, ['alerts']));
  return update(expiryKey(paper.teamId, paper), change, asRead, changed);
}
