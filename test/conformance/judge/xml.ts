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
  let written = '';
  for (const key of Object.keys(attributes)) {
    const value = attributes[key];
    if (value !== undefined) written += ` ${key}="${escaped(String(value))}"`;
  }
  let inner = '';
  for (const child of children) if (child !== undefined) inner += child;
  return inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`;
}

const escaped = (text: string): string =>
  /[&<>"\t\n\r]/.test(text) ? text.replace(/[&<>"\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign) : text;

/** An element that contains others, left out if it would contain none. */
export function group(name: string, children: readonly string[], attributes: Readonly<Record<string, Value>> = {}) {
  return children.length === 0 ? undefined : element(name, attributes, children);
}
