import type { Page, Request, Route } from 'playwright-core';
import { until } from '../../support/until';

interface Held {
  /** Waits until a request is held. */
  readonly arrived: () => Promise<void>;
  /** Lets all of them go on, and those that come later too. */
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
  return {
    arrived: () => until(() => held.length > 0),
    release: async () => {
      isOpen = true;
      await Promise.all(held.splice(0).map((route) => route.continue()));
    },
  };
}

/** Waits until the page has surely taken an answer that changes nothing that can be waited for. */
export const afterAnswer = (page: Page): Promise<void> => page.waitForTimeout(500);
