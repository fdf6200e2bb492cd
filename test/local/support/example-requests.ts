import { OPERATIONS } from '../../../functions/catalog';
import { type Example, recordedExamples } from '../../../scripts/examples';
import type { Operation } from '../../../shared/operation/define';
import { pathParameters } from '../../../shared/operation/validate';

/** An example of the reference with the operation that it calls. */
export interface Shown {
  readonly key: string;
  readonly operation: Operation;
  readonly example: Pick<Example, 'parameters' | 'body' | 'status' | 'answer'>;
}

const BY_ID = new Map(Object.values(OPERATIONS).map((operation) => [operation.id, operation]));

/** All examples: `id` or `id, name`. */
export const shownExamples = (): Shown[] =>
  Object.entries(recordedExamples().operations).flatMap(([key, example]) => {
    const operation = BY_ID.get(key.split(', ')[0] ?? '');
    return operation ? [{ key, operation, example }] : [];
  });

/** The request of an example as it stands. Without a token it has no Authorization. */
export function requestOf(url: string, { operation, example }: Omit<Shown, 'key'>, token: string | undefined): Request {
  const [method = '', template = ''] = operation.route.split(' ');
  const inPath = pathParameters(operation.route);
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.parameters[name] ?? ''));
  const query = new URLSearchParams(Object.entries(example.parameters).filter(([name]) => !inPath.includes(name)));
  return new Request(`${url}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(example.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(example.body !== undefined && { body: JSON.stringify(example.body) }),
  });
}

/** `total` is only in a first page that has the whole list, and the demo has fewer records than the recording. */
export const fieldsOf = (answer: unknown): string[] =>
  Object.keys(Object(answer))
    .filter((name) => name !== 'total')
    .sort();
