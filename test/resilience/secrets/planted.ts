import * as v from 'valibot';
import type { Operation } from '../../../shared/operation/define';
import { type Parts, placesIn, withValue } from '../attack/requests';
import type { Attack } from '../attack/world';
import type { Needle } from './search';

/** The secrets by field name. A field gets the first one that its schema accepts. */
const PLANTS: readonly { readonly name: RegExp; readonly what: string; readonly value: string; isPersonal?: true }[] = [
  { name: /password/i, what: 'a password', value: 'Clave-Plantada-7q!' },
  { name: /^refreshToken$/, what: 'a refresh token', value: 'ficha.plantada.de.renovacion-7q' },
  { name: /^session$/, what: 'the session of a challenge', value: 'quien~sello-plantado-7q~sesion-plantada-7q' },
  { name: /^code$/, what: 'a code', value: '738291' },
  { name: /^joinCode$/, what: 'a join code', value: 'PLANTADA7Q' },
  { name: /^cerFile$/, what: 'a certificate', value: Buffer.from('un certificado plantado 7q').toString('base64') },
  { name: /^keyFile$/, what: 'a private key', value: Buffer.from('una llave privada plantada 7q').toString('base64') },
  { name: /rfc$/i, what: 'an RFC', value: 'PLAN800101AB7', isPersonal: true },
  { name: /curp/i, what: 'a CURP', value: 'PLAX800101HNLNTN07', isPersonal: true },
  { name: /phone/i, what: 'a telephone', value: '8180017432', isPersonal: true },
];
const COOKIE = 'ficha-plantada-en-una-galleta-7q';
const SIGNATURE = 'c0ffee7q'.replace('q', '0').repeat(8);
const WEBHOOK_TOKEN = 'ficha-plantada-en-la-direccion-del-aviso-7q';

export const NEEDLES: readonly Needle[] = [
  ...PLANTS.map(({ what, value, isPersonal }) => ({ what, value, ...(isPersonal && { isPersonal }) })),
  { what: 'a refresh token of a cookie', value: COOKIE },
  { what: 'a webhook’s signature', value: SIGNATURE },
  { what: 'a webhook’s token', value: WEBHOOK_TOKEN },
];

/** The request with all accepted secrets, and their number. */
export function planted(operation: Operation, parts: Parts): { readonly attack: Attack; readonly count: number } {
  let count = 0;
  const { body: schema, query: querySchema } = operation.input ?? {};
  const isTaken = (request: Parts): boolean =>
    (schema === undefined || v.is(schema, request.body)) &&
    (querySchema === undefined || v.is(querySchema, request.query));
  const filled = placesIn(parts).reduce((request, place) => {
    const name = String(place.filter((step) => typeof step === 'string').at(-1));
    const plant = PLANTS.find((one) => one.name.test(name));
    const changed = plant && withValue(request, place, plant.value);
    if (changed === undefined || !isTaken(changed)) return request;
    count += 1;
    return changed;
  }, parts);
  const isWebhook = operation.auth !== 'public' && 'signature' in operation.auth;
  const attack = {
    ...filled,
    cookies: [`__Host-staff-refresh=${COOKIE}`],
    ...(isWebhook && { query: { team: WEBHOOK_TOKEN } }),
    headers: isWebhook ? { 'facturapi-signature': SIGNATURE } : {},
  };
  return { attack, count };
}
