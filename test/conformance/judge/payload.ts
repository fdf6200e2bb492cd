import { Decimal } from './decimal';

/**
 * Reads one object of a request body and knows which of its fields were read. A field that no reader asks for is an
 * error: nothing that is sent may go unnoticed.
 */
export class Payload {
  private constructor(
    /** The fields that no reader has taken yet. */
    private readonly unread: Map<string, unknown>,
    private readonly path: string,
  ) {}

  static parse(bytes: Uint8Array): Payload {
    return Payload.at(JSON.parse(Buffer.from(bytes).toString('utf8')), '');
  }

  /** Reads an object with a function, and requires that the function reads all fields. */
  read<T>(reader: (payload: Payload) => T): T {
    const result = reader(this);
    const [unknown] = this.unread.keys();
    if (unknown !== undefined) throw new Error(`${this.path}${unknown} has no place in the document.`);
    return result;
  }

  text(name: string): string {
    return this.required(name, this.optionalText(name));
  }

  optionalText(name: string): string | undefined {
    const value = this.take(name);
    if (value === undefined || typeof value === 'string') return value;
    throw new Error(`${this.path}${name} must be a text.`);
  }

  number(name: string): Decimal {
    return this.required(name, this.optionalNumber(name));
  }

  optionalNumber(name: string): Decimal | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isFinite(value)) return Decimal.of(value);
    throw new Error(`${this.path}${name} must be a number.`);
  }

  flag(name: string, absent: boolean): boolean {
    const value = this.take(name) ?? absent;
    if (typeof value === 'boolean') return value;
    throw new Error(`${this.path}${name} must be true or false.`);
  }

  object<T>(name: string, reader: (payload: Payload) => T): T {
    return this.required(name, this.optionalObject(name, reader));
  }

  optionalObject<T>(name: string, reader: (payload: Payload) => T): T | undefined {
    const value = this.take(name);
    return value === undefined ? undefined : Payload.at(value, `${this.path}${name}.`).read(reader);
  }

  /** Absent is undefined; an empty list is a list. */
  optionalList<T>(name: string, reader: (payload: Payload) => T): T[] | undefined {
    const values = this.take(name);
    if (values === undefined) return undefined;
    if (!Array.isArray(values)) throw new Error(`${this.path}${name} must be a list.`);
    return values.map((value, index) => Payload.at(value, `${this.path}${name}[${index}].`).read(reader));
  }

  list<T>(name: string, reader: (payload: Payload) => T): T[] {
    return this.required(name, this.optionalList(name, reader));
  }

  texts(name: string): string[] {
    const values = this.take(name);
    if (Array.isArray(values) && values.every((value) => typeof value === 'string')) return values;
    throw new Error(`${this.path}${name} must be a list of texts.`);
  }

  private take(name: string): unknown {
    const value = this.unread.get(name);
    this.unread.delete(name);
    return value;
  }

  private required<T>(name: string, value: T | undefined): T {
    if (value === undefined) throw new Error(`${this.path}${name} is missing.`);
    return value;
  }

  private static at(value: unknown, path: string): Payload {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Error(`${path.replace(/\.$/, '') || 'The body'} must be an object.`);
    return new Payload(new Map(Object.entries(value)), path);
  }
}
