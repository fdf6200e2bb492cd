import fc from 'fast-check';
import * as v from 'valibot';
import { accountExistsMail, invitationMail, Mail, recoveryMail, withoutLinks } from '../../shared/mail/mail';

const LINK = /https?:\/\/|www\.|[\p{L}\p{N}]\.\p{L}[\p{L}\p{N}]/iu;

describe('names in mails', () => {
  test.each([
    ['Transportes del Norte', 'Transportes del Norte'],
    ['Ana López', 'Ana López'],
    ['Ana  \n López', 'Ana López'],
    ['Gana en https://evil.example/x?y=1 ya', 'Gana en ya'],
    ['HTTP://EVIL.EXAMPLE', ''],
    ['www.evil.example', ''],
    ['evil.example/path', ''],
    ['visita evil.mx', 'visita'],
    ['Fletes <b>rápidos</b>', 'Fletes b rápidos /b'],
    ['[aquí](evil.mx)', 'aquí'],
    ['Fletes Pérez Hnos. S.A. de C.V.', 'Fletes Pérez Hnos. S.A. de C.V.'],
    ['Grupo 1.5 S. de R.L.', 'Grupo 1.5 S. de R.L.'],
    ['visita:evil.mx', ''],
    ['evil。example', ''],
    ['ruta57.mx 57.mx -.mx', ''],
    ['+.mx', '+.mx'],
  ])('%j is shown as %j', (name, shown) => {
    expect(withoutLinks(name)).toBe(shown);
  });

  test.each(['evil<.example', 'evil<>.example', 'evil[.example', 'www<.evil', 'http<://evil', 'evil(.)example'])(
    '%j does not become a link by what is taken out of it',
    (name) => {
      expect(withoutLinks(name)).not.toMatch(LINK);
    },
  );

  test('hold no link and no broken character, whatever the name is', () => {
    const pieces = fc.constantFrom(
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
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 120 }), (parts) => {
        const shown = withoutLinks(parts.join(''));
        expect(shown).not.toMatch(LINK);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(400);
      }),
    );
  });

  test('are cut to 200 characters, and no character in two', () => {
    expect(withoutLinks('x'.repeat(300))).toBe('x'.repeat(200));
    expect(withoutLinks(`x${'🚚'.repeat(300)}`)).toBe(`x${'🚚'.repeat(199)}`);
  });
});

describe('an invitation', () => {
  test('says who, to which team, and with which address', () => {
    const mail = invitationMail('luis@empresa.mx', 'Ana López', 'Transportes del Norte');
    expect(mail).toMatchObject({
      to: 'luis@empresa.mx',
      subject: 'Ana López te invita al equipo Transportes del Norte',
    });
    expect(mail.text).toContain('(luis@empresa.mx)');
    expect(v.is(Mail, mail)).toBe(true);
  });

  test('of names that are nothing but links still reads as a sentence', () => {
    expect(invitationMail('luis@empresa.mx', 'evil.mx', 'www.evil.mx').subject).toBe(
      'Un colega te invita al equipo un equipo',
    );
  });

  test('has a subject of one line', () => {
    expect(invitationMail('luis@empresa.mx', 'Ana\r\nBcc: x', 'Norte').subject).not.toMatch(/[\r\n]/);
  });
});

test.each([
  ['somebody registered with it again', accountExistsMail, 'Ya tienes una cuenta', 4, 'Alguien intentó registrarse'],
  [
    'the second factor was taken off',
    recoveryMail,
    'Se recuperó el acceso a tu cuenta',
    5,
    'Alguien entró a tu cuenta',
  ],
])('an address is told that %s', (_, mailTo, subject, lines, beginning) => {
  const mail = mailTo('ana@empresa.mx');
  expect(mail).toMatchObject({ to: 'ana@empresa.mx', subject });
  const paragraphs = mail.text.split('\n');
  expect(paragraphs).toHaveLength(lines);
  expect(paragraphs.filter((line) => line === '')).toHaveLength(1);
  expect(mail.text.startsWith(beginning)).toBe(true);
  expect(v.is(Mail, mail)).toBe(true);
});

test('an invitation has a blank line before what to do', () => {
  const { text } = invitationMail('luis@empresa.mx', 'Ana', 'Norte');
  expect(text.split('\n').map((line) => line === '')).toEqual([false, true, false, false]);
});
