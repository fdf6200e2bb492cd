import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import { projectRoot } from '../../../local/root';
import { isInFocus, type Settings } from '../part';

const MOST_MS = 10;
/**
 * A faster run is not measured again. For a slower one the minimum of three runs counts, because garbage collection may have slowed the
 * others.
 */
const WORTH_ANOTHER_MS = 2;
const LENGTH = 100_000;

/** Every regular expression in the product's sources, with its file. */
function expressionsIn(folders: readonly string[]): Map<string, RegExp> {
  const found = new Map<string, RegExp>();
  for (const folder of folders) {
    for (const file of readdirSync(join(projectRoot(), folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const source = ts.createSourceFile(
        file,
        readFileSync(join(projectRoot(), folder, file), 'utf8'),
        ts.ScriptTarget.ES2022,
      );
      const visit = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node)) {
          const [, pattern = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
          found.set(`${folder}/${file}: ${node.text}`, new RegExp(pattern, flags));
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
  }
  return found;
}

const FILLERS = [
  'a',
  'A',
  '0',
  ' ',
  '\t',
  '\n',
  '-',
  '.',
  '@',
  '%',
  '#',
  '{',
  '}',
  '(',
  '"',
  "'",
  ',',
  ';',
  ':',
  '/',
  '\\',
  '_',
  '=',
  'é',
  '😀',
  'aA',
  'a.',
  '0.',
  ' a',
  '-a',
];

/** Texts of 100 kB on which an expression may be slow: a matching beginning, a repeated filler, and an end that does not match. */
function attacksOn({ source, flags }: RegExp, seed: number): string[] {
  const begins = ['', ...fc.sample(safely(source, flags), { numRuns: 3, seed })].map((text) => text.slice(0, 200));
  const ends = ['', '\u0000', '!'];
  const literal = [...new Set(source.replace(/\\./g, '').match(/[\w@%.:-]/g) ?? [])].slice(0, 8);
  const fillers = [...new Set([...FILLERS, ...literal, ...begins.filter((one) => one !== '')])];
  return fillers.flatMap((filler) =>
    begins
      .slice(0, 2)
      .flatMap((begin) => ends.map((end) => `${begin}${filler.repeat(Math.ceil(LENGTH / filler.length))}${end}`)),
  );
}

/** A class without all printable ASCII characters. fast-check draws only from these, so it would search without end. */
const OUTSIDE_ASCII = /\[\^\\x20-\\x7e\]/;

/** An expression that fast-check cannot parse or match gets an empty beginning. */
function safely(source: string, flags: string): fc.Arbitrary<string> {
  if (OUTSIDE_ASCII.test(source)) return fc.constant('');
  try {
    return fc.stringMatching(new RegExp(source, flags.replace(/[gy]/g, '')));
  } catch {
    return fc.constant('');
  }
}

interface Timed {
  readonly times: number;
  readonly longest: number;
  readonly failures: readonly string[];
}

/**
 * Times every expression on its attacks in processor time, because the machine may be busy. A slow result is measured again. A measurement
 * shows the real delay in the product, and needs no additional package.
 */
export function timeExpressions({ form, seed, focus }: Pick<Settings, 'form' | 'seed' | 'focus'>): Timed {
  const failures: string[] = [];
  let times = 0;
  let longest = 0;
  for (const [where, expression] of expressionsIn(['shared', 'functions'])) {
    if (!isInFocus(where, focus)) continue;
    // Each filler has six attacks. Two of five reach all beginnings and ends; every third would not.
    const attacks = attacksOn(expression, seed).filter((_, index) => form === 'long' || index % 5 < 2);
    for (const attack of attacks) {
      times += 1;
      const taken = leastOf(expression, attack);
      longest = Math.max(longest, taken);
      if (taken > MOST_MS) {
        failures.push(
          `${where} takes ${taken.toFixed(0)} ms on ${JSON.stringify(attack.slice(0, 40))}… of ${attack.length} characters.`,
        );
        break;
      }
    }
  }
  return { times, longest, failures };
}

function leastOf(expression: RegExp, attack: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 20 && (least > MOST_MS || (least > WORTH_ANOTHER_MS && tries < 3)); tries += 1) {
    const before = process.cpuUsage();
    expression.lastIndex = 0;
    expression.test(attack);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    if (least > 1000) break;
  }
  return least;
}
