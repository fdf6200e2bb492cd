import * as v from 'valibot';
import { asIs, isText, Message, said } from '../../../shared/platform/values/text';

describe('desk 4.1: a message', () => {
  const TEXT = { en: 'Trip started.', es: 'Viaje iniciado.' };

  test.each([
    [undefined, 'Trip started.'],
    ['en', 'Trip started.'],
    ['es', 'Viaje iniciado.'],
    ['fr', 'Trip started.'],
  ])('for %s is %s', (lang, message) => {
    const answer = v.object({ message: Message });
    expect(v.parse(answer, { message: TEXT }, lang === undefined ? {} : { lang })).toEqual({ message });
    expect(said(TEXT)({ lang })).toBe(message);
  });

  test('of an earlier release stays as it is, and something else is none', () => {
    expect(v.parse(Message, 'Stored.', { lang: 'es' })).toBe('Stored.');
    expect([undefined, null, 7, {}, { en: 'A.' }, { en: 'A.', es: 7 }].filter((one) => v.is(Message, one))).toEqual([]);
    expect(Message['~standard'].validate(TEXT)).toEqual({ typed: true, value: 'Trip started.' });
  });

  test('of another party is the same in each language', () => {
    expect(asIs('CFDI40143')).toEqual({ en: 'CFDI40143', es: 'CFDI40143' });
    expect(isText(asIs(''))).toBe(true);
    expect(isText('CFDI40143')).toBe(false);
  });
});
