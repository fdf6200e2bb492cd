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
  // A front end's page is filled in by the test, so that the browser cannot know it to be of this machine, as one from a dev server is.
  '--disable-features=LocalNetworkAccessChecks',
];

/** For anything to show, on a machine that others use too: less than a test may take, so that a failure says what it waited for. */
const LONGEST_WAIT_MS = 10_000;

export interface Look {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** A file of a front end: what it says, and its media type. */
export type FrontEndFile = readonly [body: string, contentType: string];

/** As a front end under development is served; README.md says that the local server lets it in. */
const FRONT_END = 'http://localhost:5173';

/** A cloud with the demo team, and a browser whose pages are watched. */
export interface Browsing {
  readonly url: () => string;
  /** Opens a path of the server in a context of its own: nobody is signed in there. */
  readonly open: (path: string, look?: Look) => Promise<Page>;
  /** Opens a front end's own page, by its files, on an origin that the server lets in. It may ask any server of this machine. */
  readonly openFrontEnd: (files: Readonly<Record<string, FrontEndFile>>) => Promise<Page>;
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
  const newPage = async (
    { colorScheme = 'light', width = 1440, height = 900 }: Look,
    isOurs: Watched,
  ): Promise<Page> => {
    if (browser === undefined) throw new Error('The browser is not running.');
    const context = await browser.newContext({ colorScheme, viewport: { width, height }, reducedMotion: 'reduce' });
    contexts.push(context);
    context.setDefaultTimeout(LONGEST_WAIT_MS);
    const page = await context.newPage();
    watch(page, isOurs, complaints);
    return page;
  };
  return {
    url,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
    open: async (path, look = {}) => {
      const page = await newPage(look, (address) => address.origin === url() || isSignedHere(address));
      await page.goto(`${url()}${path}`);
      return page;
    },
    openFrontEnd: async (files) => {
      const page = await newPage({}, ({ hostname }) => ['localhost', '127.0.0.1'].includes(hostname));
      await page.route(`${FRONT_END}/**`, (route) => {
        const found = files[new URL(route.request().url()).pathname];
        return route.fulfill(found ? { body: found[0], contentType: found[1] } : { status: 404 });
      });
      await page.goto(FRONT_END);
      return page;
    },
  };
}

/** An address that the API led to: of the object storage of this machine. */
const isSignedHere = ({ hostname, searchParams }: URL): boolean =>
  hostname === '127.0.0.1' && searchParams.has('X-Amz-Signature');

/** Whether a page may ask an address. */
type Watched = (address: URL) => boolean;

function launch(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) {
    throw new Error(`There is no browser at ${CHROMIUM}: apt-get install -y chromium, or name one in CHROMIUM_PATH.`);
  }
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });
}

/** A refusal of the API is logged by the browser as an error too, and is none. */
const REFUSAL = /^Failed to load resource: the server responded with a status of [45]\d\d/;

function watch(page: Page, isOurs: Watched, complaints: string[]): void {
  page.on('request', (request) => {
    const address = request.url();
    if (!/^(data|blob):/.test(address) && !isOurs(new URL(address))) complaints.push(`asks ${address}`);
  });
  page.on('pageerror', (failure) => complaints.push(`throws ${failure.message}`));
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type()) && !REFUSAL.test(line.text()))
      complaints.push(`says ${line.text()}`);
  });
}
