import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { feed, version } from './feed.js';
import { onLanguage } from './language.js';
import { useStore } from './store.js';

/** Refusals after which the data must not stay: the session is over, the person may not read them, or they are gone. */
const ENDS_DATA = [401, 403, 404];

/** Whether the data are of this filter or record, and not of the one before. */
const isOf = ({ data, inputs: of }, inputs) => data !== undefined && inputs.every((one, index) => one === of[index]);

const isKept = ({ status }, before, inputs) => !ENDS_DATA.includes(status) && isOf(before, inputs);

/**
 * Loads a resource, and loads it again when one of the inputs or the language changes, or when a call changed data. A failed
 * read keeps the data that the page has, with the form that a person fills in on it, unless the data are no longer the person's to see. `isOld`: the data
 * are still those of the filter before.
 */
export function useResource(load, inputs = []) {
  const [state, setState] = useState({ isLoading: true });
  const [tries, setTries] = useState(0);
  const changes = useStore(version);
  const [language, setLanguage] = useState();
  useEffect(() => onLanguage(setLanguage), []);
  useEffect(() => {
    let isCurrent = true;
    const settle = (next) => isCurrent && setState(next);
    load().then(
      (data) => settle({ data, inputs, isLoading: false }),
      (failure) =>
        settle((before) => ({
          failure,
          isLoading: false,
          ...(isKept(failure, before, inputs) && { data: before.data, inputs }),
        })),
    );
    return () => {
      isCurrent = false;
    };
  }, [...inputs, changes, tries, language]);
  const reload = useCallback(() => {
    setState({ isLoading: true });
    setTries((before) => before + 1);
  }, []);
  /** Reads again, and keeps the data until the answer is there. */
  const refresh = useCallback(() => setTries((before) => before + 1), []);
  const { data, failure, isLoading } = state;
  return { data, failure, isLoading, isOld: data !== undefined && !isOf(state, inputs), reload, refresh };
}

/**
 * Calls `clear` when the server is back, with a check of failures: one without an answer is over then. `clear` is also called at first, when no
 * failure is there.
 */
export function useEndOfOutage(clear) {
  const { isLost } = useStore(feed);
  useEffect(() => {
    if (!isLost) clear((failure) => failure?.status === 0);
  }, [isLost]);
}

/**
 * Returns `run` and the name of the running action. `run` does nothing while another action runs. It passes a failure
 * to `tell`, and withdraws it, by a notice without content, when the next action begins.
 */
export function useAction(tell) {
  const [running, setRunning] = useState(null);
  // State changes only at the next render. The ref also stops a second press before it.
  const isBusy = useRef(false);
  const hasFailed = useRef(false);
  const run = async (name, act) => {
    if (isBusy.current) return undefined;
    isBusy.current = true;
    setRunning(name);
    if (hasFailed.current) tell({});
    hasFailed.current = false;
    try {
      return await act();
    } catch (failure) {
      hasFailed.current = true;
      tell({ failure });
      return undefined;
    } finally {
      isBusy.current = false;
      setRunning(null);
    }
  };
  return { running, run };
}
