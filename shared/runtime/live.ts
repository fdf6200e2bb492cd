import { randomBytes } from 'node:crypto';
import type { Runtime } from './context';
import { uuidVersion7 } from './uuid';

/** The runtime of a deployed function. Made on the first call: nothing happens at import. */
export function liveRuntime(): Runtime {
  const now = () => new Date();
  return {
    environment: process.env,
    now,
    newId: () => uuidVersion7(now().getTime(), randomBytes(10)),
    randomBytes,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    outbound: (_call, send) => send(),
    log: (line) => console.log(line),
    clients: new Map(),
  };
}
