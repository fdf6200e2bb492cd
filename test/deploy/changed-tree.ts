import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

export const ROOT = join(__dirname, '..', '..');

/** All files that a synthesis reads. */
export const TREE = [
  'bin',
  'docs/openapi.json',
  'functions',
  'lib',
  'reference',
  'settings',
  'shared',
  'cdk.json',
  'package.json',
  'tsconfig.json',
];

/** The operation whose code is changed, and the text before and after. */
export const CHANGED = {
  id: 'getHealth',
  area: 'meta',
  file: 'functions/meta/get-health.ts',
  before: 'ok',
  after: 'well',
};

/** Copies the tree, and returns the path of the copy. */
export function copyOfTree(copy: string): string {
  for (const name of TREE) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Copies the tree with one operation changed, and returns the path of the copy. */
export function copyTree(directory: string): string {
  const copy = copyOfTree(join(directory, 'tree'));
  const file = join(copy, CHANGED.file);
  const source = readFileSync(file, 'utf8');
  assert.ok(source.includes(`'${CHANGED.before}'`), `${CHANGED.file} does not contain ${CHANGED.before}.`);
  writeFileSync(file, source.replaceAll(`'${CHANGED.before}'`, `'${CHANGED.after}'`));
  return copy;
}

/** The deployed files: templates and assets. The other files contain paths of this machine. */
const filesOf = (assembly: string): string[] =>
  readdirSync(assembly, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^asset\.|\.template\.json$/.test(file) && statSync(join(assembly, file)).isFile(),
  );

/**
 * Checks that the two assemblies are equal byte for byte, except for the code and the name of the changed asset (a hash of its content) and for
 * the root stack's address of the nested template that contains this name. Checks that the name is the code of the one function, so that
 * CloudFormation updates no other. The emulator's report proves nothing here: it updates all resources of a stack.
 */
export function assertSameButForOne(first: string, second: string): void {
  const [gone, come] = [hashOnlyIn(first, second), hashOnlyIn(second, first)];
  const [before, after] = [comparable(first, come, gone), comparable(second, come, gone)];
  assert.deepEqual(Object.keys(after), Object.keys(before));
  assert.deepEqual(
    Object.keys(before).filter((file) => before[file] !== after[file]),
    [`asset.${gone}/index.cjs`],
  );
  const holders = functionTemplates(second)
    .flatMap(({ template }) => Object.values(template.Resources))
    .filter((one) => JSON.stringify(one).includes(come));
  assert.deepEqual(
    holders.map((one) => v.parse(Functions, one).Properties.FunctionName),
    [`fleet-dev-${CHANGED.id}`],
  );
}

/** The name of the one asset that the first assembly has and the second one lacks. */
function hashOnlyIn(first: string, second: string): string {
  const others = new Set(hashesIn(second));
  const [hash, ...more] = new Set(hashesIn(first).filter((one) => !others.has(one)));
  return hash !== undefined && more.length === 0 ? hash : assert.fail(`Not one asset differs: ${[hash, ...more]}`);
}

const hashesIn = (assembly: string): string[] =>
  filesOf(assembly).flatMap((file) => /^asset\.([0-9a-f]+)/.exec(file)?.[1] ?? []);

/** The text of each deployed file, with the new name of the changed asset written as the old one. */
function comparable(assembly: string, come: string, gone: string): Record<string, string> {
  const entries = filesOf(assembly).map((file) => {
    const text = readFileSync(join(assembly, file), 'utf8').replaceAll(come, gone);
    return [file.replaceAll(come, gone), file === ROOT_TEMPLATE ? text.replace(NESTED_ADDRESS, '') : text] as const;
  });
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const Statements = v.array(v.looseObject({ Action: v.union([v.string(), v.array(v.string())]) }));
const Functions = v.looseObject({
  Properties: v.looseObject({
    FunctionName: v.string(),
    Role: v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) }),
  }),
});
const Role = v.looseObject({
  Properties: v.looseObject({
    Policies: v.tuple([v.looseObject({ PolicyDocument: v.looseObject({ Statement: Statements }) })]),
  }),
});
const ROOT_TEMPLATE = 'fleet-dev.template.json';
/** The hash of a nested template's content, in its address. */
const NESTED_ADDRESS = /\/[0-9a-f]{64}\.json/g;
const FunctionsTemplate = v.looseObject({ Resources: v.record(v.string(), v.unknown()) });

interface FunctionTemplate {
  readonly path: string;
  readonly template: v.InferOutput<typeof FunctionsTemplate>;
}

/** The nested templates of the two stacks of functions. */
function functionTemplates(assembly: string): FunctionTemplate[] {
  const files = readdirSync(assembly).filter((name) => /Functions\w+\.nested\.template\.json$/.test(name));
  assert.equal(files.length, 2, `${assembly} must contain two nested templates of functions.`);
  return files.map((file) => {
    const path = join(assembly, file);
    return { path, template: v.parse(FunctionsTemplate, JSON.parse(readFileSync(path, 'utf8'))) };
  });
}

/** Removes an action from the role of a function in the synthesized template. */
export function takeRight(assembly: string, functionName: string, action: string): void {
  const [found, ...others] = functionTemplates(assembly).flatMap(({ path, template }) =>
    Object.values(template.Resources).flatMap((resource) => {
      const parsed = v.safeParse(Functions, resource);
      if (!parsed.success || parsed.output.Properties.FunctionName !== functionName) return [];
      return { path, template, roleId: parsed.output.Properties.Role['Fn::GetAtt'][0] };
    }),
  );
  assert.ok(found && others.length === 0, `${assembly} must contain ${functionName} once.`);
  const { path, template, roleId } = found;
  const role = v.parse(Role, template.Resources[roleId]);
  const { PolicyDocument } = role.Properties.Policies[0];
  const before = PolicyDocument.Statement;
  PolicyDocument.Statement = before
    .map((statement) => ({ ...statement, Action: [statement.Action].flat().filter((one) => one !== action) }))
    .filter(({ Action }) => Action.length > 0);
  assert.notDeepEqual(actionsOf(PolicyDocument.Statement), actionsOf(before), `${functionName} has no ${action}.`);
  template.Resources[roleId] = role;
  writeFileSync(path, JSON.stringify(template));
}

const actionsOf = (statements: v.InferOutput<typeof Statements>): string[] =>
  statements.flatMap(({ Action }) => [Action].flat());
