import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type Cloud, startCloud } from '../../../local/cloud';

/** Debian's own, or the one that the variable names. */
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** No request of the browser's own, and no graphics card. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** For anything to show, on a machine that others use too: less than a test may take, so that a failure says what it waited for. */
const LONGEST_WAIT_MS = 10_000;

export interface Look {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** A cloud with the demo team, and a browser whose pages are watched. */
export interface Browsing {
  readonly url: () => string;
  /** Opens a path of the server in a context of its own: nobody is signed in there. */
  readonly open: (path: string, look?: Look) => Promise<Page>;
  /** Moves the cloud's clock: the functions' and the stand-ins', not the browser's. */
  readonly advance: (milliseconds: number) => void;
}

/**
 * Starts both before the first test of a file and ends them after its last. After each test its pages are closed, and it fails if one of them
 * asked anything of another origin, broke its own security policy or threw.
 */
export function browsing(): Browsing {
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  let ahead = 0;
  let cloud: Cloud | undefined;
  let browser: Browser | undefined;
  let starting: Promise<unknown> = Promise.resolve();

  const start = async (): Promise<void> => {
    const runtime = { now: () => new Date(Date.now() + ahead) };
    [cloud, browser] = await Promise.all([startCloud({ seed: true, runtime }), launch()]);
  };
  beforeAll(() => {
    starting = start();
    return starting;
  }, 90_000);

  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(complaints.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    // A start that took too long may still be under way.
    await starting.catch(() => undefined);
    await browser?.close();
    await cloud?.stop();
  });

  const url = (): string => {
    if (cloud === undefined) throw new Error('The cloud is not running.');
    return cloud.url;
  };
  return {
    url,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
    open: async (path, { colorScheme = 'light', width = 1440, height = 900 } = {}) => {
      if (browser === undefined) throw new Error('The browser is not running.');
      const context = await browser.newContext({ colorScheme, viewport: { width, height }, reducedMotion: 'reduce' });
      contexts.push(context);
      context.setDefaultTimeout(LONGEST_WAIT_MS);
      const page = await context.newPage();
      watch(page, url(), complaints);
      await page.goto(`${url()}${path}`);
      return page;
    },
  };
}

function launch(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) {
    throw new Error(`There is no browser at ${CHROMIUM}: apt-get install -y chromium, or name one in CHROMIUM_PATH.`);
  }
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });
}

/** A refusal of the API is logged by the browser as an error too, and is none. */
const REFUSAL = /^Failed to load resource: the server responded with a status of [45]\d\d/;

function watch(page: Page, origin: string, complaints: string[]): void {
  page.on('request', (request) => {
    const address = request.url();
    if (!/^(data|blob):/.test(address) && new URL(address).origin !== origin) complaints.push(`asks ${address}`);
  });
  page.on('pageerror', (failure) => complaints.push(`throws ${failure.message}`));
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type()) && !REFUSAL.test(line.text()))
      complaints.push(`says ${line.text()}`);
  });
}
