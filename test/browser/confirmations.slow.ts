import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { OPERATIONS } from '../../functions/catalog';
import { accessibilityViolations } from './support/axe';
import { browsing } from './support/browsing';
import { type Arrive, button, clickTwice, LEAVES_MS, openInvoice, openTrip, WAITS_MS } from './support/clicks';
import { irreversibleRequests, refuseIrreversible } from './support/irreversible';
import { enterAs, goTo, OWNER, settled } from './support/people';

const { open } = browsing();

async function enterTwice(page: Page, element: Locator): Promise<void> {
  await element.focus();
  await page.keyboard.press('Enter');
  await page.clock.fastForward(300);
  await page.keyboard.press('Enter');
  await page.waitForTimeout(LEAVES_MS);
}

type Gesture = readonly [name: string, make: (page: Page, element: Locator) => Promise<void>];
const GESTURES: readonly Gesture[] = [
  ...WAITS_MS.map((wait): Gesture => [`clicks ${wait} ms apart`, (page, element) => clickTwice(page, element, wait)]),
  ['Enter twice', enterTwice],
];

const BUTTONS: readonly (readonly [name: string, verb: string, operation: string, arrive: Arrive])[] = [
  ['Timbrar', 'Sí, timbrar', 'stampInvoice', (page) => openInvoice(page, 'Borrador')],
  ['Completar desde la oficina', 'Sí, completar', 'updateTripStatus', (page) => openTrip(page, 'En proceso')],
  ['Cancelar', 'Sí, cancelar el viaje', 'updateTripStatus', (page) => openTrip(page, 'Por iniciar')],
  ['Cerrar la reservación de CR-201', 'Cerrar la renta', 'closeReservation', (page) => goTo(page, 'Cajas')],
  ['Cancelar la reservación de CR-201', 'Cancelar la renta', 'cancelReservation', (page) => goTo(page, 'Cajas')],
];

/** The calls that the code of the console spells out, as method and pattern of the path. A value in a path matches anything. */
function spelledCalls(): readonly (readonly [method: string, path: RegExp])[] {
  const folder = join(__dirname, '..', '..', 'local', 'console', 'web');
  const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return sources.flatMap((source) =>
    [...source.matchAll(/[`'](POST|PUT|PATCH|DELETE) ([^`'?]+)/g)].map(
      ([, method = '', path = '']) => [method, new RegExp(`^${path.replace(/\$\{[^}]*\}/g, '.+')}$`)] as const,
    ),
  );
}

test('desk 5.1: the buttons here are those of all irreversible calls that the console spells out; forms make the others', () => {
  const calls = spelledCalls();
  expect(calls.length).toBeGreaterThan(15);
  const irreversible = Object.values(OPERATIONS).filter((one) => one.irreversible);
  const spelled = irreversible.filter(({ route }) => {
    const [of, path = ''] = route.split(' ');
    return calls.some(([method, pattern]) => method === of && pattern.test(path));
  });
  const tried = new Set(BUTTONS.map(([, , operation]) => operation));
  expect(spelled.map(({ id }) => id).toSorted()).toEqual([...tried].toSorted());
});

describe.each(BUTTONS)('%s', (name, verb, operation, arrive) => {
  test('the button alone sends nothing; its confirmation sends one request; neither repeats', async () => {
    const page = await open('/');
    await page.clock.install();
    await page.reload();
    await enterAs(page, OWNER.name);
    await arrive(page);
    await button(page, name).waitFor();
    await refuseIrreversible(page);
    const sent = irreversibleRequests(page);
    for (const [gesture, make] of GESTURES) {
      await page.reload();
      await button(page, name).waitFor();
      await settled(page);
      await make(page, button(page, name));
      expect({ gesture, sent }).toEqual({ gesture, sent: [] });

      await page.reload();
      await button(page, name).click();
      await make(page, button(page, verb));
      expect({ gesture, sent: sent.splice(0) }).toEqual({ gesture, sent: [operation] });
    }
    await page.reload();
    await button(page, name).click();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
