import { checkCertificateFiles } from '../../shared/stamping/provider/certificate';
import { satAuthorities } from '../../shared/stamping/provider/sat-authorities';
import { ENVIRONMENT, makeTestContext } from '../support/engine-runtime';
import { AUTHORITY_OF_TESTS, FORGED_SEAL, ISSUED_SEAL, ISSUED_TEST_SEAL } from '../support/seals';

/** The private keys of the SAT's authorities are not public, so these tests trust an authority of their own. */
const mockAuthorities = [AUTHORITY_OF_TESTS];
jest.mock('../../shared/stamping/provider/sat-authorities.json', () => ({
  get authorities() {
    return mockAuthorities;
  },
}));

function check(seal: typeof ISSUED_SEAL, ACCEPT_TEST_SEALS: 'true' | 'false') {
  const testContext = makeTestContext({ environment: { ...ENVIRONMENT, ACCEPT_TEST_SEALS } });
  return () => testContext.use(checkCertificateFiles)(seal, undefined);
}

const NOT_OF_SAT = 'The SAT did not issue this certificate';

describe('doors 23: the signature of a signing certificate', () => {
  test('tax M3: of a trusted authority is taken, where test certificates are and where they are not', () => {
    expect(satAuthorities()).toHaveLength(1);
    for (const accepts of ['true', 'false'] as const)
      expect(check(ISSUED_SEAL, accepts)()).toMatchObject({ rfc: 'EKU9003173C9', csdSerial: '00001000000700009999' });
  });

  test.each(['true', 'false'] as const)(
    'of another key is refused, with every name and the serial number of the SAT; test certificates are accepted: %s',
    (accepts) => expect(check(FORGED_SEAL, accepts)).toThrow(NOT_OF_SAT),
  );

  test.each(['true', 'false'] as const)(
    'is not enough for a serial number of the test authority; test certificates are accepted: %s',
    (accepts) => expect(check(ISSUED_TEST_SEAL, accepts)).toThrow(NOT_OF_SAT),
  );
});
