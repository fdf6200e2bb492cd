import { type RoadPolicy, readRoadPolicy, recentRoadPolicy } from '../../../shared/road-policy/policy';
import { stopsWithoutProof } from '../../../shared/trips/missing-proof';
import { storedStops } from '../../../shared/trips/read-stops';
import type { Weakening } from './weakening';

const newBelieved = () => new Map<string, RoadPolicy>();

/** The faults of proofs under `proof: ENFORCE` that the proof must notice. */
export const PROOF_WEAKENINGS: readonly Weakening[] = [
  {
    name: 'TRIP_END does not check the revision of the stops',
    seed: 146,
    sees: /^10: a driver ended/,
    rules: {
      tripTransition: (strong) => (from, to) => {
        const row = strong(from, to);
        if (row === undefined || to !== 'COMPLETADO') return row;
        // The effect that can refuse asks for the proofs, and its condition holds the revision.
        const effects = row.effects.map((effect) => (effect.refuse ? { ...effect, condition: () => ({}) } : effect));
        return { ...row, effects };
      },
    },
  },
  {
    name: 'TRIP_END before its proof is refused permanently',
    rules: {
      moveByFact: (strong) => async (context, driver, receivedAt, fact, read) => {
        const moved = await strong(context, driver, receivedAt, fact, read);
        const isWaiting = typeof moved.outcome === 'object' && moved.outcome.error === 'PROOF_MISSING';
        return isWaiting ? { ...moved, outcome: { error: 'TRIP_ENDED' } } : moved;
      },
    },
  },
  {
    name: 'an arrival requires the proof of a skipped stop again',
    seed: 30,
    rules: {
      proofAtEnd: (strong) => async (context, trip) => {
        const known = await strong(context, trip);
        const { proof } = await recentRoadPolicy(context, trip.teamId);
        const { plan, registers } = await storedStops(context, trip);
        const forgotten = registers.map((one) => (one.arrived ? { ...one, skipped: undefined } : one));
        const missing = stopsWithoutProof(plan.stops, forgotten);
        if (known || proof !== 'ENFORCE' || missing.length === 0) return known;
        return { missing, isEnforced: true, alert: { id: context.newId(), steps: [] } };
      },
    },
  },
  {
    name: 'a policy that was read once is believed for ever',
    rules: {
      recentRoadPolicy: () => async (context, teamId) => {
        const believed = context.client(newBelieved);
        const policy = believed.get(teamId) ?? (await readRoadPolicy(context, teamId));
        believed.set(teamId, policy);
        return policy;
      },
    },
  },
  {
    name: '`proof: NONE` lets no driver end a trip without its proofs',
    rules: {
      recentRoadPolicy: (strong) => async (context, teamId) => {
        const policy = await strong(context, teamId);
        return policy.proof === 'NONE' ? { ...policy, proof: 'ENFORCE' } : policy;
      },
    },
  },
];
