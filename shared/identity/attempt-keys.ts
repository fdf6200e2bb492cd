import * as v from 'valibot';
import { key, TIME_TO_LIVE } from '../platform/table/keys';

/** Tries of one thing since the first of them; over at `expires`, whether or not the row is gone by then. */
export const AttemptCount = v.object({ attempts: v.number(), [TIME_TO_LIVE]: v.number() });
export const attemptCountKey = (what: string) => key(AttemptCount, `ATTEMPTS#${what}`, 'WINDOW');

/** That an account has signed in from a network. */
export const HomeNetwork = v.object({ [TIME_TO_LIVE]: v.number() });
export const homeNetworkKey = (home: string) => key(HomeNetwork, `HOME_NETWORK#${home}`, 'HOME_NETWORK');
