import * as v from 'valibot';
import { changesOf } from '../../../shared/platform/values/changes';
import { Email, Instant, Integer, Line, Lines, List, nullableText } from '../../../shared/platform/values/fields';
import { asTyped } from '../../../shared/platform/values/sent-text';

const Record = v.object({
  name: Line(5, 1),
  nick: v.optional(Line(5)),
  notes: v.optional(Lines()),
  mail: v.optional(Email),
  since: v.optional(Instant),
  phone: nullableText(Line(5)),
  size: v.optional(Integer(0, 9)),
  kind: v.optional(v.picklist(['A', 'B']), 'B'),
  password: v.optional(v.string()),
  tags: v.optional(List(Line(5, 1))),
  place: v.optional(v.object({ city: v.optional(Line(5)) })),
});
const Changes = changesOf(Record);
const sent = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, asTyped(schema, value));

test.each([
  ['blanks at both ends, of every kind', { name: '\u00a0\t Ana\u3000\n' }, { name: 'Ana' }],
  ['marks that nobody sees before a text', { phone: '\u202a\u200e 81' }, { phone: '81' }],
  [
    'marks that nobody sees behind a text',
    { phone: '\u202a81\u202c', name: 'Ana\u200b \u200f' },
    { phone: '81', name: 'Ana' },
  ],
  ['marks beside an address', { mail: '\ufeffana@fletes.mx\u200b' }, { mail: 'ana@fletes.mx' }],
  ['the last mark of a flag', { notes: '\u{1f3f4}\u{e0067}\u{e007f}' }, { notes: '\u{1f3f4}\u{e0067}\u{e007f}' }],
  ['a letter and its accent', { name: 'A\u0301na' }, { name: '\u00c1na' }],
  ['blanks beyond the bound', { name: `Ana${' '.repeat(50)}` }, { name: 'Ana' }],
  ['the blanks of a password', { password: ' a ' }, { password: ' a ' }],
  ['text in lists and objects', { tags: [' a '], place: { city: ' b ' } }, { tags: ['a'], place: { city: 'b' } }],
  ['lines of a note', { notes: ' a\n b \n' }, { notes: 'a\n b' }],
  ['an address', { mail: ' Ana@Fletes.mx ' }, { mail: 'ana@fletes.mx' }],
])('desk 1.2: %s', (_, value, expected) => {
  expect(sent(Changes, value)).toMatchObject({ success: true, output: expected });
});

test('desk 1.2: an address stays the one that was sent, so that it is refused', () => {
  expect(sent(Changes, { mail: '\u212aarla@fletes.mx' }).success).toBe(false);
});

test('desk 1.2: a text of many blanks is read in linear time', () => {
  const notes = `a${' '.repeat(1_000_000)}b`;
  expect(asTyped(Record, { notes })).toEqual({ notes });
});

test.each(['name', 'tags'])('desk 1.2: a blank %s is refused, in a creation and in an edit', (field) => {
  for (const blank of ['', ' \u00a0', ' \u200b \u2060 ']) {
    const value = { name: 'Ana', [field]: field === 'tags' ? [blank] : blank };
    expect(sent(Record, value).success).toBe(false);
    expect(sent(Changes, value).success).toBe(false);
  }
});

test.each(['nick', 'notes', 'mail', 'since', 'phone'])(
  'desk 1.2: an empty %s is null in an edit, and absent in a creation',
  (field) => {
    expect(sent(Changes, { [field]: '' })).toMatchObject({ success: true, output: { [field]: null } });
    const created = sent(Record, { name: 'Ana', [field]: '' });
    expect(created).toMatchObject({ success: true });
    expect(Object(created.output)[field] ?? null).toBeNull();
  },
);

test('desk 1.1: null gives a field with a default its default, and a number stays a number', () => {
  expect(v.parse(Changes, { kind: null, size: null })).toEqual({ kind: 'B', size: null });
  expect(sent(Changes, { size: ' ' }).success).toBe(false);
  expect(v.parse(Changes, {})).toEqual({});
});

test('takes no prototype', () => {
  const value = asTyped(Record, JSON.parse('{"__proto__":{"polluted":true},"name":"a"}'));
  expect([Object.getPrototypeOf(value), 'polluted' in {}]).toEqual([Object.prototype, false]);
});
