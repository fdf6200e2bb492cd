import { randomBytes } from 'node:crypto';
import { longestCallMs } from './aws-client';
import type { Runtime } from './context';
import { uuidVersion7 } from './uuid';

/** Frames of a stack. A call of the AWS SDK takes eleven; V8's own limit of ten cuts off the code that made the call. */
export const STACK_FRAMES = 20;

/** The runtime of a deployed function. It is made on the first call, because an import must have no effect. */
export function liveRuntime(): Runtime {
  Error.stackTraceLimit = STACK_FRAMES;
  const now = () => new Date();
  return {
    environment: process.env,
    now,
    newId: () => uuidVersion7(now().getTime(), randomBytes(10)),
    randomBytes,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    uptime: () => Math.round(performance.now()),
    outbound: (_call, send) => send(),
    longestCallMs,
    // Not `console.log`: Lambda would put the line as text into a `message` field, where no filter of a metric finds its fields (docs/decisions/0040).
    log: (line) => void process.stdout.write(`${line}\n`),
    clients: new Map(),
  };
}
