import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A text of the product's code, with its place. */
interface Named {
  readonly text: string;
  readonly place: string;
}

const ROOT = join(__dirname, '..', '..');

/**
 * Where the product's code names each of `keys`: a text that equals the key, or a longer text that contains a key of
 * eight digits, such as a message. A short key such as 01 is in several catalogues, so a place can mean another one.
 */
export function placesOf(
  keys: readonly string[],
  named: readonly Named[] = textsOfTheProduct(keys),
): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const key of keys) {
    const found = named.filter(({ text }) => text === key || (EIGHT_DIGITS.test(key) && text.includes(key)));
    if (found.length > 0) places.set(key, [...new Set(found.map(({ place }) => place))]);
  }
  return places;
}

const EIGHT_DIGITS = /^\d{8}$/;

/** The texts of those files of the product's code that contain one of the keys. Tests, seeds and examples are left out. */
function textsOfTheProduct(keys: readonly string[]): Named[] {
  const files = ['shared', 'functions'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  );
  return files.flatMap((file) => {
    const code = readFileSync(join(ROOT, file), 'utf8');
    return keys.some((key) => code.includes(key)) ? textsOf(file, code) : [];
  });
}

function textsOf(file: string, code: string): Named[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, false);
  const found: Named[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push({
        text: node.text,
        place: `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`,
      });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
