import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_SEAL } from '../../local/seed/seal';

/** A certificate, its private key and its password, as a client sends them. */
export interface SealFilesSent {
  readonly cerFile: string;
  readonly keyFile: string;
  readonly password: string;
}

const read = (file: string): string => readFileSync(join(__dirname, 'csd', file)).toString('base64');
const { cerFile, keyFile, password } = TEST_SEAL;

/** The SAT's public test certificates, all of one taxpayer. */
export const SEAL: SealFilesSent = { cerFile, keyFile, password };
export const EXPIRED_SEAL: SealFilesSent = {
  cerFile: read('csd_EKU9003173C9_expired2023.cer'),
  keyFile: read('csd_EKU9003173C9_expired2023.llave'),
  password,
};
/** Made for the tests: the holder signed it, and calls itself the SAT. Valid from 2026 for 20 years. */
export const SELF_SIGNED_SEAL: SealFilesSent = {
  cerFile: read('self_signed_EKU9003173C9.cer'),
  keyFile: read('self_signed_EKU9003173C9.llave'),
  password,
};
export const FIEL: SealFilesSent = {
  cerFile: read('fiel_EKU9003173C9.cer'),
  keyFile: read('fiel_EKU9003173C9.llave'),
  password,
};

const issued = (file: string): SealFilesSent => ({ cerFile: read(file), keyFile: read('issued.llave'), password });

/** Made for the tests: an authority with the names of the SAT's AC5, and certificates with these names as issuer. Valid from 2026 for 20 years. */
export const AUTHORITY_OF_TESTS = read('authority_of_tests.cer');
export const ISSUED_SEAL = issued('issued_00001.cer');
/** Of the same authority, with a serial number of the SAT's test authority. */
export const ISSUED_TEST_SEAL = issued('issued_30001.cer');
/** The same names and serial number as {@link ISSUED_SEAL}. Another key signed it. */
export const FORGED_SEAL = issued('forged_00001.cer');

export const LEGAL = { legalName: TEST_SEAL.legalName, taxRegime: TEST_SEAL.taxRegime, zipCode: '64000' };
