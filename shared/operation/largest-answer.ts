import { validationError } from '../platform/errors';
import { LARGEST_BODY, sentBytes } from '../platform/table/answer-size';
import type { Operation } from './define';
import type { HttpAnswer } from './http';

/** No character of a body takes more bytes: a control character, which does, is no part of JSON or CSV. */
const MOST_BYTES_OF_A_CHARACTER = 3;

/** An answer of a write, or of an operation without a parameter that makes it smaller. */
class AnswerTooLarge extends Error {}

/** Throws when Lambda would refuse the answer and API Gateway would answer a 500 of its own. Names the parameter that makes it smaller. */
export function withinLambda(
  { id, route, input }: Pick<Operation, 'id' | 'route' | 'input'>,
  answer: HttpAnswer,
): HttpAnswer {
  const { body = '' } = answer;
  if (body.length * MOST_BYTES_OF_A_CHARACTER <= LARGEST_BODY) return answer;
  const bytes = sentBytes(body);
  if (bytes <= LARGEST_BODY) return answer;
  const parameters = route.startsWith('GET ') ? Object.keys(Object(input?.query).entries ?? {}) : [];
  const field = ['limit', 'from'].find((one) => parameters.includes(one));
  if (field === undefined) throw new AnswerTooLarge(`The answer of ${id} has ${bytes} bytes.`);
  throw validationError(field, {
    en: 'This is too much for one answer. Ask for less at once.',
    es: 'Esto es demasiado para una sola respuesta. Pida menos a la vez.',
  });
}
