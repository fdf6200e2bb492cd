import type { Locator, Page, Route } from 'playwright-core';
import { createFleet, type Fleet } from '../../client/src/index';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { accessibilityViolations } from './support/axe';
import { browsing } from './support/browsing';
import { button } from './support/clicks';
import { enterAs, OWNER, openAt } from './support/people';

const { open, url } = browsing();
const teamId = DEMO.team.id;
const clientId = DEMO.clients[0]?.id ?? '';
const FREIGHT = {
  description: 'Flete por tonelada',
  productKey: '78101802',
  price: 850.333333,
  quantityDecimal: 31.45,
};

interface Desk {
  readonly office: Fleet;
  readonly page: Page;
  readonly invoiceId: string;
}

/** An office with a draft invoice, and its console. */
async function openDesk(item: object = FREIGHT): Promise<Desk> {
  const office = createFleet({ baseUrl: url() });
  await office.auth.login({ body: { email: OWNER.email, password: DEMO_PASSWORD } });
  const items = [{ ...FREIGHT, ...item }];
  const { id: invoiceId } = await office.invoices.create({ body: { teamId, clientId, items } });
  const page = await open('/');
  await enterAs(page, OWNER.name);
  return { office, page, invoiceId };
}

/** Opens the first document of a list of one type. */
async function openFirst(page: Page, type: string, row: RegExp): Promise<void> {
  await openAt(page, 'facturas');
  await button(page, type).click();
  await page.getByRole('row', { name: row }).first().getByRole('link').click();
}

test('tax 2.2: the page of an invoice shows the quantity and the price that the SAT gets, and an edit sends them alone', async () => {
  const { office, page, invoiceId } = await openDesk();
  await openAt(page, `facturas/${invoiceId}`);
  await page.getByText('Subtotal').waitFor();
  expect(await page.locator('main tbody td').allInnerTexts()).toEqual(['31.45', '$850.333333']);
  await button(page, 'Editar').click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('button[name="send"]:not([aria-disabled])').waitFor();
  await dialog.getByLabel(/^Cantidad con decimales/).fill('40.5');
  await dialog.locator('button[name="send"]').click();
  await dialog.waitFor({ state: 'detached' });
  const { items } = await office.invoices.get({ teamId, id: invoiceId });
  expect(items).toMatchObject([{ quantityDecimal: 40.5, quantity: 40 }]);
});

test('desk 5.1: receipts of payment and credit notes have lists, and pages and questions that name them', async () => {
  const { office, page, invoiceId } = await openDesk();
  await office.invoices.stamp({ id: invoiceId, body: { teamId } });
  const payment = { clientId, amount: 5000, method: 'TRANSFERENCIA' } as const;
  const collection = await office.collections.create({ teamId, body: payment });
  await office.receipts.create({ teamId, body: { clientId, collectionIds: [collection.id] } });
  await openFirst(page, 'Complementos de pago', /Complemento de pago.*\$5,000\.00/);
  await page.getByText('Saldo insoluto').first().waitFor();
  await button(page, 'Timbrar').click();
  const question = page.getByRole('dialog');
  expect(await question.innerText()).toMatch(/¿Timbrar el complemento de pago\?[\s\S]*\$5,000\.00\. El SAT lo recibe/);
  await button(page, 'Sí, timbrar').click();
  await page.getByText('Complemento de pago timbrado.').waitFor();

  const note = { teamId, relation: '01', paymentForm: '03', share: 0.1 } as const;
  await office.invoices.createCreditNote({ id: invoiceId, body: note });
  await openFirst(page, 'Notas de crédito', /Nota de crédito/);
  await button(page, 'Timbrar').click();
  expect(await question.innerText()).toContain('¿Timbrar la nota de crédito?');
});

test('desk 5.4: the PDF of an invoice opens in a window of the click, which ends without a document when the call fails', async () => {
  const { office, page, invoiceId } = await openDesk();
  await office.invoices.stamp({ id: invoiceId, body: { teamId } });
  await openAt(page, `facturas/${invoiceId}`);
  const held: Route[] = [];
  await page.route('**/pdf?*', (route) => void held.push(route));
  const press = async () => {
    const [opened] = await Promise.all([page.context().waitForEvent('page'), button(page, 'Abrir PDF').click()]);
    await opened.getByText('Un momento…').waitFor();
    expect(await opened.evaluate('window.opener')).toBeNull();
    while (held.length === 0) await page.waitForTimeout(50);
    return { opened, route: held.pop() };
  };
  const failing = await press();
  await Promise.all([failing.opened.waitForEvent('close'), failing.route?.fulfill({ status: 502, json: {} })]);
  await page.getByText('El proveedor no respondió bien.').waitFor();
  const { opened, route } = await press();
  const leads = opened.waitForURL(`**/invoices/${invoiceId}/pdf?*`);
  // The answer of the service redirects to the storage, which a held request cannot follow.
  await route?.fulfill({ status: 200, body: '' });
  await leads;
});

test('desk 5.2: a cancellation chooses from documents of every type, the substitute too', async () => {
  const { office, page, invoiceId } = await openDesk();
  await office.invoices.stamp({ id: invoiceId, body: { teamId } });
  const note = { teamId, relation: '01', paymentForm: '03', share: 0.1 } as const;
  const { id: noteId } = await office.invoices.createCreditNote({ id: invoiceId, body: note });
  await office.invoices.stamp({ id: noteId, body: { teamId } });
  const choices = async (operation: string, field: string) => {
    await openAt(page, `operaciones/${operation}`);
    const select = page.locator(`form[data-operation=${operation}] select[name$="${field}"]`).first();
    await select.locator(`option[value="${invoiceId}"]`).waitFor({ state: 'attached' });
    return select.locator(`option[value="${noteId}"]`).allInnerTexts();
  };
  for (const field of ['id', 'substitution'])
    expect(await choices('cancelInvoice', field)).toEqual([expect.stringMatching(/^Nota de crédito · /)]);
});

test('desk 5.2: money and a substitute are given to stamped documents of the client, with what is open of each', async () => {
  const { office, page, invoiceId: draftId } = await openDesk({ description: 'Flete a Tepic' });
  const make = async (of: string) => {
    const { id } = await office.invoices.create({ body: { teamId, clientId: of, items: [FREIGHT] } });
    return office.invoices.stamp({ id, body: { teamId } });
  };
  const own = await make(clientId);
  const second = await make(clientId);
  const foreign = await make(DEMO.clients[1]?.id ?? '');
  const allocations = [{ invoiceId: own.id, amount: 1000 }];
  await office.collections.create({ teamId, body: { clientId, amount: 1000, method: 'TRANSFERENCIA', allocations } });
  /** The text of a choice, when it is there and those of a draft and of another client are not. */
  const offered = async (select: Locator, id: string) => {
    const option = (value: string) => select.locator(`option[value="${value}"]`);
    await option(id).waitFor({ state: 'attached' });
    for (const other of [draftId, foreign.id]) await option(other).waitFor({ state: 'detached' });
    return option(id).innerText();
  };
  await openAt(page, 'operaciones/createCollection');
  await page.locator('select[name="clientId"]').selectOption(clientId);
  await button(page, '+ Aplicaciones').click();
  const paid = page.locator('select[name$="invoiceId"]');
  const left = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  await paid.getByText(`saldo $${left.format(own.total - 1000)}`).waitFor({ state: 'attached' });
  expect(await offered(paid, own.id)).toContain(' · saldo $');
  await openAt(page, `facturas/${own.id}`);
  await button(page, 'Cancelar ante el SAT').click();
  await page.locator('dialog.sheet select[name="motive"]').selectOption('01');
  await offered(page.locator('dialog.sheet select[name="substitution"]'), second.id);
});

test('the rows of a payment read the documents and their balances once, and again when money came in', async () => {
  const { office, page, invoiceId } = await openDesk({ description: 'Flete a Tecate' });
  await office.invoices.stamp({ id: invoiceId, body: { teamId } });
  // The first list of calls of the page has the stamp. A later one would make the page read its data again.
  await page.reload();
  await openAt(page, 'operaciones/createCollection');
  await page.locator('select[name="clientId"]').selectOption(clientId);
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && /receivables|invoices/.test(pathname))
      reads.push(pathname.split('/').at(-1) ?? '');
  });
  const balances = page.locator(`option[value="${invoiceId}"]`, { hasText: 'saldo $' });
  const rows = 4;
  for (let row = 1; row <= rows; row += 1) {
    await button(page, '+ Aplicaciones').click();
    await balances.nth(row - 1).waitFor({ state: 'attached' });
  }
  expect(reads.toSorted()).toEqual(['invoices', 'receivables']);
  const before = await balances.first().innerText();
  const allocations = [{ invoiceId, amount: 10 }];
  await office.collections.create({ teamId, body: { clientId, amount: 10, method: 'TRANSFERENCIA', allocations } });
  for (let row = 0; row < rows; row += 1)
    await balances.nth(row).filter({ hasNotText: before }).waitFor({ state: 'attached' });
  expect(reads.toSorted()).toEqual(['invoices', 'invoices', 'receivables', 'receivables']);
});

test('desk 5.2: drafts of one client, item and amount are told apart where one of them is chosen', async () => {
  const { office, page, invoiceId } = await openDesk({ description: 'Flete a Sayula' });
  const items = [{ ...FREIGHT, description: 'Flete a Sayula' }];
  const other = await office.invoices.create({ body: { teamId, clientId, items } });
  await openAt(page, 'operaciones/editInvoice');
  const textOf = (id: string) => page.locator(`select[name="id"] option[value="${id}"]`).innerText();
  const [one, another] = [await textOf(invoiceId), await textOf(other.id)];
  expect(one).toMatch(new RegExp(`Flete a Sayula · .+ · \\d\\d? \\w+, \\d\\d:\\d\\d · …${invoiceId.slice(-6)}$`));
  expect(another).not.toBe(one);
});

test('desk 5.1: two drafts of one client with one amount have different questions, and a cancellation says its motive and substitute', async () => {
  const { office, page, invoiceId } = await openDesk({ description: 'Flete a Celaya' });
  const items = [{ ...FREIGHT, description: 'Flete a Silao' }];
  const other = await office.invoices.create({ body: { teamId, clientId, items } });
  const question = page.locator('dialog.confirmation');
  const questionOf = async (id: string, name: string) => {
    await openAt(page, `facturas/${id}`);
    await page.reload();
    await button(page, name).click();
    return question.innerText();
  };
  for (const name of ['Timbrar', 'Borrar el borrador']) {
    expect(await questionOf(invoiceId, name)).toMatch(/Factura: Flete a Celaya, creación: .+ · .+ · \$[\d,.]+/);
    expect(await questionOf(other.id, name)).toMatch(/Factura: Flete a Silao, creación: .+ · .+ · \$[\d,.]+/);
  }
  const stamped = await office.invoices.stamp({ id: invoiceId, body: { teamId } });
  const substitute = await office.invoices.stamp({ id: other.id, body: { teamId } });
  await openAt(page, `facturas/${invoiceId}`);
  await button(page, 'Cancelar ante el SAT').click();
  await page.locator('dialog.sheet select[name="motive"]').selectOption('01');
  await page.locator(`dialog.sheet option[value="${other.id}"]`).waitFor({ state: 'attached' });
  await page.locator('dialog.sheet select[name="substitution"]').selectOption(other.id);
  await page.locator('dialog.sheet button[name="send"]').click();
  const text = await question.innerText();
  expect(text).toContain(String(stamped.folio));
  expect(text).toContain('Motivo 01, emitido con errores, con sustituto');
  expect(text).toMatch(new RegExp(`Sustituto: .*${substitute.folio}`));
});

test('desk 5.4: a form stays open when another person cancels its invoice, and says the status that the invoice has now', async () => {
  const { office, page, invoiceId } = await openDesk();
  await office.invoices.stamp({ id: invoiceId, body: { teamId } });
  await openAt(page, `facturas/${invoiceId}`);
  await button(page, 'Cancelar ante el SAT').click();
  const dialog = page.getByRole('dialog');
  const motive = dialog.locator('select[name="motive"]');
  await motive.selectOption('03');
  await office.invoices.cancel({ id: invoiceId, body: { teamId, motive: '02' } });
  await dialog.getByRole('alert').getByText('Su estado es ahora: Cancelada.').waitFor();
  expect(await motive.inputValue()).toBe('03');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  // A closed dialog has no role any more, and is on the page until its event has come.
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.localName')).toBe('h1');
});

test('desk 5.4: the own cancellation is no change by another person while its answer is on the way', async () => {
  const { office, page, invoiceId } = await openDesk();
  await office.invoices.stamp({ id: invoiceId, body: { teamId } });
  await openAt(page, `facturas/${invoiceId}`);
  const status = page.locator('.status', { hasText: 'Cancelada' }).first();
  const dialog = page.getByRole('dialog');
  let texts: string[] = [];
  await page.route('**/invoices/*/cancel', async (route) => {
    const response = await route.fetch();
    await status.waitFor();
    texts = await dialog.getByRole('alert').allTextContents();
    await route.fulfill({ response });
  });
  await button(page, 'Cancelar ante el SAT').click();
  await dialog.locator('select[name="motive"]').selectOption('02');
  await dialog.getByRole('button', { name: 'Cancelar ante el SAT' }).click();
  await button(page, 'Sí, cancelar ante el SAT').click();
  await dialog.waitFor({ state: 'detached' });
  expect(texts.join('')).toBe('');
  expect(texts).not.toEqual([]);
});

test('desk 5.4: a refused further read leaves the form that is open, and says that the data may be old', async () => {
  const { office, page, invoiceId } = await openDesk();
  await openAt(page, `facturas/${invoiceId}`);
  await button(page, 'Editar').click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('button[name="send"]:not([aria-disabled])').waitFor();
  const quantity = dialog.getByLabel(/^Cantidad con decimales/);
  await quantity.fill('40.5');
  const read = `**/invoices/${invoiceId}?*`;
  await page.route(read, (route) => route.fulfill({ status: 503, json: { error: 'UNAVAILABLE', message: 'Busy.' } }));
  await office.invoices.create({ body: { teamId, clientId, items: [FREIGHT] } });
  const line = page.locator('main p[role="status"]', { hasText: 'Estos datos pueden no estar al día.' });
  await line.waitFor();
  expect(await quantity.inputValue()).toBe('40.5');
  await page.unroute(read);
  await office.invoices.create({ body: { teamId, clientId, items: [FREIGHT] } });
  await line.waitFor({ state: 'detached' });
  expect(await quantity.inputValue()).toBe('40.5');
});

test('desk 5.5: an empty later page of invoices says so, and leads to the first page', async () => {
  const { page } = await openDesk();
  await openAt(page, 'facturas?pagina=90');
  await page.getByText('La página 90 está vacía.').waitFor();
  expect(await page.getByText('Ninguna factura').count()).toBe(0);
  await button(page, 'Ir a la primera página').click();
  await page.locator('tbody tr').first().waitFor();
});

test('desk 5: a person with two companies chooses which one the console shows, and a reload keeps it', async () => {
  const { office, page } = await openDesk();
  const companies = async () => {
    await page.locator('.who-button').click();
    return page.locator('#who-menu').getByRole('button', { name: 'Trabajar en' });
  };
  expect(await (await companies()).count()).toBe(0);
  await page.locator('.who-button').click();
  const name = 'Fletes del Pacífico';
  const { interiorNumber: _, ...address } = DEMO.team.address;
  await office.teams.create({ body: { name, address } });
  const other = await companies();
  await other.first().waitFor();
  expect(await other.allInnerTexts()).toEqual([expect.stringContaining(name)]);
  await openAt(page, `clientes/${clientId}`);
  await other.click();
  await page.getByRole('banner').getByText(name).first().waitFor();
  await openAt(page, 'clientes');
  await page.getByText('Nada por aquí.').waitFor();
  await page.reload();
  await page.getByRole('banner').getByText(name).first().waitFor();
  await (await companies()).click();
  await openAt(page, 'clientes');
  await page
    .getByText(DEMO.clients[0]?.fields.name ?? '')
    .first()
    .waitFor();
});

test('desk 5.2: the form that allocates a collection again holds what it pays, and sends it where nothing was changed', async () => {
  const { office, page, invoiceId } = await openDesk();
  await office.invoices.stamp({ id: invoiceId, body: { teamId } });
  const payment = { clientId, amount: 500, method: 'TRANSFERENCIA' } as const;
  const { id: collectionId } = await office.collections.create({ teamId, body: payment });
  const allocations = async () =>
    (await office.collections.get({ teamId, collectionId })).allocations.map((one) => [one.invoiceId, one.amount]);
  const before = await allocations();
  expect(before).toHaveLength(1);
  await openAt(page, `cobros/${collectionId}`);
  await button(page, 'Volver a aplicar').click();
  const dialog = page.getByRole('dialog');
  await button(page, 'Aplicar').click();
  await dialog.waitFor({ state: 'detached' });
  expect(await allocations()).toEqual(before);
});

test('desk 5.2: a payment receipt that is due leads to its collection and invoice, and is made from the list of receipts', async () => {
  const { office, page, invoiceId } = await openDesk({ description: 'Flete a Ameca' });
  await office.invoices.stamp({ id: invoiceId, body: { teamId } });
  const allocations = [{ invoiceId, amount: 4321 }];
  const payment = { clientId, amount: 4321, method: 'TRANSFERENCIA', allocations } as const;
  const { id: collectionId } = await office.collections.create({ teamId, body: payment });
  await openAt(page, 'complementos-por-emitir');
  const due = page.getByRole('row', { name: /\$4,321\.00/ });
  await due.getByRole('link').click();
  const links = page.locator('.facts').getByRole('link');
  await links.first().waitFor();
  const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(addresses).toEqual(expect.arrayContaining([`#/clientes/${clientId}`, `#/facturas/${invoiceId}`]));
  await openAt(page, 'facturas?tipo=P');
  await button(page, 'Nuevo complemento de pago').click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('select[name="clientId"]').selectOption(clientId);
  await dialog.locator('select[name="collectionIds[0]"]').selectOption(collectionId);
  await dialog.locator('button[name="send"]').click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Complemento de pago.*\$4,321\.00/ }).waitFor();
});

test('desk 5.2: a payment of another year shows its year in the list', async () => {
  const { office, page } = await openDesk();
  // Two years: in the first hours of a year the company's zone is still in the one before.
  const year = new Date().getUTCFullYear() - 2;
  const paidAt = `${year}-11-20T12:00:00Z`;
  await office.collections.create({ teamId, body: { clientId, amount: 77, method: 'EFECTIVO', paidAt } });
  await openAt(page, 'cobros');
  await page
    .getByRole('row', { name: /\$77\.00/ })
    .getByText(String(year))
    .waitFor();
});

test('desk 5.2: times are those of the company’s zone, in lists and in forms, as soon as its page knows the zone', async () => {
  const { office, page } = await openDesk();
  await office.teams.update({ teamId, body: { timeZone: 'America/Tijuana' } });
  const { id: collectionId } = await office.collections.create({
    teamId,
    body: { clientId, amount: 88, method: 'EFECTIVO', paidAt: '2026-01-20T18:00:00Z' },
  });
  await openAt(page, 'empresa');
  await page.locator('main').getByText('America/Tijuana').waitFor();
  await openAt(page, `cobros/${collectionId}`);
  await page.getByText('10:00').first().waitFor();
  await openAt(page, 'operaciones/createTrip');
  await page
    .getByLabel(/^Descripción de la carga|^Carga/)
    .first()
    .fill('Lámina');
  await page.locator('[name="startDate"]').fill('2026-07-20T08:00');
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/trips')),
    page.locator('form[data-operation=createTrip] button[name=send]').click(),
  ]);
  expect(request.postDataJSON().startDate).toBe('2026-07-20T15:00:00.000Z');
  await office.teams.update({ teamId, body: { timeZone: 'America/Mexico_City' } });
});
