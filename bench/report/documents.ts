import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from '../results';
import { startsChart, unitsChart } from './charts';
import { costDocument } from './cost';
import { performanceDocument } from './performance';
import { scaleDocument } from './scale';

const DOCS = join(__dirname, '..', '..', 'docs');

/** Writes the documents and charts that are generated from the results. */
export function writeDocuments(results: Results): void {
  mkdirSync(join(DOCS, 'charts'), { recursive: true });
  writeFileSync(join(DOCS, 'performance.md'), performanceDocument(results));
  if (results.units) {
    writeFileSync(join(DOCS, 'cost.md'), costDocument(results.units, results.machine));
    writeFileSync(join(DOCS, 'scale.md'), scaleDocument(results.units, results.machine));
    writeFileSync(join(DOCS, 'charts', 'units.svg'), unitsChart(results.units));
  }
  if (results.starts) writeFileSync(join(DOCS, 'charts', 'starts.svg'), startsChart(results.starts));
}
