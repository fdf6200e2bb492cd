import { useEffect, useState } from 'preact/hooks';
import { call } from './api.js';

const EVERY_MS = 700;
const GUARD = /^'(?=[=+\-@])/;

/** The cells of a CSV file that our exports write. The apostrophe before a formula is for spreadsheets alone. */
function tableOf(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1).push((quoted?.replaceAll('""', '"') ?? plain).replace(GUARD, ''));
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  const [names, ...others] = rows;
  return others
    .filter(({ length }) => length === names.length)
    .map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index]])));
}

const hasEnded = ({ status }) => status === 'DONE' || status === 'FAILED';
/** A refusal that comes again however often the console asks. */
const isFinal = ({ status }) => status >= 400 && status < 500 && status !== 429;

async function readRows(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return tableOf(await answer.text());
}

/**
 * Follows an import that was started until it has ended, and reads the result of each of its rows. `failure` is that of the last question;
 * while the server is away the console asks on.
 */
export function useImport(session, started) {
  const [state, setState] = useState({});
  const id = started?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    let isCurrent = true;
    let timer;
    const tell = (next) => isCurrent && setState((before) => ({ ...before, ...next, id }));
    const ask = async () => {
      try {
        const job = await call(session, `GET /teams/${session.team.teamId}/imports/${id}`);
        const rows = job.resultUrl && (await readRows(job.resultUrl));
        tell({ job, rows, failure: undefined });
        if (hasEnded(job)) return;
      } catch (failure) {
        tell({ failure });
        if (isFinal(failure)) return;
      }
      if (isCurrent) timer = setTimeout(ask, EVERY_MS);
    };
    ask();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id]);
  // What was read of another import is not shown for this one.
  const { job = started, rows = [], failure } = state.id === id ? state : {};
  const isOver = job && (hasEnded(job) || (failure !== undefined && isFinal(failure)));
  return {
    job,
    rows,
    failure,
    isUnderWay: Boolean(job) && !isOver,
    isChecked: job?.status === 'DONE' && job.dryRun,
  };
}
