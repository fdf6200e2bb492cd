import type * as v from 'valibot';
import type { Operation } from '../../../shared/operation/define';
import { errorsOf } from '../../../shared/operation/error-answer';
import { pathParameters } from '../../../shared/operation/validate';
import { ERRORS } from '../../../shared/platform/errors';
import type { Answered } from '../attack/world';

/** Checks an answer. Returns a sentence about the violation, if any. */
export type Judge = (answer: Answered) => string | undefined;

const LONGEST_MS = 10_000;

/** Checks the answers of one operation: status, body and field as declared; no fault, no timeout, no data of the other team. */
export function judgeOf(operation: Operation, markers: readonly string[]): Judge {
  const declared = new Set<number>(errorsOf(operation).map((code) => ERRORS[code].status));
  const takesProvider = errorsOf(operation).includes('PROVIDER_ERROR');
  const successes = new Set<number>([operation.output.status, ...(operation.output.acceptedOnly ? [202] : [])]);
  // A strict body names the unknown field, which can have any name.
  const known = operation.input?.body?.type === 'strict_object' ? undefined : namesOf(operation);
  return ({ status, text, milliseconds }) => {
    const shown = `${status} ${text.slice(0, 300)}`;
    if (status >= 500 && !(status === 502 && takesProvider)) return `a fault: ${shown}`;
    if (milliseconds > LONGEST_MS) return `${milliseconds.toFixed(0)} ms`;
    const small = text.toLowerCase();
    if (markers.some((marker) => small.includes(marker))) return `data of the other team: ${shown}`;
    if (successes.has(status)) return undefined;
    if (!declared.has(status)) return `an undeclared status: ${shown}`;
    return bodyFault(status, text, known);
  };
}

const UNKNOWN_NAME = /^There is no such parameter here\.|^This field is not accepted here\./;

function bodyFault(status: number, text: string, known: ReadonlySet<string> | undefined): string | undefined {
  const body: Record<string, unknown> = JSON.parse(text);
  if (status === 502) return typeof body.error === 'string' ? undefined : `a body without error: ${text}`;
  if (typeof body.error !== 'string' || typeof body.message !== 'string' || body.message === '')
    return `no words: ${text}`;
  if (Object.keys(body).some((key) => !['error', 'message', 'field', 'errors'].includes(key)))
    return `too much: ${text}`;
  if (body.error !== 'VALIDATION_FAILED') return undefined;
  if (typeof body.field !== 'string') return `no field: ${text}`;
  // An unknown name is the sender's own.
  if (UNKNOWN_NAME.test(body.message)) return undefined;
  const unknown =
    known && body.field.split(/[.[\]]+/).find((name) => name !== '' && !/^\d+$/.test(name) && !known.has(name));
  return unknown === undefined ? undefined : `a field outside the schema: ${body.field}`;
}

interface Node extends v.GenericSchema {
  readonly entries?: Readonly<Record<string, Node>>;
  readonly wrapped?: Node;
  readonly item?: Node;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly { readonly requirement?: unknown }[];
}

/** Every node of a schema, the schema included. */
function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const entry of Object.values(node.entries ?? {})) yield* nodesOf(entry);
  if (node.wrapped) yield* nodesOf(node.wrapped);
  if (node.item) yield* nodesOf(node.item);
  for (const option of node.options ?? []) if (isNode(option)) yield* nodesOf(option);
  for (const step of node.pipe ?? []) if (step !== node && isNode(step)) yield* nodesOf(step);
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'kind' in value;

const schemasOf = ({ input }: Operation): Node[] => [input?.query, input?.body].flatMap((one) => (one ? [one] : []));

/** The field names that a refusal may use. */
const namesOf = (operation: Operation): ReadonlySet<string> =>
  new Set([
    'body',
    'query',
    'teamId',
    'Idempotency-Key',
    ...pathParameters(operation.route),
    ...schemasOf(operation).flatMap((schema) =>
      [...nodesOf(schema)].flatMap(({ entries = {} }) => Object.keys(entries)),
    ),
  ]);

/** Every number by which the operation's schemas limit their values. */
export const boundsOf = (operation: Operation): number[] => {
  const found = schemasOf(operation).flatMap((schema) =>
    [...nodesOf(schema)].flatMap(({ pipe = [] }) => pipe.map(({ requirement }) => requirement)),
  );
  return [...new Set(found.filter((one): one is number => typeof one === 'number'))];
};
