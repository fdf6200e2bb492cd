/** Processor milliseconds of a build, normalised to a quiet machine, and the memory of its functions. */
export interface Build {
  readonly init: number;
  readonly first: number;
  readonly megabytes: number;
}

/**
 * Figures of an earlier measurement by the author of the plan for this model, in which the default bundle has 72 and 35 ms. They are not medians of
 * our own runs (docs/decisions/0041).
 */
export const BEFORE: Build = { init: 30, first: 38, megabytes: 512 };
export const NOW: Build = { init: 65, first: 10, megabytes: 1024 };

/** The memory with which Lambda gives a function one whole processor. Source: Lambda developer guide, "Configure Lambda function memory". */
const WHOLE_PROCESSOR_MEGABYTES = 1769;
const PLACEMENT_MS = 60;
const NODE_MS = 120;
const NETWORK_MS = 10;
/** A processor of Lambda needs about twice the time of the machine of the measurement. */
const SLOWER = 2;

/** The milliseconds that a cold start adds to a call. The init phase is not throttled, and the first call is. */
export const coldMilliseconds = ({ init, first, megabytes }: Build): number =>
  PLACEMENT_MS + NODE_MS + SLOWER * (init + (first * WHOLE_PROCESSOR_MEGABYTES) / megabytes) + NETWORK_MS;
