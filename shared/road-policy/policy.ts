import * as v from 'valibot';
import type { Context } from '../platform/runtime/context';
import { type Memory, remembered } from '../platform/runtime/remembered';
import { key, ofTeam } from '../platform/table/keys';
import { getItem } from '../platform/table/read';
import { changesOf } from '../platform/values/changes';
import { Decimal, Instant, Integer } from '../platform/values/fields';

/** What a team chooses for its trips on the road. An absent field has its default. */
export const RoadPolicy = v.object({
  /**
   * Whether a trip needs the proofs that its stops require. WARN: an alert is raised when it ends without one. ENFORCE: its driver also cannot end
   * it, and a stop counts as departed only with its proofs. NONE: neither.
   */
  proof: v.optional(v.picklist(['NONE', 'WARN', 'ENFORCE']), 'WARN'),
  /** For how many days positions of a trip are kept and shown. With 0 only the last position of a trip is stored. */
  trackDays: v.optional(Integer(0, 365), 30),
  /** So many minutes of standing, away from a stop, are a pause in the working time of the driver. */
  pauseMinutes: v.optional(Integer(1, 120), 10),
  /**
   * What follows when a driver has no time of driving left before a pause or a rest. WARN: the driver’s trip and working time warn, and alerts are raised.
   * REFUSE: the driver starts no trip either, except by what the phone recorded without network. OFF: nothing.
   */
  hours: v.optional(v.picklist(['OFF', 'WARN', 'REFUSE']), 'WARN'),
  /**
   * What follows when a trip starts and a paper of the driver or the vehicle has expired (licence, medical certificate, insurance, registration).
   * WARN: an alert is raised. REFUSE: the trip does not start, except by what the phone recorded without network.
   */
  expiredPapers: v.optional(v.picklist(['WARN', 'REFUSE']), 'WARN'),
  /**
   * What follows when a trip is planned while its driver or its vehicle has another one in the same hours. WARN: the answer warns, and the trip is
   * planned. REFUSE: the trip is not planned, nor changed to these hours; a relay warns. ALLOW: nothing, and the other trips are not read.
   */
  overlap: v.optional(v.picklist(['ALLOW', 'WARN', 'REFUSE']), 'WARN'),
  /** For how many days the working time of a driver is kept. */
  hoursDays: v.optional(Integer(31, 1825), 365),
  /** From how many minutes after the end of a stop's window on a probable arrival raises TRIP_LATE. */
  lateMinutes: v.optional(Integer(0, 1440), 15),
  /**
   * After so many minutes without a position a trip under way raises TRIP_SILENT, and TRIP_LATE if it cannot reach its next stop in time. 0:
   * neither is raised.
   */
  silentMinutes: v.optional(Integer(0, 1440), 30),
  /**
   * Three positions in a row that are further than so many kilometres from the line of the route raise TRIP_OFF_ROUTE. A route without a line
   * raises none. 0: never. A change counts for trips under way within half an hour.
   */
  offRouteKm: v.optional(Decimal(0, 100), 5),
});
export type RoadPolicy = v.InferOutput<typeof RoadPolicy>;

/** Body of PUT /teams/{teamId}/road-policy. */
export const RoadPolicyChanges = changesOf(RoadPolicy);
export type RoadPolicyChanges = v.InferOutput<typeof RoadPolicyChanges>;

/** The stored policy. */
export const RoadPolicyRecord = v.object({
  ...RoadPolicy.entries,
  /** The instant of the last change of `overlap` to REFUSE. Agendas of an earlier period are made anew. Absent: it never was REFUSE. */
  refusesSince: v.optional(Instant),
});
export type RoadPolicyRecord = v.InferOutput<typeof RoadPolicyRecord>;

export const roadPolicyKey = (teamId: string) => key(RoadPolicyRecord, ofTeam(teamId), 'ROAD_POLICY');

/** The policy as it is stored now: one read unit. */
export const readRoadPolicy = async (context: Context, teamId: string): Promise<RoadPolicyRecord> =>
  (await getItem(context, roadPolicyKey(teamId))) ?? v.parse(RoadPolicyRecord, {});

/** How long a function believes a policy that it has read, in milliseconds. */
export const BELIEVED = 60_000;

const newMemory = (): Memory<RoadPolicyRecord> => new Map();

/**
 * The policy of a team, at most a minute old. A function reads it once a minute, because one read unit for each call would cost as much as a
 * position. So a change of the policy counts for calls that begin a minute later.
 */
export const recentRoadPolicy = (context: Context, teamId: string): Promise<RoadPolicyRecord> =>
  remembered(context, { newMemory, name: teamId, forMs: BELIEVED }, () => readRoadPolicy(context, teamId));
