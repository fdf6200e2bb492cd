import * as v from 'valibot';

const Fault = v.object({
  message: v.literal('fault'),
  function_request_id: v.string(),
  chain: v.pipe(
    v.array(v.object({ name: v.string(), message: v.string(), stack: v.array(v.string()) })),
    v.check((chain) => chain.some(({ stack }) => stack.length > 0)),
  ),
});

/** A fault line of a function's log, as `shared/operation/request-log.ts` writes it: the error, then its causes. */
export type Fault = v.InferOutput<typeof Fault>;

/** Reads each fault line of a text. CloudWatch's tools write a time and a stream before the line; other lines are skipped. */
export function faultsIn(text: string): Fault[] {
  const faults = [text, ...text.split('\n')].flatMap((line) => {
    const parsed = v.safeParse(Fault, parsedJson(line.slice(line.indexOf('{'), line.lastIndexOf('}') + 1)));
    return parsed.success ? [parsed.output] : [];
  });
  // A single line is the whole text too.
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
