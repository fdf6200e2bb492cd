import type { Deprecation, Route } from './define';
import type { HttpAnswer, ServedEvent } from './http';

/** Adds the headers of RFC 9745 (`Deprecation`) and RFC 8594 (`Sunset`), and the link to the operation that replaces this one. */
export function withDeprecation(
  deprecation: Deprecation | undefined,
  { pathParameters = {} }: Pick<ServedEvent, 'pathParameters'>,
  answer: HttpAnswer,
): HttpAnswer {
  if (deprecation === undefined) return answer;
  const { since, sunset, instead } = deprecation;
  const headers = {
    ...answer.headers,
    Deprecation: `@${new Date(since).getTime() / 1000}`,
    ...(sunset && { Sunset: new Date(sunset).toUTCString() }),
    ...(instead && {
      Link: [answer.headers?.Link, `<${addressOf(instead, pathParameters)}>; rel="successor-version"`]
        .filter((link) => link !== undefined)
        .join(', '),
    }),
  };
  return { ...answer, headers };
}

/** The path of a route with its parameters. */
const addressOf = (route: Route, parameters: Readonly<Record<string, string | undefined>>): string =>
  route
    .slice(route.indexOf('/'))
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? `{${name}}`));
