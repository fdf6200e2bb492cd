import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** The nested template of the first stack of functions. */
const ACCESS = /^fleetdevFunctions\w+\.nested\.template\.json$/;
/** Its resource in the template of the stage. */
const ACCESS_RESOURCE = /^FunctionsNestedStack/;
const ROOT_TEMPLATE = 'fleet-dev.template.json';
const ASSETS = 'fleet-dev.assets.json';
const Assets = v.object({ files: v.record(v.string(), v.object({ source: v.object({ path: v.string() }) })) });
const Root = v.looseObject({ Resources: v.record(v.string(), v.unknown()) });

/**
 * Copies the assembly `next` with the first stack of functions of the assembly `from`. CloudFormation deletes the functions that an update
 * takes from a stack in its clean-up phase, after all nested stacks have been updated. The emulator (ministack 1.5.33) has no such phase: it
 * deletes them before it updates the stack of the API, and calls between the two would answer 500. So a test deploys the copy, and then `next`.
 */
export function withFunctionsOf(from: string, next: string, to: string): string {
  cpSync(next, to, { recursive: true });
  const file = readdirSync(from).find((name) => ACCESS.test(name)) ?? assert.fail(`${from} has no functions.`);
  const [kept, gone] = [assetOf(from, file), assetOf(next, file)];
  cpSync(join(from, file), join(to, file));
  const [before, after] = [rootOf(from), rootOf(next)];
  const same = Object.entries(before.Resources).filter(([id]) => ACCESS_RESOURCE.test(id));
  const text = JSON.stringify({ ...after, Resources: { ...after.Resources, ...Object.fromEntries(same) } });
  writeFileSync(join(to, ROOT_TEMPLATE), text);
  for (const name of [ASSETS, 'manifest.json']) {
    replaceIn(join(to, name), gone, kept);
    // The CDK uploads a template only under a name that the bucket does not have yet.
    replaceIn(join(to, name), assetOf(next, ROOT_TEMPLATE), createHash('sha256').update(text).digest('hex'));
  }
  return to;
}

const rootOf = (assembly: string): v.InferOutput<typeof Root> =>
  v.parse(Root, JSON.parse(readFileSync(join(assembly, ROOT_TEMPLATE), 'utf8')));

/** The name under which the CDK uploads a file of an assembly. */
function assetOf(assembly: string, path: string): string {
  const { files } = v.parse(Assets, JSON.parse(readFileSync(join(assembly, ASSETS), 'utf8')));
  const found = Object.entries(files).find(([, { source }]) => source.path === path);
  return found?.[0] ?? assert.fail(`${assembly} does not upload ${path}.`);
}

function replaceIn(file: string, before: string, after: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(before, after));
}
