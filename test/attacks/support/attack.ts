import type { Answer } from './http';
import type { World } from './world';

/** The last commits before the repairs: of rules 1 and 23, of the small findings, and of all other rules. */
export const BEFORE = {
  claims: '2cba82d',
  smallFindings: 'c78c22b',
  doors: '0554ea1',
} as const;

/** The weakening of a door that did not exist before: the check is replaced in a copy of the tree. */
export interface Break {
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
}

/** The result of the attacker's steps. */
export interface Outcome {
  /** True when the attacker has what the goal names: judged by the effect, not by a status alone. */
  readonly reached: boolean;
  /** The refusal of the decisive step, or the words of the effect that replaced it. */
  readonly stop: Answer | string;
  /** The same steps by the rightful person. It throws when one of them fails. */
  readonly rightful: () => Promise<unknown>;
}

export interface Attack {
  /** Unique, in lower case with hyphens. */
  readonly name: string;
  /** The attacker's goal in one sentence. */
  readonly goal: string;
  /** The rule of the security review that closes the door. */
  readonly rule: number;
  /** A commit in which the attack was seen to succeed. An attack with `breaks` has no such commit: its door is new. */
  readonly seenAt?: string;
  readonly breaks?: Break;
  /** The refusal that stops it, such as `401 UNAUTHENTICATED` or `403 FORBIDDEN key`. */
  readonly stop: string;
  /** True when it needs the server for itself: it moves the clock. */
  readonly alone?: true;
  /** Settings of the server that are environment variables of the functions. The attack then has a server of its own. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly play: (world: World) => Promise<Outcome>;
}

/** A refusal in one line: status, code and field. */
export function refusalOf(stop: Answer | string): string {
  if (typeof stop === 'string') return stop;
  const { error, field } = stop.body;
  return [stop.status, error, field].filter((one) => typeof one === 'string' || typeof one === 'number').join(' ');
}
