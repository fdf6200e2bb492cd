import type { Condition } from '../platform/table/expression';
import { type Step, update } from '../platform/table/steps';
import type { MergedFact, ProofFact, StopFact } from './fact';
import { MOST_PROOFS, mergedProof } from './proof';
import { type StopRegisters, stopKey } from './stop';

type Register = 'arrived' | 'departed' | 'skipped';

/** Which report of a stop stays: the one with the least identifier, or the one with the greatest. */
const KEPT = { STOP_ARRIVED: 'LEAST', STOP_DEPARTED: 'GREATEST', STOP_SKIPPED: 'LEAST' } as const;

/** What a fact says about its stop. */
export type Report = { readonly [R in Register]?: NonNullable<StopRegisters[R]> };

/** The register of a fact with its value. */
export function reportOf(fact: StopFact): Report {
  const { id, at } = fact;
  switch (fact.kind) {
    case 'STOP_ARRIVED':
      return { arrived: { id, at, source: fact.source } };
    case 'STOP_DEPARTED': {
      const { outcome, reason } = fact;
      return { departed: { id, at, outcome, ...(reason !== undefined && { reason }) } };
    }
    case 'STOP_SKIPPED':
      return { skipped: { id, at, reason: fact.reason } };
  }
}

const REGISTERS = { STOP_ARRIVED: 'arrived', STOP_DEPARTED: 'departed', STOP_SKIPPED: 'skipped' } as const;

/** Holds of a stop that has no report before this one in the order of its register. */
const isFirst = ({ kind, id }: StopFact): Condition => ({
  absentOrEntry: { [REGISTERS[kind]]: { name: 'id', is: KEPT[kind] === 'LEAST' ? '>=' : '<=', value: id } },
});

/** The stop has a report that stays: the new one changes nothing. */
export class Outranked extends Error {}

/** The stop, or the trip, has as many proofs as it can have. */
export class ProofsFull extends Error {}

/**
 * Merges a fact into its stop. Order and repetition have no effect. The first report of a stop creates the item. A proof
 * that names no stop is one of the trip.
 */
export const mergeStep = (teamId: string, fact: MergedFact): Step =>
  fact.kind === 'PROOF' ? proofStep(teamId, fact) : registerStep(teamId, fact);

const registerStep = (teamId: string, fact: StopFact): Step =>
  update(
    stopKey(teamId, fact.tripId, fact.stopId),
    { set: { stopId: fact.stopId, ...reportOf(fact) } },
    { exists: undefined, ...isFirst(fact) },
    () => new Outranked('The stop has a report that stays.'),
  );

/** The proofs of the trip as a whole are beside those of its stops, under the identifier of the trip. */
const registerIdOf = ({ stopId, tripId }: ProofFact): string => stopId ?? tripId;

/** Adds a proof to the set. The list has no place for a repetition, and the count bounds it. */
const proofStep = (teamId: string, fact: ProofFact): Step =>
  update(
    stopKey(teamId, fact.tripId, registerIdOf(fact)),
    {
      set: { stopId: registerIdOf(fact) },
      append: { proofs: [mergedProof(fact)] },
      add: { proofCount: 1 },
    },
    {
      exists: undefined,
      absentOrAtMost: { proofCount: MOST_PROOFS - 1 },
      noneWith: { proofs: { field: 'id', value: fact.id, most: MOST_PROOFS } },
    },
    (found) =>
      found?.proofs?.some(({ id }) => id === fact.id)
        ? new Outranked('The proof is there.')
        : new ProofsFull('There are as many proofs as there can be.'),
  );

/** The registers after a fact, by the rule of {@link mergeStep}. */
export function merged(registers: StopRegisters, fact: MergedFact): StopRegisters {
  if (fact.kind === 'PROOF') {
    const { proofs = [] } = registers;
    const isThere = proofs.some(({ id }) => id === fact.id);
    if (isThere || proofs.length >= MOST_PROOFS) return registers;
    return { ...registers, proofs: [...proofs, mergedProof(fact)], proofCount: proofs.length + 1 };
  }
  const known = registers[REGISTERS[fact.kind]];
  const stays = known && (KEPT[fact.kind] === 'LEAST' ? known.id < fact.id : known.id > fact.id);
  return stays ? registers : { ...registers, ...reportOf(fact) };
}
