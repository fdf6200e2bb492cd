import type { Decimal } from './decimal';

type Value = string | Decimal | undefined;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** An element without text. Attributes and children that are undefined are left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, Value>>,
  children: readonly (string | undefined)[] = [],
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${String(value).replace(/[&<>"\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign)}"`)
    .join('');
  const inner = children.filter((child) => child !== undefined).join('');
  return inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`;
}

/** An element that contains others, left out if it would contain none. */
export function group(name: string, children: readonly string[], attributes: Readonly<Record<string, Value>> = {}) {
  return children.length === 0 ? undefined : element(name, attributes, children);
}
