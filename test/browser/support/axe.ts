import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The 200 rows of the list of calls are alike, so axe checks only five: all of them would take a second per check. */
const WHAT = { exclude: [['.calls-table tbody tr:nth-child(n + 6)']] };

/** The accessibility violations that axe-core finds on the current page, or in a part of it, one line each. */
export async function accessibilityViolations(page: Page, what: axe.ElementContext = WHAT): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const found = await page.evaluate<axe.AxeResults>(
    `axe.run(${JSON.stringify(what)}, { resultTypes: ['violations'] })`,
  );
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}
