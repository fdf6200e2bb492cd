import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { OPERATIONS } from '../functions/catalog';
import type { Operation } from '../shared/operation/define';

/** What the comment above a field says. */
interface FieldText {
  readonly description: string;
  /** The value after `@example`. */
  readonly example?: string | number | boolean;
}

/** A field as its object schema declares it. */
export interface DeclaredField {
  readonly name: string;
  /** The file and line of the declaration: `shared/boxes/box.ts:15`. */
  readonly place: string;
  readonly text: FieldText | undefined;
}

/** The fields of each object schema. The key is the schema's `entries`, which every pipe over the schema keeps. */
export type DeclaredFields = ReadonlyMap<object, ReadonlyMap<string, DeclaredField>>;

/** Citations, which mean nothing to readers who only have the document. */
const SOURCES = /\s*\(docs\/[^)]*\)/g;

const ROOT = join(__dirname, '..');
const INDEX = join(ROOT, 'functions', 'index.ts');

/**
 * Joins every field of the operations' schemas to the comment above its declaration. The compiler's types and the
 * schemas have the same form, so both are followed together, from each operation down to its fields. A field that a
 * spread, `v.omit` or `changesOf` took over leads to the declaration it came from: its comment is written once.
 */
export function declaredFields(): DeclaredFields {
  known ??= readFields(OPERATIONS);
  return known;
}

let known: DeclaredFields | undefined;

function readFields(operations: Readonly<Record<string, Operation>>): DeclaredFields {
  const { checker, operationTypes } = compiled();
  const found = new Map<object, Map<string, DeclaredField>>();

  const memberType = (type: ts.Type | undefined, name: string): ts.Type | undefined => {
    const symbol = type && checker.getNonNullableType(type).getProperty(name);
    return symbol && checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
  };

  const follow = (schema: unknown, type: ts.Type | undefined): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const entries: unknown = Reflect.get(schema, 'entries');
    if (typeof entries === 'object' && entries !== null) {
      if (!found.has(entries)) followFields(entries, memberType(type, 'entries'));
      return;
    }
    for (const [member, memberOf] of membersOf(schema, type)) follow(member, memberOf);
  };

  const followFields = (entries: object, types: ts.Type | undefined): void => {
    const fields = new Map<string, DeclaredField>();
    found.set(entries, fields);
    for (const [name, inner] of Object.entries(entries)) {
      fields.set(name, fieldOf(checker, name, types?.getProperty(name)));
      follow(inner, memberType(types, name));
    }
  };

  /** The schemas within a schema: of an optional one, of a list, and of a union. */
  const membersOf = (schema: object, type: ts.Type | undefined): (readonly [unknown, ts.Type | undefined])[] => [
    ...['wrapped', 'item', 'value', 'key', 'rest'].map(
      (part) => [Reflect.get(schema, part), memberType(type, part)] as const,
    ),
    ...['options', 'items', 'pipe'].flatMap((list) => {
      const [members, types]: [unknown, ts.Type | undefined] = [Reflect.get(schema, list), memberType(type, list)];
      if (!Array.isArray(members)) return [];
      return members.map(
        (one: unknown, index) => [one, memberType(types, String(index)) ?? types?.getNumberIndexType()] as const,
      );
    }),
  ];

  for (const [file, { input, output }] of Object.entries(operations)) {
    const type = operationTypes.get(file);
    const sent = memberType(type, 'input');
    follow(input?.query, memberType(sent, 'query'));
    follow(input?.body, memberType(sent, 'body'));
    follow(output.body, memberType(memberType(type, 'output'), 'body'));
  }
  return found;
}

function fieldOf(checker: ts.TypeChecker, name: string, symbol: ts.Symbol | undefined): DeclaredField {
  const [declaration] = symbol?.declarations ?? [];
  const description = ts
    .displayPartsToString(symbol?.getDocumentationComment(checker))
    .replace(/\s*\n\s*/g, ' ')
    .replace(SOURCES, '')
    .trim();
  const example = symbol?.getJsDocTags(checker).find((tag) => tag.name === 'example');
  const text = description && { description, ...(example && { example: exampleOf(example) }) };
  return {
    name,
    place: declaration ? placeOf(declaration) : 'a type that the compiler does not know',
    text: text || undefined,
  };
}

/** A number or a truth value where it is one, else text. */
function exampleOf(tag: ts.JSDocTagInfo): string | number | boolean {
  const said = ts.displayPartsToString(tag.text).trim();
  if (said === 'true' || said === 'false') return said === 'true';
  return /^-?\d+(\.\d+)?$/.test(said) ? Number(said) : said;
}

function placeOf(declaration: ts.Declaration): string {
  const source = declaration.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(declaration.getStart(source));
  return `${relative(ROOT, source.fileName).replaceAll('\\', '/')}:${line + 1}`;
}

/** The types of the operations. Of the packages only valibot is read: the other ones have no part in a schema. */
function compiled() {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    ROOT,
  );
  const reading = { ...options, types: [], incremental: false, noEmit: true };
  delete reading.tsBuildInfoFile;
  const host = ts.createCompilerHost(reading);
  host.resolveModuleNameLiterals = (literals, containing) =>
    literals.map(({ text }) =>
      text.startsWith('.') || text === 'valibot'
        ? ts.resolveModuleName(text, containing, reading, host)
        : { resolvedModule: undefined },
    );
  const program = ts.createProgram([INDEX], reading, host);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(INDEX);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`The compiler finds no ${relative(dirname(ROOT), INDEX)}.`);
  const operationTypes = new Map(
    checker.getExportsOfModule(module).map((one) => [one.name, checker.getTypeOfSymbol(one)] as const),
  );
  return { checker, operationTypes };
}
