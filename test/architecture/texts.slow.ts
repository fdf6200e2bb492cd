import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { pathsBelow } from '../support/source-files';

const ROOT = join(__dirname, '..', '..');
const FOLDERS = ['shared', 'functions'];

interface Written {
  readonly place: string;
  readonly en: string;
  readonly es: string;
}

/** The source of a property, without quotes. An expression is written as a value that is quoted. */
const sourceOf = (node: ts.ObjectLiteralExpression, name: string): string | undefined => {
  const property = node.properties.find((one) => ts.isPropertyAssignment(one) && one.name.getText() === name);
  if (property === undefined || !ts.isPropertyAssignment(property)) return undefined;
  const written = property.initializer.getText();
  return /^['"`]/.test(written) ? written.slice(1, -1) : `\${${written}}`;
};

function textsIn(node: ts.Node, place: string): Written[] {
  const inner: Written[] = [];
  ts.forEachChild(node, (child) => void inner.push(...textsIn(child, place)));
  if (!ts.isObjectLiteralExpression(node)) return inner;
  const [en, es] = [sourceOf(node, 'en'), sourceOf(node, 'es')];
  return en === undefined || es === undefined ? inner : [...inner, { place, en, es }];
}

const WRITTEN = FOLDERS.flatMap((folder) =>
  pathsBelow(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8');
      return textsIn(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true), file);
    }),
);

/** Those of `asIs`, and of the schema of a text. */
const isSentence = ({ en, es, place }: Written): boolean =>
  place !== 'shared/platform/values/text.ts' && /[a-z]/.test(en + es);

/** What a sentence quotes, with `.en` and `.es` of inner texts removed. */
const quoted = (sentence: string): string[] =>
  [...sentence.matchAll(/\$\{([\w.]+)/g)].map(([, value = '']) => value.replace(/\.(?:en|es)$/, '')).sort();

/** Words of English that no Spanish sentence has. Names of fields, headers and routes are not looked at. */
const ENGLISH =
  /(?:^|[\s(«])(?:the|is|are|this|that|send|with|and|or|not|must|again|which|has|have|leave|choose)(?=[\s.,:;)»]|$)/i;

describe('desk 4.2: the texts of the source', () => {
  const sentences = WRITTEN.filter(isSentence);

  test('are all found', () => {
    expect(sentences.length).toBeGreaterThan(600);
  });

  test('differ in Spanish and English', () => {
    expect(sentences.filter(({ en, es }) => en === es && !/^\$\{[^}]+\}$/.test(en))).toEqual([]);
  });

  test('have no English word in Spanish', () => {
    expect(sentences.filter(({ es }) => es.trim() === '' || ENGLISH.test(es.replace(/\$\{[^}]*\}/g, '')))).toEqual([]);
  });

  test('quote the same values in both languages', () => {
    const wrong = sentences.filter(({ en, es }) => quoted(en).join() !== quoted(es).join());
    expect(wrong).toEqual([]);
  });

  test('end with the same sign', () => {
    const signOf = (text: string) => /[.:,]?$/.exec(text)?.[0];
    expect(sentences.filter(({ en, es }) => signOf(en) !== signOf(es))).toEqual([]);
  });

  test('address the reader as usted', () => {
    const familiar = /(?:^|\s)(?:tu|tus|te|envía|revisa|elige|escribe|inicia tu|puedes|tienes|quieres)(?=\s)/i;
    expect(sentences.filter(({ es }) => familiar.test(es))).toEqual([]);
  });
});
