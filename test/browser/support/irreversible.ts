import type { Page, Request } from 'playwright-core';
import document from '../../../docs/openapi.json';

const ends = (body: string): boolean => /"status":"(COMPLETADO|CANCELADO)"/.test(body);
const closes = (body: string): boolean => /"(status|action)":"(BAJA|DISABLE)"/.test(body);
const always = (): boolean => true;

/**
 * The operations that take something away for good, or whose return costs a person a second step, with the bodies for which that holds.
 * The list also names operations that the console does not offer yet, so that a new button for one of them needs a confirmation.
 */
const IRREVERSIBLE: Readonly<Record<string, (body: string) => boolean>> = {
  stampInvoice: always,
  cancelInvoice: always,
  deleteInvoice: always,
  voidPayment: always,
  deleteFile: always,
  deleteRoutePoint: always,
  closeReservation: always,
  cancelReservation: always,
  removeMember: always,
  rotateJoinCode: always,
  withdrawInvitation: always,
  updateTripStatus: ends,
  updateOwnTripStatus: ends,
  changeDriverAccess: closes,
  updateDriver: closes,
  updateVehicleStatus: closes,
};

/** Method and path of each operation of the document, by which a request is recognized. */
const OPERATIONS = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({
    operationId,
    method: method.toUpperCase(),
    path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  })),
);

/** The operation of an irreversible request; undefined for any other request. */
export function irreversibleOperation(request: Request): string | undefined {
  const { pathname } = new URL(request.url());
  const found = OPERATIONS.find(({ method, path }) => method === request.method() && path.test(pathname));
  const isIrreversible = found && IRREVERSIBLE[found.operationId];
  return isIrreversible?.(request.postData() ?? '') ? found?.operationId : undefined;
}

/** Collects the irreversible operations that the page asks for. */
export function irreversibleRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const operation = irreversibleOperation(request);
    if (operation) sent.push(operation);
  });
  return sent;
}

/** Answers each irreversible request late and with a refusal, so that one record serves several attempts. */
export const refuseIrreversible = (page: Page): Promise<unknown> =>
  page.route('**/*', async (route) => {
    if (!irreversibleOperation(route.request())) return route.continue();
    await new Promise((resolve) => setTimeout(resolve, 500));
    return route.fulfill({ status: 503, json: { error: 'BUSY', message: 'The test refuses.' } });
  });
