import type { Operation } from '../shared/operation/define';
import { HEADER } from './client-header';

/** A method of the client: `fleet.trips.start` has the group `trips` and the name `start`. */
export interface ClientMethod {
  readonly group: string;
  readonly name: string;
  readonly operation: Operation;
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const uncapitalised = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** `box-reservations` becomes `BoxReservations`. */
const pascal = (folder: string): string => folder.split('-').map(capitalised).join('');

/** The singular of a noun in English: trips, boxes, companies. */
const singular = (noun: string): string =>
  noun
    .replace(/ies$/, 'y')
    .replace(/(x|ss|sh|ch)es$/, '$1')
    .replace(/s$/, '');

/** The nouns of a folder that a method's name leaves out, longest first: RoutePoints, RoutePoint, Points, Point. */
function nounsOf(folder: string): string[] {
  const whole = pascal(folder);
  const last = pascal(folder.split('-').at(-1) ?? folder);
  return [whole, singular(whole), last, singular(last)];
}

/** The name of an operation within its group: its identifier without the group's noun. `startTrip` of trips is `start`. */
function methodName(folder: string, id: string): string {
  const words = capitalised(id);
  for (const noun of nounsOf(folder)) {
    const rest = words.replace(new RegExp(`${noun}(?=[A-Z]|$)`), '');
    if (rest !== words && rest !== '') return uncapitalised(rest);
  }
  return id;
}

/** The client's methods, by group and name. Throws if two operations of a group would have the same name. */
export function clientMethods(operations: Readonly<Record<string, Operation>>): ClientMethod[] {
  const methods = Object.entries(operations).map(([file, operation]) => {
    const folder = file.split('/')[0] ?? file;
    return { group: uncapitalised(pascal(folder)), name: methodName(folder, operation.id), operation };
  });
  const names = methods.map(({ group, name }) => `${group}.${name}`);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  if (twice.length > 0) throw new Error(`Two operations would be the client's method ${twice.join(', ')}. Rename one.`);
  return methods.sort((one, other) => compare(one.group, other.group) || compare(one.name, other.name));
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** The types of the client's methods. An editor shows the summary and the route of each. */
export function methodTypes(operations: Readonly<Record<string, Operation>>): string {
  const methods = clientMethods(operations);
  const groups = new Set(methods.map(({ group }) => group));
  const lines = [...groups].flatMap((group) => [
    `  readonly ${group}: {`,
    ...methods
      .filter((method) => method.group === group)
      .flatMap(({ name, operation: { id, summary, route } }) => [
        `    /** ${summary}. \`${route}\` */`,
        `    readonly ${name}: Method<'${id}'>;`,
      ]),
    '  };',
  ]);
  return [
    `${HEADER}import type { Method } from './operation.js';`,
    '',
    '/** A method for each operation of the service, by the noun that it is about. */',
    'export interface Methods {',
    ...lines,
    '}',
    '',
  ].join('\n');
}

/** The method of each operation by its identifier, for the samples of the reference. */
export function methodNames(operations: Readonly<Record<string, Operation>>): string {
  const names = clientMethods(operations).map(({ group, name, operation }) => [operation.id, `${group}.${name}`]);
  return `${JSON.stringify(Object.fromEntries(names), undefined, 2)}\n`;
}
