import { httpApiMillion, lambdaMillion, readMillion, writeMillion } from '../../bench/prices.json';

/**
 * What a million such calls would cost at AWS, in US dollars, by the prices that docs/cost.md goes by. Lambda's time is left out: what a call
 * takes on this machine says nothing of what it takes there.
 */
export const dollarsPerMillion = (call: { isHttp: boolean; readUnits: number; writeUnits: number }): number =>
  (call.isHttp ? httpApiMillion : 0) + lambdaMillion + call.readUnits * readMillion + call.writeUnits * writeMillion;
