import type { Page, Request } from 'playwright-core';
import { OPERATIONS } from '../../../functions/catalog';
import type { Operation } from '../../../shared/operation/define';

/** The operations that declare themselves irreversible, with method and path, by which a request is recognized. */
const IRREVERSIBLE = Object.values(OPERATIONS).flatMap(({ id, route, irreversible }) => {
  const [method, path = ''] = route.split(' ');
  return irreversible ? [{ id, method, path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), irreversible }] : [];
});

/** Whether a request with this body is irreversible. */
function appliesTo(rule: NonNullable<Operation['irreversible']>, body: string | null): boolean {
  if (rule === true) return true;
  const given: Readonly<Record<string, unknown>> = JSON.parse(body ?? '{}');
  return Object.entries(rule).some(([field, values]) => values?.includes(given[field]));
}

/** The operation of an irreversible request; undefined for any other request. */
function irreversibleOperation(request: Request): string | undefined {
  const { pathname } = new URL(request.url());
  const found = IRREVERSIBLE.find(({ method, path }) => method === request.method() && path.test(pathname));
  return found && appliesTo(found.irreversible, request.postData()) ? found.id : undefined;
}

/** Collects the irreversible operations that the page asks for. */
export function irreversibleRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const operation = irreversibleOperation(request);
    if (operation) sent.push(operation);
  });
  return sent;
}

/** Answers each irreversible request late and with a refusal, so that one record serves several attempts. */
export const refuseIrreversible = (page: Page): Promise<unknown> =>
  page.route('**/*', async (route) => {
    if (!irreversibleOperation(route.request())) return route.continue();
    await new Promise((resolve) => setTimeout(resolve, 100));
    return route.fulfill({ status: 503, json: { error: 'BUSY', message: 'The test refuses.' } });
  });
