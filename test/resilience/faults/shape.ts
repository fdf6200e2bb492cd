import * as v from 'valibot';
import { type State, sorted } from './state';

/**
 * The changes between two states, one line a record. Random values and instants are masked, so that two runs of one request give the same
 * lines.
 */
export function changes(earlier: State, present: State): string[] {
  const known = identifiers(earlier);
  const before = putOnce(earlier);
  const after = putOnce(present);
  const lines = [
    ...compared('table', before.items, after.items, known),
    ...[...after.journals].flatMap(([file, records]) =>
      UNCOUNTED.has(file) ? [] : compared(file, before.journals.get(file) ?? new Map(), records, known),
    ),
    ...compared('objects', before.objects, after.objects, known),
  ];
  return [...new Set(lines.filter(mayBeTwice)), ...lines.filter((line) => !mayBeTwice(line))].sort();
}

const Versions = v.array(v.looseObject({ id: v.string(), etag: v.string() }));

/** The uploads that wait for their registration, in the journal of the objects. */
const WAITING = /^[\w-]+-documents\/uploads\//;

/** An object of an export of all accounts. Each export has a folder for its pages. */
const EXPORTED = /\/account-exports\/(?:[^/]+\/)?([^/]+)$/;

/** The line of an object of an export. It lists the accounts at the time of the schedule, not those that a request leaves. */
export const isExported = (line: string): boolean => / accounts\/[^/]+\.json /.test(line);

/**
 * A file that was uploaded or copied twice, because the first answer was lost, has an older version with the same bytes. It counts once. An
 * upload that waits counts as gone: an interrupted registration leaves it, and the lifecycle of the bucket deletes it. So does an object of
 * an export that a later one replaced: an interruption before the first progress was stored begins a new export.
 */
function putOnce(state: State): State {
  const objects = new Map(state.objects);
  const versions = new Map(state.journals.get('objects'));
  for (const [name, stored] of [...versions]) {
    const all = v.parse(Versions, stored);
    const { place, kept, bodies } = keptOf(name, all);
    for (const one of all) if (!bodies.includes(one)) objects.delete(one.id);
    versions.delete(name);
    if (kept.length > 0) versions.set(place, kept);
  }
  return { ...state, objects, journals: new Map(state.journals).set('objects', versions) };
}

type Stored = v.InferOutput<typeof Versions>;

/** The versions of an object that count, with the place at which they are compared, and those whose bytes count. */
function keptOf(name: string, all: Stored): { readonly place: string; readonly kept: Stored; readonly bodies: Stored } {
  if (WAITING.test(name)) return { place: name, kept: [], bodies: [] };
  const [, page] = EXPORTED.exec(name) ?? [];
  if (page !== undefined) return { place: `accounts/${page}`, kept: all.slice(-1), bodies: [] };
  const [, ...repeated] = all.filter(({ etag }) => etag !== '' && etag === all.at(-1)?.etag);
  const kept = all.filter((one) => !repeated.includes(one));
  return { place: name, kept, bodies: kept };
}

/**
 * A queue delivers at least once, so a mail may come twice. An edit that is sent again is done and audited again. An upload grant that is
 * requested again is counted again and has another identifier. None of them may be missing (docs/decisions/0028).
 */
const mayBeTwice = (line: string): boolean =>
  isMail(line) || isSignIn(line) || (line.includes('"action":"UPDATE"') && !line.includes('"newStatus"'));

/** A sign-in whose answer was lost leaves its session, which ends by itself, and its entry in the person's security events. */
const isSignIn = (line: string): boolean => / \/ (SESSION|SECURITY)#/.test(line);

export const isMail = (line: string): boolean => line.startsWith('outbox ') || line.startsWith('mail-queue ');

/** Sign-ins and challenges whose answer was lost are harmless: the client signs in again. */
const UNCOUNTED = new Set(['cognito-sign-ins', 'cognito-challenges']);

/**
 * Counted attempts and the home network of an account. A failed attempt counts; the next sign-in resets the count and stores the network
 * again.
 */
const TOLD_AGAIN = /^(HOME_NETWORK|ATTEMPTS)#/;

/** Counters that limit attempts. A failed or repeated attempt counts again. */
const COUNTS_OF_TRIES = /^(MAIL_QUOTA|UPLOAD_COUNT)#|^QUOTA#[^\n]+\nDAY#/;

/** The attempts of the day beside another count. A failed attempt counts again. */
const TRIES_OF_THE_DAY = /"today":\d+/g;

function compared(
  store: string,
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  known: ReadonlySet<string>,
): string[] {
  const mask = (text: string) => masked(text, known);
  const lines: string[] = [];
  for (const [name, value] of after) {
    const old = before.get(name);
    if (TOLD_AGAIN.test(name) || old === value || (old !== undefined && textOf(old) === textOf(value))) continue;
    const text = COUNTS_OF_TRIES.test(name) ? 'counted' : withRenewals(textOf(value), textOf(old ?? {}));
    const place = store === 'outbox' ? '' : name.replace('\n', ' / ');
    lines.push(mask(`${store} ${old === undefined ? '+' : '~'} ${place} ${text}`));
  }
  for (const name of before.keys()) if (!after.has(name)) lines.push(mask(`${store} - ${name.replace('\n', ' / ')}`));
  return lines;
}

/** The counter of a session's renewals in one hour, which limits them like attempts. */
const RENEWALS = /"(renewals#\d+)":(\d+)/g;

/** One renewal, its second transmission, and its repetition. */
const MOST_RENEWALS_OF_ONE = 3;

/**
 * A renewal whose answer was lost counts, and its repetition counts again: each may have cost a call of Cognito. A higher count stays, so
 * that it differs.
 */
const withRenewals = (text: string, before: string): string => {
  const counts = new Map([...before.matchAll(RENEWALS)].map(([, hour, count]) => [hour, Number(count)]));
  return text.replace(RENEWALS, (all, hour: string, count: string) => {
    const more = Number(count) - (counts.get(hour) ?? 0);
    return more >= 1 && more <= MOST_RENEWALS_OF_ONE ? '"renewals#<hour>":<counted>' : all;
  });
};

const textOf = (value: unknown): string =>
  Buffer.isBuffer(value)
    ? `${value.length} bytes`
    : JSON.stringify(sorted(value), (_, member: unknown) => (member instanceof Set ? [...member].sort() : member));

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const found = new WeakMap<State, ReadonlySet<string>>();

/** All identifiers in a state, cached per state. */
function identifiers(state: State): ReadonlySet<string> {
  const { items, journals } = state;
  const records = [...items, ...[...journals.values()].flatMap((journal) => [...journal])];
  const known = found.get(state) ?? new Set(records.flatMap((record) => textOf(record).match(UUID) ?? []));
  found.set(state, known);
  return known;
}

/** Random values of any length. */
const BY_CHANCE =
  /"(joinCode|password|temporaryPassword|code|secret|pending|envelope|fingerprint|etag|webhookToken|digest)":"[^"]*"/g;

/** A code of the authenticator counts once, so a repeated request has a later one. */
const STEP_OF_CODE = /"lastStep":\d+/g;

/** An edit that is sent again is done again, and increases the revision. */
const COUNT_OF_EDITS = /"revision":\d+/g;

/** It increases the version of its record too. The versions of other items count. */
const VERSION_OF_RECORD = /^(table [+~] TEAM#\S+ \/ (?:TRIP|INVOICE|CLIENT|DRIVER|VEHICLE)#\S+ .*"version":)\d+/;

const masked = (text: string, known: ReadonlySet<string>): string =>
  text
    .replace(STEP_OF_CODE, '"lastStep":<step>')
    .replace(COUNT_OF_EDITS, '"revision":<count>')
    .replace(VERSION_OF_RECORD, '$1<count>')
    .replace(TRIES_OF_THE_DAY, '"today":<count>')
    .replace(/ a las \d+:\d\d [ap]\.m\./g, ' a las <time>')
    .replace(BY_CHANCE, '"$1":"<chance>"')
    .replace(/v1\.[0-9a-f]+\.[\w-]+\.[\w-]+/g, '<envelope>')
    .replace(/CCC[0-9a-f]{5}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'CCC<id>')
    .replace(/(WEBHOOK_TOKEN#|[?]team=)[\w-]+/g, '$1<chance>')
    .replace(/(code is|Código:) \d{6}/g, '$1 <chance>')
    .replace(/JOIN_CODE#\S+/g, 'JOIN_CODE#<chance>')
    .replace(UUID, (id) => (known.has(id) ? id : '<id>'))
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<instant>')
    .replace(/\b1[6-9]\d{8}(\d{3})?(\.\d+)?\b/g, '<instant>')
    .replace(/[0-9a-f]{20,}/g, '<hex>')
    .replace(/[A-Za-z0-9+/=_-]{60,}/g, '<text>');
