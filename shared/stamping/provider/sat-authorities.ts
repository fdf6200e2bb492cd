import { X509Certificate } from 'node:crypto';
import { authorities } from './sat-authorities.json';

/** The SHA-256 fingerprints of the SAT's published test certificates of EKU9003173C9. The test authority's own certificate is not public. */
const TEST_FINGERPRINTS: readonly string[] = [
  '92:BE:3E:F4:48:E0:FD:01:46:7F:3B:0C:BD:8E:77:B5:68:D8:4E:A5:8F:22:F5:AF:A4:00:B2:EC:99:BB:BB:53',
  'EB:58:98:65:C5:4E:F8:C2:C0:AC:3D:90:7F:B6:52:0A:4F:66:27:60:DF:E1:58:F4:59:60:E2:4B:94:6C:86:FF',
];

/**
 * The certificates of the SAT's authorities that issue signing certificates (CSD), as DER in base64: AC4 (until 2023-05-25) and AC5 (until
 * 2027-05-03). An authority stays after its own end, because its signing certificates live for four years. Public certificates of the tax
 * authority, taken from CertsProd.zip in the PyPI package satcfdi 26.10.1 (MIT). `npm run authorities` adds one.
 */
export const satAuthorities = (certificates: readonly string[] = authorities): X509Certificate[] =>
  certificates.map((certificate) => new X509Certificate(Buffer.from(certificate, 'base64')));

/** True when the signature of an authority verifies. Issuer names prove nothing, because anyone can write them. */
export const isIssuedBySat = (certificate: X509Certificate): boolean =>
  satAuthorities().some(({ publicKey }) => certificate.verify(publicKey));

/** True for the SAT's published test certificates, which sign nothing with fiscal value. */
export const isTestCertificate = ({ fingerprint256 }: X509Certificate): boolean =>
  TEST_FINGERPRINTS.includes(fingerprint256);
