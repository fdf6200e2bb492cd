import { checkCertificateFiles } from '../../shared/stamping/provider/certificate';
import { makeTestContext } from '../support/engine-runtime';
import { SEAL } from '../support/seals';

/** The signature of every certificate counts as good here, so that only the filter before it can refuse one. */
jest.mock('../../shared/stamping/provider/sat-authorities', () => ({
  isIssuedBySat: () => true,
  isTestCertificate: () => true,
}));

const file = Buffer.from(SEAL.cerFile, 'base64');

/** The certificate with one text of its names or its serial replaced by another one of the same length. */
function withText(from: string, to: string, which: 'first' | 'last' = 'first'): string {
  const [before, after] = [Buffer.from(from, 'latin1'), Buffer.from(to, 'latin1')];
  const at = which === 'first' ? file.indexOf(before) : file.lastIndexOf(before);
  if (at < 0 || before.length !== after.length)
    throw new Error(`The certificate has no text "${from}" of that length.`);
  const forged = Buffer.from(file);
  after.copy(forged, at);
  return forged.toString('base64');
}

const check = (cerFile: string) => {
  const testContext = makeTestContext();
  return testContext.use(checkCertificateFiles)({ ...SEAL, cerFile }, undefined);
};

const SAT = 'SERVICIO DE ADMINISTRACION TRIBUTARIA';
const SERIAL = '30001000000500003416';
/** The object identifier of a CN, and one of the same length for a description. */
const [CN, DESCRIPTION] = ['\x06\x03\x55\x04\x03', '\x06\x03\x55\x04\x0d'];
const NOT_OF_SAT = 'The SAT did not issue this certificate.';

test.each([
  ['as it is', SAT],
  ['in small letters', SAT.toLowerCase()],
])('tax M3: the issuer’s O %s is the SAT’s', (_, name) => {
  expect(check(withText(SAT, name))).toMatchObject({ rfc: 'EKU9003173C9', csdSerial: SERIAL });
});

test.each([
  'SERVICIO DE ADMINISTRACION TRIBUTARIO',
  'SERVICIO DE ADMINISTRACION TRIBUTAR A',
  'SERVICIO DE ADMINISTRACION TRIBUTARI.',
  'X SERVICIO DE ADMINISTRACION TRIBUTAR',
  ' '.repeat(SAT.length),
])('tax M3: refuses a certificate whose issuer has the O “%s”', (name) => {
  expect(() => check(withText(SAT, name))).toThrow(NOT_OF_SAT);
});

test.each(['3000100000050000341A', '3000100000050000341 ', '-0001000000500003416', '300010000005000\n3416'])(
  'tax M3: refuses a certificate whose serial is not 20 digits: %j',
  (serial) => {
    expect(() => check(withText(SERIAL, serial))).toThrow(NOT_OF_SAT);
  },
);

test('tax M3: takes another serial of 20 digits', () => {
  expect(check(withText(SERIAL, '30001000000500009999'))).toMatchObject({ csdSerial: '30001000000500009999' });
});

test('tax M3: refuses a certificate whose holder has no CN', () => {
  expect(() => check(withText(CN, DESCRIPTION, 'last'))).toThrow('has no name (CN)');
});
