import * as v from 'valibot';
import type { Bench } from './bench';
import type { Executor } from './execution';
import type { Sample } from './samples';

const Request = v.object({ body: v.string() });
const ByCode = v.looseObject({ email: v.string(), code: v.string(), newPassword: v.string() });
const Mail = v.looseObject({ to: v.string(), code: v.string() });

/**
 * A mailed code is good once. Who does not know whether it was taken does as the answer says and asks for a new one: the same request with
 * that. Undefined of every other request.
 */
export async function newCode({ event }: Sample, executor: Executor, bench: Bench): Promise<unknown> {
  const request = v.safeParse(Request, event);
  const body = request.success ? v.safeParse(ByCode, JSON.parse(request.output.body)) : undefined;
  if (!body?.success) return undefined;
  const { email } = body.output;
  await executor.run('auth/forgot-password', { ...Object(event), body: JSON.stringify({ email }) });
  await bench.quiet();
  const { journals } = await bench.keeper.state();
  const mails = [...(journals.get('outbox')?.values() ?? [])].filter((mail) => v.is(Mail, mail));
  const code = mails.findLast((mail) => mail.to === email)?.code;
  return { ...Object(event), body: JSON.stringify({ ...body.output, code }) };
}
