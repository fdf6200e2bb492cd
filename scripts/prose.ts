import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hitsIn, proseLines } from './comments';

const ROOT = join(__dirname, '..');
const MOST_HITS_PER_THOUSAND = 10;
const WORST_FILES = 10;

/** The interface's text is given from outside; the client's schema is generated from the declarations. */
const NOT_COUNTED = new Set(['docs/spec/interface.md', 'client/src/schema.ts']);

/** `npm run prose`: counts obscure phrases in comments and documentation. `-- --list` prints each of them. Fails above the limit. */
function main(): void {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  const files = tracked
    .filter((file) => file !== '' && !NOT_COUNTED.has(file))
    .map((file) => {
      const lines = proseLines(file, readFileSync(join(ROOT, file), 'utf8'));
      return { file, lines: lines.length, hits: hitsIn(lines) };
    });
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  const hits = files.reduce((sum, file) => sum + file.hits.length, 0);
  if (process.argv.includes('--list')) {
    for (const { file, hits } of files) for (const { line, text } of hits) console.log(`${file}:${line}: ${text}`);
  }
  const perThousand = (hits * 1000) / lines;
  console.log(
    `${lines} non-empty lines of comments and documentation, ${hits} hits, ${perThousand.toFixed(1)} per 1,000`,
  );
  const worst = files.filter((file) => file.hits.length > 0).sort((one, other) => other.hits.length - one.hits.length);
  for (const { file, hits } of worst.slice(0, WORST_FILES)) console.log(`${String(hits.length).padStart(5)} ${file}`);
  if (perThousand > MOST_HITS_PER_THOUSAND) {
    console.error(
      `More than ${MOST_HITS_PER_THOUSAND} per 1,000. Rewrite the lines that \`npm run prose -- --list\` prints.`,
    );
    process.exitCode = 1;
  }
}

main();
