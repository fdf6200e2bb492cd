/** What is looked for, and where it may not be. */
export interface Needle {
  readonly what: string;
  readonly value: string;
  /** Personal data belong in records, and in the answers of whose they are; a secret belongs nowhere. */
  readonly isPersonal?: true;
}

/** The ways in which a value can stand in a text: as it is, escaped, and within something longer that was put into base 64. */
export function formsOf(value: string): string[] {
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

/** Shorter ones stand anywhere by chance. */
const SHORTEST = 6;

/** Base 64 of whatever has the bytes so far from a multiple of three, without what its neighbours decide. */
function base64At(bytes: Buffer, offset: number): string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const whole = padded.subarray(0, padded.length - (padded.length % 3)).toString('base64');
  const inner = whole.slice(offset === 0 ? 0 : 4);
  return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
}

/** Looks for many needles in many texts. */
export class Search {
  private readonly forms: readonly { readonly needle: Needle; readonly forms: readonly string[] }[];

  constructor(needles: readonly Needle[]) {
    this.forms = needles.map((needle) => ({ needle, forms: formsOf(needle.value) }));
  }

  /** Which needles stand in a text, each told by what it is. */
  in(text: string, looked: (needle: Needle) => boolean = () => true): string[] {
    return this.forms
      .filter(({ needle, forms }) => looked(needle) && forms.some((form) => stands(form, text)))
      .map(({ needle }) => needle.what);
  }
}

/** Digits stand for themselves only where no other digit is beside them. */
function stands(form: string, text: string): boolean {
  if (!/^\d+$/.test(form)) return text.includes(form);
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    if (!/\d/.test(text[at - 1] ?? '') && !/[\d]/.test(text[at + form.length] ?? '')) return true;
  }
  return false;
}
