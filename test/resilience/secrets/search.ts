/** A value to search for, and the places where it must not occur. */
export interface Needle {
  readonly what: string;
  readonly value: string;
  /** Personal data may occur in records and in answers to their team. A secret may occur nowhere. */
  readonly isPersonal?: true;
}

/** The forms in which a value can occur in a text: unchanged, escaped, or inside a longer text in base 64. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const json = JSON.stringify(value).slice(1, -1);
  const all = [
    value,
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(value),
    encodeURIComponent(value).replaceAll('%20', '+'),
    bytes.toString('hex'),
    ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset)),
  ];
  return [...new Set(all.filter((form) => form.length >= SHORTEST))];
}

/** Shorter values occur by chance. */
const SHORTEST = 6;

/** The base 64 text of the bytes at this offset modulo three, without the characters that depend on neighbouring bytes. */
function base64At(bytes: Buffer, offset: number): string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const whole = padded.subarray(0, padded.length - (padded.length % 3)).toString('base64');
  const inner = whole.slice(offset === 0 ? 0 : 4);
  return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
}

/** Searches many texts for many values. */
export class Search {
  private readonly forms: readonly { readonly needle: Needle; readonly forms: readonly string[] }[];

  constructor(needles: readonly Needle[]) {
    this.forms = needles.map((needle) => ({ needle, forms: formsOf(needle.value) }));
  }

  /** Returns the descriptions of the values that occur in a text. */
  in(text: string, looked: (needle: Needle) => boolean = () => true): string[] {
    return this.forms
      .filter(({ needle, forms }) => looked(needle) && forms.some((form) => stands(form, text)))
      .map(({ needle }) => needle.what);
  }
}

/** A number counts only when no other digit is beside it. */
function stands(form: string, text: string): boolean {
  if (!/^\d+$/.test(form)) return text.includes(form);
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    if (!/\d/.test(text[at - 1] ?? '') && !/[\d]/.test(text[at + form.length] ?? '')) return true;
  }
  return false;
}
