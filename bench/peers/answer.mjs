import * as v from 'valibot';
import { authorise } from '../../shared/identity/access';
import { makeVerifyToken } from '../../shared/identity/access-tokens';
import { validatePath } from '../../shared/operation/validate';
import { makeDeps } from '../../shared/platform/runtime/capability';
import { liveRuntime } from '../../shared/platform/runtime/live';

const runtime = liveRuntime();
let verify;

/**
 * The steps that our wrapper performs around an operation, for frameworks with their own router: token, permission,
 * input, run, output.
 */
export async function answer(operation, { path, authorization, parse = (schema, value) => v.parse(schema, value) }) {
  verify ??= makeVerifyToken(runtime);
  const caller = await verify(authorization);
  const checked = validatePath(operation.route, operation.input?.path, path);
  const meter = { calls: 0, readUnits: 0, writeUnits: 0 };
  const scope = { requestId: 'request', remaining: () => 28_000, meter };
  const entityKey = (right) => operation.entity?.({ path: checked, caller: right });
  const right = await authorise(runtime, scope, operation.auth, caller, checked.teamId, entityKey, true);
  const input = { path: checked, query: undefined, body: undefined };
  const deps = makeDeps(operation.uses, runtime, scope);
  return parse(operation.output.body, await operation.run({ input, caller: right.caller, deps, entity: right.entity }));
}
