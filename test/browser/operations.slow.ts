import type { Page, Response } from 'playwright-core';
import * as v from 'valibot';
import { DEMO } from '../../local/seed/demo';
import { poolAuthOf } from '../../shared/identity/caller';
import { listAt, textAt } from '../journeys/http';
import { browsing } from './support/browsing';
import { LEAVES_MS, placeOf } from './support/clicks';
import { fillForm, openForm, type Shown, sendForm, shownRequests, withFormHelpers } from './support/forms';
import { OF_TEAM, officeAt } from './support/office';
import { DRIVER, enterAs, OWNER, openAt } from './support/people';

const { open, url } = browsing();

/** The identifier and the name of a client of the demo. */
function clientAt(index: number): { readonly id: string; readonly name: string } {
  const found = DEMO.clients[index];
  if (found === undefined) throw new Error('The demo has fewer clients.');
  return { id: found.id, name: found.fields.name };
}
const [FIRST, SECOND] = [clientAt(0), clientAt(1)];

/** Long timeout: the first test opens the form of every operation. */
jest.setTimeout(480_000);

async function openAs(name: string, prepare = async (_: Page): Promise<unknown> => undefined): Promise<Page> {
  const page = await open('/');
  await withFormHelpers(page);
  await prepare(page);
  await page.reload();
  await enterAs(page, name);
  return page;
}

const isOfDrivers = ({ operation: { auth } }: Shown): boolean =>
  auth !== 'public' && poolAuthOf(auth)?.pool === 'drivers';

const isSigned = ({ operation: { auth } }: Shown): boolean => auth !== 'public' && poolAuthOf(auth) === undefined;

/** What the document shows no value for: the proof of a service, and its notice. */
const beyondShown = (one: Shown): object => (isSigned(one) ? { 'Facturapi-Signature': 'ab12', id: 'notice-1' } : {});

/** A body as the schema of the operation reads it: equal for two bodies that mean the same. Throws for a body that it refuses. */
const read = ({ operation: { input } }: Shown, body: unknown): unknown =>
  input?.body === undefined ? undefined : v.parse(input.body, body);

/** A query as the schema of the operation reads it. */
function readQuery({ operation: { input }, parameters }: Shown, address: string): unknown {
  const { searchParams } = new URL(address, url());
  for (const [name, value] of searchParams)
    if (name in parameters) expect([name, value]).toEqual([name, String(parameters[name])]);
  return input?.query === undefined ? undefined : v.parse(input.query, Object.fromEntries(searchParams));
}

test('desk 5.2: each operation opens as a form, and the form sends what the document shows', async () => {
  const shown = await shownRequests(url());
  for (const [name, mine] of [
    [OWNER.name, shown.filter((one) => !isOfDrivers(one))],
    [DRIVER, shown.filter(isOfDrivers)],
  ] as const) {
    expect(mine.length).toBeGreaterThan(9);
    const page = await openAs(name);
    for (const one of mine) {
      const { id } = one.operation;
      await openForm(page, id);
      const missing = await fillForm(page, { ...one.parameters, ...one.body, ...beyondShown(one) });
      const caught = await sendForm(page, one);
      expect({ id, missing, requests: caught.length }).toEqual({ id, missing: [], requests: 1 });
      const sent = read(one, caught[0]?.body);
      const asShown = one.body ? read(one, one.body) : sent;
      // An edit sends only what differs from the stored record.
      if (['PUT', 'PATCH'].includes(one.method)) expect({ id, asShown }).toMatchObject({ id, asShown: sent ?? {} });
      else expect({ id, sent }).toEqual({ id, sent: asShown });
      readQuery(one, caught[0]?.address ?? '');
    }
  }
});

/** An operation that the service does not have, with a field of each kind. */
const MADE_UP = {
  operationId: 'weighBox',
  summary: 'Weigh a box',
  description: 'Weighs a box on the scale.',
  tags: ['boxes'],
  security: [{ staff: [] }],
  'x-role': 'MEMBER',
  parameters: [
    { name: 'teamId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'boxId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'isDry', in: 'query', required: false, schema: { type: 'boolean' } },
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            kilograms: { type: 'number', description: 'What the scale shows.' },
            scale: { enum: ['NORTH', 'SOUTH'], type: 'string', default: 'SOUTH' },
            at: { type: 'string', format: 'date-time' },
            day: { type: 'string', format: 'date' },
            remarks: { type: ['string', 'null'], maxLength: 2000 },
            clerk: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
            axles: { type: 'array', items: { type: 'number' }, maxItems: 2 },
            odd: { oneOf: [{ type: 'string' }, { type: 'number' }] },
          },
          required: ['kilograms'],
        },
      },
    },
  },
  responses: { 200: { description: 'Done.', content: { 'application/json': { schema: { type: 'object' } } } } },
};

const withMadeUp = (page: Page): Promise<unknown> =>
  page.route('**/openapi.json', async (route) => {
    const document = Object(await (await route.fetch()).json());
    document.paths['/teams/{teamId}/boxes/{boxId}/weight'] = { post: MADE_UP };
    await route.fulfill({ json: document });
  });

test('desk 5.2: an operation that is new in the document has a form without any code for it', async () => {
  const page = await openAs(OWNER.name, withMadeUp);
  await page.getByRole('navigation').getByRole('link', { name: 'Todas las operaciones' }).click();
  await page.getByLabel('Buscar', { exact: true }).fill('weigh');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /Weigh a box/ }).click();
  const sent: unknown[] = [];
  let answer = {
    status: 400,
    json: {
      error: 'VALIDATION_FAILED',
      message: 'Too heavy.',
      field: 'axles[1]',
      errors: [
        { field: 'axles[1]', message: 'Too heavy.' },
        { field: 'ghost', message: 'No such thing.' },
      ],
    } as object,
  };
  await page.route('**/weight*', (route) => {
    sent.push([new URL(route.request().url()).search, route.request().postDataJSON()]);
    return route.fulfill(answer);
  });
  // The box comes from the list that the document has; a missing value is told at its field without a request.
  await page.getByLabel(/^Caja/).selectOption({ label: 'CR-201 · Rentada' });
  await page.getByLabel('Is dry').selectOption('false');
  await page.getByLabel(/^Scale/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Weigh' }).click();
  await page.getByText('Falta este dato.').waitFor();
  expect(await focused(page)).toBe('kilograms');
  await page.keyboard.type('12,5');
  await page.keyboard.press('Enter');
  await page.getByText('Escriba un número').waitFor();
  expect(sent).toEqual([]);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('12.5');
  await page.getByLabel(/^Momento/).fill('2026-03-04T06:00');
  await page.getByLabel(/^Odd/).fill('7');
  await page.getByRole('button', { name: '+ Clerk' }).click();
  await page.keyboard.type('Rosa');
  for (const weight of ['5', '7.5']) {
    await page.getByRole('button', { name: '+ Axles' }).click();
    await page.keyboard.type(weight);
  }
  expect(await page.getByRole('button', { name: '+ Axles' }).isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('Too heavy.').first().waitFor();
  expect(await focused(page)).toBe('axles[1]');
  await page.getByRole('alert').getByText('No such thing.').waitFor();
  answer = { status: 409, json: { error: 'IN_USE', message: 'The scale is in use.' } };
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('El estado actual no lo permite.').waitFor();
  await page.getByRole('alert').getByText('The scale is in use.').waitFor();
  answer = { status: 200, json: { net: 9, ticket: 'https://tickets.example/1' } };
  await page.getByRole('button', { name: 'Weigh' }).click();
  await page.getByRole('status').getByText('Listo.').waitFor();
  await page.getByRole('region', { name: 'Respuesta en JSON' }).getByText('"net": 9').waitFor();
  expect(await focused(page)).toBe('Respuesta');
  const body = {
    kilograms: 12.5,
    scale: 'SOUTH',
    at: '2026-03-04T12:00:00.000Z',
    odd: 7,
    clerk: { name: 'Rosa' },
    axles: [5, 7.5],
  };
  expect(sent).toEqual(Array(3).fill(['?isDry=false', body]));
});

/** Waits until an expression is true. The page's policy forbids Playwright's own way, which evaluates text in the page. */
async function until(page: Page, expression: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await page.evaluate(expression)) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`It does not come true: ${expression}`);
}

const nameIs = (name: string): string =>
  `document.querySelector('[name=name]').value === ${JSON.stringify(name)} && !document.querySelector('[name=send]').ariaDisabled`;

/** Opens a form, chooses the first client of the demo, and waits until an expression is true. Then types the second client's identifier. */
async function changeOfMind(page: Page, form: string, isFilled: string): Promise<void> {
  await openForm(page, form);
  const client = page.locator('[name="id"]');
  await client.selectOption(FIRST.id);
  await until(page, isFilled);
  await client.selectOption(' type');
  await client.fill(SECOND.id);
}

test('desk 5.1: the question and the values are those of the record that is sent, not of one chosen before', async () => {
  const page = await openAs(OWNER.name);
  await changeOfMind(page, 'deleteClient', 'true');
  await page.getByRole('button', { name: 'Borrar' }).click();
  const question = page.getByRole('dialog');
  await question.getByText(SECOND.name).waitFor();
  expect(await question.textContent()).not.toContain(FIRST.name);
  await page.keyboard.press('Escape');
  await page.route(`**/clients/${SECOND.id}?*`, (route) => route.fulfill({ status: 404, json: { message: 'Gone.' } }));
  await changeOfMind(page, 'updateClient', nameIs(FIRST.name));
  await until(page, nameIs(''));
});

test('desk 5.1: the question before a webhook is deleted names it, and not the company', async () => {
  const office = await officeAt(url());
  const address = 'https://example.com/hook';
  const hook = { url: address, types: ['trip.created'] };
  const id = textAt(await office(`POST ${OF_TEAM}/webhook-endpoints`, hook), 'id');
  const page = await openAs(OWNER.name);
  await openAt(page, `webhooks/${id}`);
  await page.getByRole('button', { name: 'Borrar' }).click();
  const question = await page.getByRole('dialog').innerText();
  expect(question).toContain(address);
  expect(question).toContain('No se puede deshacer.');
  expect(question).not.toContain('toda la empresa');
});

test('desk 5.1: the question before a status that can be taken back does not call it final', async () => {
  const page = await openAs(OWNER.name);
  const question = page.getByRole('dialog');
  for (const [id, values] of [
    ['updateVehicleStatus', { vehicleId: DEMO.vehicles[0]?.id, status: 'BAJA' }],
    ['updateDriver', { driverId: DEMO.drivers[1]?.id, status: 'BAJA' }],
    ['changeDriverAccess', { driverId: DEMO.drivers[1]?.id, action: 'DISABLE' }],
  ] as const) {
    await openForm(page, id);
    await fillForm(page, values);
    await page.locator('form.operation-form button[name=send]:not([aria-disabled])').press('Enter');
    await question.getByText(/^¿/).waitFor();
    expect(await question.innerText()).not.toContain('No se puede deshacer');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
  }
});

test('desk 5.1: a double click on the form of a creation makes one record, and a later press another one', async () => {
  const page = await openAs(OWNER.name, (opened) => opened.clock.install());
  await openForm(page, 'createClient');
  await fillForm(page, { name: 'Doble clic' });
  const place = await placeOf(page.locator('form.operation-form button[name=send]'));
  const office = await officeAt(url());
  const made = async () => listAt(await office(`GET /clients?teamId=${DEMO.team.id}&q=doble`), 'clients').length;
  for (const wait of [300, 2_000]) {
    await page.mouse.click(...place);
    await page.locator('.answer').waitFor();
    await page.clock.fastForward(wait);
  }
  await page.waitForTimeout(LEAVES_MS);
  expect(await made()).toBe(1);
  await page.clock.fastForward(3_000);
  const isCreation = (response: Response) =>
    response.request().method() === 'POST' && response.url().endsWith('/clients');
  await Promise.all([page.waitForResponse(isCreation), page.mouse.click(...place)]);
  expect(await made()).toBe(2);
});

/** The name or the text of the element that has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.name || document.activeElement.textContent.trim()');
