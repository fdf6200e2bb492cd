import { httpApiMillion, lambdaMillion, readMillion, writeMillion } from '../../bench/prices.json';

/**
 * The AWS price of a million such calls in US dollars, from the prices in docs/cost.md. Lambda time is left out: the duration on this
 * machine does not predict the duration in Lambda.
 */
export const dollarsPerMillion = (call: { isHttp: boolean; readUnits: number; writeUnits: number }): number =>
  (call.isHttp ? httpApiMillion : 0) + lambdaMillion + call.readUnits * readMillion + call.writeUnits * writeMillion;
