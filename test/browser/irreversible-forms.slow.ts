import type { Page } from 'playwright-core';
import { poolAuthOf } from '../../shared/identity/caller';
import { browsing } from './support/browsing';
import { placeOf, WAITS_MS } from './support/clicks';
import { caughtIn, fillForm, openForm, type Shown, shownRequests, withFormHelpers } from './support/forms';
import { DRIVER, enterAs, OWNER } from './support/people';

const { open, url } = browsing();

/** Long timeout: every irreversible operation, with every gesture, before and after the question. */
jest.setTimeout(480_000);

/** Longer than a press at the same place is taken for a part of the press before. */
const LATER_MS = 3_000;

/** The page has a clock that the test moves, so that no gesture waits in real time. */
async function openAs(name: string): Promise<Page> {
  const page = await open('/');
  await page.clock.install();
  await withFormHelpers(page);
  await page.reload();
  await enterAs(page, name);
  return page;
}

const sendButton = (page: Page) => page.locator('form.operation-form button[name="send"]');
const verbButton = (page: Page) => page.locator('dialog.confirmation .button.bad');

type Gesture = readonly [name: string, make: (page: Page, press: 'send' | 'verb') => Promise<void>];
const element = (page: Page, press: 'send' | 'verb') => (press === 'send' ? sendButton(page) : verbButton(page));

const GESTURES: readonly Gesture[] = [
  ...WAITS_MS.map(
    (wait): Gesture => [
      `clicks ${wait} ms apart`,
      async (page, press) => {
        const place = await placeOf(element(page, press));
        await page.mouse.click(...place);
        await page.clock.fastForward(wait);
        await page.mouse.click(...place);
      },
    ],
  ),
  [
    'Enter twice',
    async (page, press) => {
      await element(page, press).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
    },
  ],
];

const isOfDrivers = ({ operation: { auth } }: Shown): boolean =>
  auth !== 'public' && poolAuthOf(auth)?.pool === 'drivers';

/** The values of the body for which the operation is irreversible. */
const irreversibleBody = ({ operation: { irreversible } }: Shown): object =>
  irreversible === true || irreversible === undefined
    ? {}
    : Object.fromEntries(Object.entries(irreversible).map(([field, values]) => [field, values?.[0]]));

async function settle(page: Page): Promise<void> {
  await page.clock.fastForward(LATER_MS);
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

async function tryAll(page: Page, one: Shown): Promise<void> {
  const { id } = one.operation;
  await openForm(page, id);
  await fillForm(page, { ...one.parameters, ...one.body, ...irreversibleBody(one) });
  for (const [gesture, make] of GESTURES) {
    const before = await caughtIn(page, one, 200);
    await make(page, 'send');
    expect({ id, gesture, asked: await caughtIn(page, one, 200) }).toEqual({ id, gesture, asked: [] });
    expect(before).toEqual([]);
    await settle(page);
    await sendButton(page).click();
    await page.locator('dialog.confirmation .button:focus').waitFor();
    await make(page, 'verb');
    const sent = await caughtIn(page, one, 200);
    expect({ id, gesture, sent: sent.map(({ method }) => method) }).toEqual({ id, gesture, sent: [one.method] });
    await settle(page);
  }
}

test.each([
  ['the office', OWNER.name, (one: Shown) => !isOfDrivers(one)],
  ['a driver', DRIVER, isOfDrivers],
])(
  'desk 5.1: each irreversible form of %s sends nothing on its button, and once on its question',
  async (_, name, isMine) => {
    const irreversible = (await shownRequests(url())).filter((one) => one.operation.irreversible && isMine(one));
    expect(irreversible.length).toBeGreaterThan(0);
    const page = await openAs(name);
    for (const one of irreversible) await tryAll(page, one);
  },
);
