import type { Page, Request, Route } from 'playwright-core';
import { until } from '../../support/until';

interface Held {
  /** Waits until a request is held. */
  readonly arrived: () => Promise<void>;
  /** Lets all of them go on, and those that come later too. Waits until their answers are there. */
  readonly release: () => Promise<void>;
}

/** Holds routes from now on. `take` receives each one, and returns what lets it go on. */
async function holdRoutes(
  page: Page,
  path: RegExp,
  isHeld: (request: Request) => boolean,
  take: (route: Route) => Promise<() => Promise<unknown>>,
): Promise<Held> {
  const held: (() => Promise<unknown>)[] = [];
  let isOpen = false;
  await page.route(path, async (route) => {
    if (isOpen || !isHeld(route.request())) return route.fallback();
    held.push(await take(route));
  });
  return {
    arrived: () => until(() => held.length > 0),
    release: async () => {
      isOpen = true;
      await Promise.all(held.splice(0).map((goOn) => goOn()));
    },
  };
}

/** Holds the requests of a kind from now on, as a slow network does. */
export const hold = (page: Page, path: RegExp, isHeld: (request: Request) => boolean = () => true): Promise<Held> =>
  holdRoutes(page, path, isHeld, async (route) => async () => {
    await route.continue();
    await (await route.request().response())?.finished();
  });

/** Lets the server work on the requests of a method and path, and holds the answers. */
export const holdAnswers = (page: Page, method: string, path: RegExp): Promise<Held> =>
  holdRoutes(
    page,
    path,
    (request) => request.method() === method,
    async (route) => {
      const response = await route.fetch();
      return () => route.fulfill({ response });
    },
  );

/** Waits until the page has taken an answer that changes nothing that can be waited for: some frames after the answer is there. */
export const afterAnswer = (page: Page): Promise<void> =>
  page.evaluate(`(async () => {
    for (let frame = 0; frame < 6; frame++)
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  })()`);
