import type { Page, Request, Route } from 'playwright-core';
import { until } from '../../support/until';

interface Held {
  /** Waits until a request is held. */
  readonly arrived: () => Promise<void>;
  /** Lets all of them go on, and those that come later too. Waits until their answers are there. */
  readonly release: () => Promise<void>;
}

/** Holds the requests of a kind from now on, as a slow network does. */
export async function hold(
  page: Page,
  path: RegExp,
  isHeld: (request: Request) => boolean = () => true,
): Promise<Held> {
  const held: Route[] = [];
  let isOpen = false;
  await page.route(path, (route) => {
    if (isOpen || !isHeld(route.request())) return route.fallback();
    held.push(route);
    return undefined;
  });
  const goOn = async (route: Route): Promise<void> => {
    await route.continue();
    await (await route.request().response())?.finished();
  };
  return {
    arrived: () => until(() => held.length > 0),
    release: async () => {
      isOpen = true;
      await Promise.all(held.splice(0).map(goOn));
    },
  };
}

/** Lets the server work on the requests of a method and path, and holds the answers. */
export async function holdAnswers(page: Page, method: string, path: RegExp): Promise<Held> {
  const held: (() => Promise<void>)[] = [];
  let isOpen = false;
  await page.route(path, async (route) => {
    if (isOpen || route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    held.push(() => route.fulfill({ response }));
  });
  return {
    arrived: () => until(() => held.length > 0),
    release: async () => {
      isOpen = true;
      await Promise.all(held.splice(0).map((answer) => answer()));
    },
  };
}

/** Waits until the page has taken an answer that changes nothing that can be waited for: some frames after the answer is there. */
export const afterAnswer = (page: Page): Promise<void> =>
  page.evaluate(`(async () => {
    for (let frame = 0; frame < 6; frame++)
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  })()`);
