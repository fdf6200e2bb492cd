import { commonPasswords } from '../../shared/identity/passwords/common';
import { lettersOf } from '../../shared/identity/passwords/letters';
import { refuseGuessablePassword } from '../../shared/identity/passwords/policy';

const OWNER = { email: 'ana.trevino85@fletes.mx', names: ['Ana Treviño', undefined, 'María de los Ángeles'] };
const refuse = (password: string, owner = OWNER) => refuseGuessablePassword('newPassword', password, owner);
const REFUSED = expect.objectContaining({ code: 'VALIDATION_FAILED', field: 'newPassword' });

test('doors 22: the list holds 3,000 passwords, of letters alone', () => {
  const all = [...commonPasswords()];
  expect(all).toHaveLength(3_000);
  expect(all.filter((entry) => !/^\p{L}+$/u.test(entry) || entry !== lettersOf(entry))).toEqual([]);
  expect(all).toEqual(expect.arrayContaining(['password', 'qwerty', 'dragon', 'iloveyou']));
});

test.each([
  'Password1!',
  'password123456',
  'P-a-s-s-w-o-r-d',
  '1q2w3e4r5t6y7u8i9o0p'
    .replace(/[^a-z]/g, '')
    .slice(0, 6)
    .padEnd(12, '7'),
  'Dragón-2026!!',
  'ＱＷＥＲＴＹ-123456',
  '1234567890',
  '8112345678',
  '¡!¡!¡!¡!¡!',
  'Flota-2026!',
  'F1l2o3t4a5!',
])('doors 22: %j is one that others guess first', (password) => {
  expect(() => refuse(password)).toThrow(REFUSED);
});

test.each([
  'AnaTrevino-7x',
  'mi treviño 77',
  'TREVIÑO-del-norte',
  'xx-ángeles-xx',
  'ana-maria-de-los-angeles',
  'Soy María y nada más',
])('doors 22: %j holds the own name or address', (password) => {
  expect(() => refuse(password)).toThrow(REFUSED);
});

test.each([
  'Camino-Largo-77',
  'De Monterrey a Laredo',
  'ana come tacos',
  'flota de camiones',
  'カミオンのながいみち',
  'password de camiones',
])('doors 22: %j is taken', (password) => {
  expect(() => refuse(password)).not.toThrow();
});

test('doors 22: words of fewer than five letters are no name, and an account may have neither name nor address', () => {
  expect(() => refuse('casa-luna-mar-rio', { email: 'luna@fletes.mx', names: ['Luna Río'] })).not.toThrow();
  expect(() => refuseGuessablePassword('password', 'Camino-Largo-77', {})).not.toThrow();
  expect(() => refuse('rio-mar-luna-rio', { email: 'x@fletes.mx', names: ['Luna Río'] })).toThrow(REFUSED);
});
