import { hasCompanyForm, legalNameOf, withoutCompanyForm } from '../../../shared/platform/values/legal-name';

test.each([
  ['  Cervecería   del\tBajío ', 'CERVECERÍA DEL BAJÍO'],
  ['UNIVERSIDAD ROBOTICA ESPAN\u0303OLA', 'UNIVERSIDAD ROBOTICA ESPAÑOLA'],
  ['Peña & Núñez', 'PEÑA & NÚÑEZ'],
  ['\u0390', '\u03aa\u0301'],
])('tax M1: %j is sent as %j', (text, sent) => {
  expect(legalNameOf(text)).toBe(sent);
});

test.each([
  'SA',
  'SA DE CV',
  'S.A. DE C.V.',
  'S. A. DE C. V.',
  'S A DE C V',
  ', S.A. DE C.V.',
  'SAB',
  'SAB DE CV',
  'SAPI',
  'S.A.P.I. DE C.V.',
  'S DE RL',
  'S. DE R.L.',
  'S DE RL DE CV',
  'S. DE R.L. DE C.V.',
  'S DE RL MI',
  'S DE RL DE CV MI',
  'SC',
  'S.C.',
  'AC',
  'A.C.',
  'SAS',
  'SAS DE CV',
  'SPR',
  'SPR DE RL',
  'S.P.R. DE R.L.',
])('tax M1: the company form %s is known at the end of a name', (form) => {
  const name = `ESCUELA KEMPER URGATE${form.startsWith(',') ? '' : ' '}${form}`;
  expect(withoutCompanyForm(name)).toBe('ESCUELA KEMPER URGATE');
  expect(hasCompanyForm(name)).toBe(true);
});

test.each(['CASA', 'TRANSPORTES SAC', 'SA DE CV', 'GRUPO SA NORTE', 'LOGISTICA DEL SUR', 'XENON INDUSTRIAL ARTICLES'])(
  'tax M1: the name %s has no company form at its end',
  (name) => {
    expect(withoutCompanyForm(name)).toBe(name);
  },
);
