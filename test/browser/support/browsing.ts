import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type Cloud, startCloud } from '../../../local/cloud';

/** Debian's Chromium, unless the variable names another one. */
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** The browser makes no requests of its own and uses no graphics card. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The test supplies the front end's page, so the browser cannot know that it comes from this machine, as a page of a dev server does.
  '--disable-features=LocalNetworkAccessChecks',
];

/**
 * The longest wait for an element. It is long because CI machines are shared, and shorter than a test's limit, so that a failure names the
 * missing element.
 */
export const LONGEST_WAIT_MS = 60_000;

export interface Look {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** The first language of the browser. */
  readonly locale?: string;
}

interface BrowsingOptions {
  /** Starts another server than the cloud of this process with the demo team. */
  readonly start?: () => Promise<Pick<Cloud, 'url' | 'stop'>>;
  /** The server goes away during the tests, so the browser may say that it has no connection. */
  readonly isAwayAtTimes?: boolean;
}

/** A file of a front end: its content and media type. */
export type FrontEndFile = readonly [body: string, contentType: string];

/** The address of a front end under development, which the local server allows according to README.md. */
const FRONT_END = 'http://localhost:5173';

/** A cloud with the demo team, and a browser whose pages are checked after each test. */
interface Browsing {
  readonly url: () => string;
  /** Opens a path of the server in a new browser context, without a session. */
  readonly open: (path: string, look?: Look) => Promise<Page>;
  /** Opens a page of the front end from these files, on an allowed origin. It may call any server of this machine. */
  readonly openFrontEnd: (files: Readonly<Record<string, FrontEndFile>>) => Promise<Page>;
  /** Moves the clock of the functions and the stand-ins. The browser keeps its own clock. */
  readonly advance: (milliseconds: number) => void;
}

/**
 * Starts cloud and browser before the first test of a file, and stops them after the last. After each test it closes the pages, and the
 * test fails if a page called another origin, violated its own security policy or threw.
 */
export function browsing(options: BrowsingOptions = {}): Browsing {
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  let ahead = 0;
  let cloud: Cloud | undefined;
  let browser: Browser | undefined;
  let starting: Promise<unknown> = Promise.resolve();

  const start = async (): Promise<void> => {
    const runtime = { now: () => new Date(Date.now() + ahead) };
    const { start: startServer = () => startCloud({ seed: true, runtime }) } = options;
    [cloud, browser] = await Promise.all([startServer(), launch()]);
  };
  beforeAll(() => {
    starting = start();
    return starting;
  });

  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(complaints.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    // A start that took too long may still be running.
    await starting.catch(() => undefined);
    await browser?.close();
    await cloud?.stop();
  });

  const url = (): string => {
    if (cloud === undefined) throw new Error('The cloud is not running.');
    return cloud.url;
  };
  const newPage = async (
    { colorScheme = 'light', width = 1440, height = 900, locale = 'es-MX' }: Look,
    isOurs: Watched,
  ): Promise<Page> => {
    if (browser === undefined) throw new Error('The browser is not running.');
    const viewport = { width, height };
    const context = await browser.newContext({ colorScheme, viewport, locale, reducedMotion: 'reduce' });
    contexts.push(context);
    context.setDefaultTimeout(LONGEST_WAIT_MS);
    const page = await context.newPage();
    watch(page, isOurs, (line) => {
      if (!(options.isAwayAtTimes && NO_CONNECTION.test(line))) complaints.push(line);
    });
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
      await page.context().route(`${FRONT_END}/**`, (route) => {
        const found = files[new URL(route.request().url()).pathname];
        return route.fulfill(found ? { body: found[0], contentType: found[1] } : { status: 404 });
      });
      await page.goto(FRONT_END);
      return page;
    },
  };
}

/** True for an address of this machine's object storage that the API signed. */
const isSignedHere = ({ hostname, searchParams }: URL): boolean =>
  hostname === '127.0.0.1' && searchParams.has('X-Amz-Signature');

/** Decides whether a page may call an address. */
type Watched = (address: URL) => boolean;

function launch(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) {
    throw new Error(`There is no browser at ${CHROMIUM}: apt-get install -y chromium, or set CHROMIUM_PATH to one.`);
  }
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });
}

/** The browser logs every error status of the API as an error. Such a line is expected. */
const REFUSAL = /^Failed to load resource: the server responded with a status of [45]\d\d/;

/** What the browser logs of a request to a server that is away. */
const NO_CONNECTION = /^says Failed to load resource: net::ERR_/;

function watch(page: Page, isOurs: Watched, complain: (line: string) => void): void {
  page.on('request', (request) => {
    const address = request.url();
    if (!/^(data|blob):/.test(address) && !isOurs(new URL(address))) complain(`asks ${address}`);
  });
  page.on('pageerror', (failure) => complain(`throws ${failure.message}`));
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type()) && !REFUSAL.test(line.text())) complain(`says ${line.text()}`);
  });
}
