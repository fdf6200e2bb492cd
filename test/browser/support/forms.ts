import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { OPERATIONS } from '../../../functions/catalog';
import type { Operation } from '../../../shared/operation/define';

const ANY = v.record(v.string(), v.unknown());
const Declared = v.object({
  operationId: v.string(),
  parameters: v.optional(v.array(v.object({ name: v.string(), in: v.string(), example: v.optional(v.unknown()) })), []),
  requestBody: v.optional(
    v.object({
      content: v.object({
        'application/json': v.object({
          example: v.optional(ANY),
          examples: v.optional(v.record(v.string(), v.object({ value: ANY }))),
        }),
      }),
    }),
  ),
});
const Document = v.looseObject({ paths: v.record(v.string(), v.record(v.string(), Declared)) });

/** The request that the document shows for an operation. */
export interface Shown {
  readonly operation: Operation;
  readonly method: string;
  /** Matches the path of a request. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Each operation of the document that the server serves, with the request that the document shows. */
export async function shownRequests(url: string): Promise<readonly Shown[]> {
  const document = v.parse(Document, await (await fetch(`${url}/openapi.json`)).json());
  const declared = Object.values(document.paths).flatMap((item) => Object.values(item));
  return Object.values(OPERATIONS).map((operation) => {
    const found = declared.find(({ operationId }) => operationId === operation.id);
    const content = found?.requestBody?.content['application/json'];
    const [method = '', path = ''] = operation.route.split(' ');
    const given = (found?.parameters ?? []).filter((one) => one.in !== 'header' && one.example !== undefined);
    return {
      operation,
      method,
      path: `^${path.replace(/\{\w+\}/g, '[^/]+')}$`,
      parameters: Object.fromEntries(given.map(({ name, example }) => [name, example])),
      body: content?.example ?? Object.values(content?.examples ?? {})[0]?.value,
    };
  });
}

export interface Caught {
  readonly method: string;
  readonly address: string;
  readonly body: unknown;
}

/** Adds the helpers for forms to a page, before it loads. */
export const withFormHelpers = (page: Page): Promise<unknown> =>
  page.addInitScript({ path: join(__dirname, 'in-page.js') });

/** Opens the form of an operation by its address, empty. */
export async function openForm(page: Page, id: string): Promise<void> {
  await page.evaluate(`location.hash = '#/operaciones/${id}'`);
  await page.locator(`form.operation-form[data-operation="${id}"]`).waitFor();
}

/** Fills the form and returns the fields that it does not have. */
export const fillForm = (page: Page, values: object): Promise<readonly string[]> =>
  page.evaluate(`formTest.fill(${JSON.stringify(values)})`);

/** Sends the form, confirms where it asks, and returns the requests that left. They are answered with a refusal. */
export const sendForm = (page: Page, { method, path }: Shown): Promise<readonly Caught[]> =>
  page.evaluate(
    `formTest.send(${JSON.stringify(method)}, ${JSON.stringify(path)}, { status: 503, json: { error: 'BUSY', message: 'The test refuses.' } })`,
  );

/** Catches the requests of an operation from now on, answers them with this status, and returns those that were caught before. */
export const caughtIn = (page: Page, { method, path }: Shown, status: number): Promise<readonly Caught[]> =>
  page.evaluate(`formTest.take(${JSON.stringify(method)}, ${JSON.stringify(path)}, { status: ${status}, json: {} })`);
