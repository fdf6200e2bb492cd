import fc from 'fast-check';
import * as v from 'valibot';
import * as mails from '../../shared/mail/mail';
import { accountExistsMail, addedMail, invitationMail, Mail, type Names, recoveryMail } from '../../shared/mail/mail';
import { plainName } from '../../shared/mail/plain-name';
import { webhookDisabledMail } from '../../shared/mail/webhook-mail';
import { processorTime } from '../support/processor-time';

const LINK = /https?:\/\/|www\.|[\p{L}\p{N}]\.\p{L}[\p{L}\p{N}]/iu;

describe('names in mails', () => {
  test.each([
    ['Transportes del Norte', 'Transportes del Norte'],
    ['Ana López', 'Ana López'],
    ['Ana  \n López', 'Ana López'],
    ['Gana en https://evil.example/x?y=1 ya', 'Gana en https x y 1 ya'],
    ['HTTP://EVIL.EXAMPLE', 'HTTP'],
    ['www.evil.example', ''],
    ['evil.example/path', 'path'],
    ['visita evil.mx', 'visita'],
    ['Fletes <b>rápidos</b>', 'Fletes b rápidos b'],
    ['[aquí](evil.mx)', 'aquí'],
    ['Fletes Pérez Hnos. S.A. de C.V.', 'Fletes Pérez Hnos. S.A. de C.V.'],
    ['Grupo 1.5 S. de R.L.', 'Grupo S. de R.L.'],
    ['visita:evil.mx', 'visita'],
    ['evil。example', 'evil example'],
    ['ruta57.mx 57.mx -.mx', ''],
    ['+.mx', ''],
  ])('%j is shown as %j', (name, shown) => {
    expect(plainName(name)).toBe(shown);
  });

  test.each([
    ['a link that writes a mail', 'mailto:ana@evil.mx', 'mailto ana'],
    ['an address of numbers', '1.1.1.1/x', 'x'],
    ['U+2024', 'evil\u2024mx', ''],
    ['U+FE52', 'evil\ufe52mx', ''],
    ['U+FF61', 'evil\uff61mx', 'evil mx'],
    ['U+FF0E', 'evil\uff0emx', ''],
    ['a digit with its dot in one character', 'evil\u2488mx', ''],
    ['digits of full width', '\uff18\uff11\uff11\uff12\uff13\uff14', ''],
    ['six digits', 'llama 811234 ya', 'llama ya'],
    ['six digits with blanks and hyphens', 'llama al 55-12 34 ya', 'llama al ya'],
    ['five digits', 'Ruta 57 y 150', 'Ruta 57 y 150'],
    ['a sign, a quote and a line break', "Ana «\u2028» $ + Cía. & Hijos, O'Hara-Díaz", "Ana Cía. & Hijos, O'Hara-Díaz"],
    ['initials with a longer part', 'S.A.evil', ''],
    ['an empty name', '', ''],
  ])('doors 17: with %s: %j is shown as %j', (_, name, shown) => {
    expect(plainName(name)).toBe(shown);
  });

  test.each(['evil<.example', 'evil<>.example', 'evil[.example', 'www<.evil', 'http<://evil', 'evil(.)example'])(
    '%j does not become a link by what is taken out of it',
    (name) => {
      expect(plainName(name)).not.toMatch(LINK);
    },
  );

  const pieces = [
    'a',
    'b',
    '.',
    '-',
    '/',
    ':',
    'http',
    's',
    '://',
    'www',
    '<',
    '>',
    '(',
    ' ',
    '🚚',
    '@',
    '7',
    '55',
    '\u2024',
    '\uff61',
  ];

  test('hold no link and no broken character, whatever the name is', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 120 }), (parts) => {
        const shown = plainName(parts.join(''));
        expect(shown).not.toMatch(LINK);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(80);
      }),
    );
  });

  /** Any code point except half surrogates. fast-check's own unit `binary` first makes a map of all of them, which takes seconds. */
  const character = fc.nat({ max: 0x10ffff - 0x800 }).map(
    (index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800),
    (text) => {
      const point = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
      if (point < 0 || text !== String.fromCodePoint(point)) throw new Error('This is not one character.');
      return point < 0xd800 ? point : point - 0x800;
    },
  );

  test('doors 17: hold only the characters of names, no dot between two of them, and no number to call', () => {
    const anything = fc.oneof(
      fc.string({ unit: character, maxLength: 60 }),
      fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(anything, (name) => {
        const shown = plainName(name);
        expect(shown).toMatch(/^[\p{L}\p{Nd} .,&'-]*$/u);
        expect(shown.replace(/(?<=^|[ ,&'-])(?:\p{L}\.)+/gu, '')).not.toMatch(/[\p{L}\p{Nd}]\.[\p{L}\p{Nd}]/u);
        expect(shown).not.toMatch(/\p{Nd}{6}/u);
      }),
    );
  });

  test('doors 17: are cut to 40 characters, and no character in two', () => {
    expect(plainName('x'.repeat(300))).toBe('x'.repeat(40));
    expect(plainName(`x${'𐐷'.repeat(300)}`)).toBe(`x${'𐐷'.repeat(39)}`);
  });

  test('doors 17: of 100,000 characters are filtered in a moment', () => {
    for (const piece of ['.', '1 ', 'a.', ".,&'-", '1', '🚚']) {
      expect(processorTime(() => plainName(piece.repeat(100_000)))).toBeLessThan(500);
    }
  });
});

describe.each([
  ['an invitation', invitationMail, 'Lo invitaron a una empresa'],
  ['the mail to a person who was added', addedMail, 'Lo agregaron a una empresa'],
])('%s', (_, mailTo, subject) => {
  const norte: Names = { inviter: 'Ana López', team: 'Transportes del Norte' };

  test('says who, to which team, and with which address', () => {
    const mail = mailTo('luis@empresa.mx', norte);
    expect(mail).toMatchObject({ to: 'luis@empresa.mx', subject });
    expect(mail.text).toContain('(luis@empresa.mx)');
    expect(v.is(Mail, mail)).toBe(true);
  });

  test('doors 17: has a fixed subject, and each name in a line that says who wrote it', () => {
    const mail = mailTo('luis@empresa.mx', norte);
    const lines = mail.text.split('\n').filter((line) => /Ana|Norte/.test(line));
    expect([mail.subject, ...lines]).toEqual([
      subject,
      'Nombre que esa persona escribió como suyo: Ana López',
      'Nombre que esa persona escribió para la empresa: Transportes del Norte',
    ]);
  });

  test('doors 17: of names that are nothing but links has no line for them', () => {
    const { text } = mailTo('luis@empresa.mx', { inviter: 'evil.mx', team: 'www.evil.mx' });
    expect(text).toBe(mailTo('luis@empresa.mx', { inviter: '', team: '' }).text);
    expect(text).not.toMatch(/evil|Nombre/);
  });

  test('has a subject of one line', () => {
    expect(mailTo('luis@empresa.mx', { ...norte, inviter: 'Ana\r\nBcc: x' }).subject).not.toMatch(/[\r\n]/);
  });

  test('doors 17: gets no line of its own from a name', () => {
    const { text } = mailTo('luis@empresa.mx', { ...norte, inviter: 'Ana\r\nLlama ya' });
    expect(text.split('\n')).toContain('Nombre que esa persona escribió como suyo: Ana Llama ya');
  });
});

test.each([
  ['somebody registered with it again', accountExistsMail, 'Ya tiene una cuenta', 8, 'Alguien intentó registrarse'],
  [
    'the second factor was taken off',
    (to: string) => recoveryMail(to, { at: new Date('2026-03-02T15:00:00.000Z'), device: 'Chrome, Windows' }),
    'Se recuperó el acceso a su cuenta',
    10,
    'Alguien entró a su cuenta',
  ],
])('an address is told that %s', (_, mailTo, subject, lines, beginning) => {
  const mail = mailTo('ana@empresa.mx');
  expect(mail).toMatchObject({ to: 'ana@empresa.mx', subject });
  const paragraphs = mail.text.split('\n');
  expect(paragraphs).toHaveLength(lines);
  expect(paragraphs.filter((line) => line === '')).toHaveLength(3);
  expect(mail.text.startsWith(beginning)).toBe(true);
  expect(v.is(Mail, mail)).toBe(true);
});

test('doors 4: the mail after a recovery names its time in Mexico and the kind of device', () => {
  const { text } = recoveryMail('ana@empresa.mx', {
    at: new Date('2026-03-02T15:00:00.000Z'),
    device: 'Chrome, Windows',
  });
  expect(text).toContain('2 de marzo de 2026');
  expect(text).toContain('desde: Chrome, Windows.');
});

test('an invitation has a blank line before what to do', () => {
  const { text } = invitationMail('luis@empresa.mx', { inviter: 'Ana', team: 'Norte' });
  expect(text.split('\n').map((line) => line === '')).toEqual([
    ...[false, false, false, true, false, false],
    ...[true, false, true, false],
  ]);
});

const TO = 'ana@empresa.mx';
const NAMES: Names = { inviter: 'Ana', team: 'Norte' };

describe.each([
  ['invitation', mails.invitationMail(TO, NAMES)],
  ['addition', mails.addedMail(TO, NAMES)],
  ['second registration', mails.accountExistsMail(TO)],
  ['code of another address', mails.emailCodeMail(TO, '123456')],
  ['change of the address', mails.emailChangeMail(TO)],
  ['taken address', mails.emailTakenMail(TO)],
  ['code of a recovery', mails.recoveryCodeMail(TO, '123456')],
  ['recovery', mails.recoveryMail(TO, { at: new Date('2026-03-02T15:00:00.000Z'), device: 'Chrome, Windows' })],
])('desk 4.3: the mail about an %s', (_, { subject, text }) => {
  test('is in Spanish, addresses the reader as usted, and has one line of English at its end', () => {
    const lines = text.split('\n');
    expect(lines.filter((line) => /\b(?:the|your|you)\b/.test(line))).toEqual([lines.at(-1)]);
    expect(lines.at(-1)).toMatch(/^In English: .*\.$/);
    expect(`${subject}\n${text}`).not.toMatch(/\b(?:te|tu|tus|tienes|fuiste|inicia|cambia|quieres)\b/i);
  });

  test('says who sent it and what to do when it was not you', () => {
    expect(text).toContain('Este correo lo envió Flota');
    expect(text).toMatch(/Si no (?:la|lo) esperaba|[Ss]i no fue usted/);
    expect(text.split('\n').at(-1)).toMatch(/did not expect it|it was not you/);
  });

  test('has no link of its own, and that of the front end where the stage names one', () => {
    expect(text).not.toMatch(/https?:/);
    expect(mails.withLink(text, undefined)).toBe(text);
    expect(mails.withLink(text, 'none')).toBe(text);
    expect(mails.withLink(text, 'https://flota.example')).toBe(
      `${text}\n\nAbrir Flota / Open Flota: https://flota.example`,
    );
  });
});

test.each(['FAILING', 'GONE'] as const)(
  'desk 4.3: the mail about a webhook endpoint that was disabled (%s) is in Spanish with a line of English, says who sent it and what to do',
  (reason) => {
    const { subject, text } = webhookDisabledMail(TO, reason);
    const lines = text.split('\n');
    expect(lines.at(-1)).toMatch(/^In English: .*Repair it, enable it and request the missed events\.$/);
    expect(lines.slice(0, -1).join('\n')).not.toMatch(/\b(?:the|events?|endpoint|te|tu|tus)\b/i);
    expect(subject).toBe('Se deshabilitó un destino de webhooks');
    expect(text).toContain('Este correo lo envió Flota');
    expect(text).toMatch(/puede repararlo, habilitarlo de nuevo y pedir los eventos faltantes/);
  },
);
