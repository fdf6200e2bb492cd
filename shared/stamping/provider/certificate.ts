import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import type { SealUpload, SigningCertificate } from '../organization/organization';
import type { CertificateFiles } from './organizations';

export interface CheckedCertificate extends CertificateFiles, SigningCertificate {}

/**
 * Checks a seal before the provider sees it. Whatever is wrong is PROVIDER_ERROR with a sentence of its own, which is what
 * the contract calls a rejected certificate. Neither files nor password stand in it.
 */
export const checkCertificateFiles = capability(
  {},
  (context) =>
    (
      upload: Pick<SealUpload, 'cerFile' | 'keyFile' | 'password'>,
      expectedRfc: string | undefined,
    ): CheckedCertificate => {
      const files = {
        certificate: Buffer.from(upload.cerFile, 'base64'),
        privateKey: Buffer.from(upload.keyFile, 'base64'),
        password: upload.password,
      };
      const certificate = readCertificate(files.certificate);
      const rfc = rfcOf(certificate);
      if (!certificate.checkPrivateKey(readPrivateKey(files.privateKey, files.password))) {
        throw rejected('The private key is not that of the certificate. Send the .cer and the .key file of one seal.');
      }
      if (expectedRfc !== undefined && rfc !== expectedRfc) {
        throw rejected(
          `The seal is of ${rfc}, and the organization is ${expectedRfc}. Send the organization’s own seal.`,
        );
      }
      refuseUnlessValid(certificate, context.now());
      return {
        ...files,
        rfc,
        csdSerial: serialOf(certificate),
        csdExpiresAt: new Date(certificate.validTo).toISOString(),
      };
    },
);

const rejected = (message: string): AppError => new AppError('PROVIDER_ERROR', { message });

/** First byte of every file in DER: both begin with a sequence. */
const SEQUENCE = 0x30;

function readCertificate(file: Buffer): X509Certificate {
  try {
    if (file[0] === SEQUENCE) return new X509Certificate(file);
  } catch {
    // What OpenSSL says of it would not help who sent it.
  }
  throw rejected('The file in cerFile is not a certificate. Send the .cer file of the seal.');
}

/** The RFC of whom a seal is; of a legal entity its representative's follows. Refuses what is no seal. */
function rfcOf({ subject }: X509Certificate): string {
  const fields = new Map(subject.split('\n').map((line) => splitOnce(line)));
  const rfc = fields.get('x500UniqueIdentifier')?.split('/')[0]?.trim();
  if (!rfc) throw rejected('The certificate names no RFC, so it is none of the SAT. Send the .cer file of the seal.');
  if (!fields.has('OU')) {
    throw rejected('This is an e.firma (FIEL), not a digital seal (CSD). Get a seal from the SAT and send its files.');
  }
  return rfc;
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf('=');
  return [line.slice(0, at), line.slice(at + 1)];
}

/** What the object identifiers of all password-based encryptions begin with (PKCS #5), as DER has it. */
const PASSWORD_BASED = Buffer.from('2a864886f70d0105', 'hex');

function readPrivateKey(key: Buffer, passphrase: string): KeyObject {
  if (key[0] !== SEQUENCE || !key.includes(PASSWORD_BASED)) {
    throw rejected('The file in keyFile is not an encrypted private key. Send the .key file of the seal.');
  }
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8', passphrase });
  } catch {
    // A wrong password can also decrypt to nonsense, which OpenSSL then calls by other names.
    throw rejected('The password does not open the private key. Check it and send the files again.');
  }
}

function refuseUnlessValid({ validFrom, validTo }: X509Certificate, now: Date): void {
  const [from, to] = [new Date(validFrom), new Date(validTo)];
  const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);
  if (now < from) throw rejected(`The seal is not valid before ${dayOf(from)}. Send it then, or send the present one.`);
  if (now > to) throw rejected(`The seal expired on ${dayOf(to)}. Get a new one from the SAT and send its files.`);
}

/** The SAT writes its own serial number as digits, each of them a byte. */
const serialOf = ({ serialNumber }: X509Certificate): string => Buffer.from(serialNumber, 'hex').toString('latin1');
