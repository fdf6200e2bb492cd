import { STATE_MACHINES } from '../../scripts/state-machines';
import { weakeningsOf } from './weakenings';

/** Runs before each test file of `npm run states -- --weaken`: swaps the value that the environment names in the imported table. */
const name = process.env.STATE_WEAKENING;
const weakening = STATE_MACHINES.flatMap(weakeningsOf).find((one) => one.name === name);
if (weakening === undefined) throw new Error(`There is no weakening ${name}.`);
weakening.apply();
