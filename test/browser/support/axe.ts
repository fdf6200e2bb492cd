import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The rows of the list of calls are alike: five of them stand for all two hundred, which would take a second each time. */
const WHAT = "{ exclude: [['.calls-table tbody tr:nth-child(n + 6)']] }";

/** What axe-core finds wrong with the page as it is shown now, a line each; none in a good one. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const found = await page.evaluate<axe.AxeResults>(`axe.run(${WHAT}, { resultTypes: ['violations'] })`);
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}
