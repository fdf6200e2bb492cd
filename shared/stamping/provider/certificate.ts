import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import { isSameName, legalNameOf, withoutCompanyForm } from '../../platform/values/legal-name';
import type { Text } from '../../platform/values/text';
import type { SealUpload, SigningCertificate } from '../organization/organization';
import type { CertificateFiles } from './organizations';
import { isIssuedBySat, isTestCertificate } from './sat-authorities';

export interface CheckedCertificate extends CertificateFiles, SigningCertificate {}

/**
 * Checks a signing certificate before it is uploaded. Each defect throws PROVIDER_ERROR, the interface's code for a
 * rejected certificate, with its own message. No message contains the files or the password.
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
      const sealName = nameOf(certificate);
      if (!certificate.checkPrivateKey(readPrivateKey(files.privateKey, files.password))) {
        throw rejected({
          en: 'The private key does not belong to the certificate. Send the .cer and .key files of the same CSD.',
          es: 'La llave privada no corresponde al certificado. Envíe los archivos .cer y .key del mismo CSD.',
        });
      }
      if (expectedRfc !== undefined && rfc !== expectedRfc) {
        throw rejected({
          en: `The certificate belongs to ${rfc}, but the organization’s RFC is ${expectedRfc}. Send the organization’s own CSD.`,
          es: `El certificado es de ${rfc}, pero el RFC de la organización es ${expectedRfc}. Envíe el CSD de la propia organización.`,
        });
      }
      assertValidNow(certificate, context.now());
      assertIssuer(certificate, context.env('ACCEPT_TEST_SEALS') === 'true');
      return {
        ...files,
        rfc,
        sealName,
        csdSerial: serialOf(certificate),
        csdExpiresAt: new Date(certificate.validTo).toISOString(),
      };
    },
  ['ACCEPT_TEST_SEALS'],
);

/** The SAT's own serial numbers begin so. Those of its test authority begin with 30001. */
const SERIAL_OF_SAT = /^00001/;

const NOT_OF_SAT = {
  en: 'The SAT did not issue this certificate. Download your CSD from the SAT and send its .cer and .key files.',
  es: 'El SAT no expidió este certificado. Descargue su CSD del SAT y envíe sus archivos .cer y .key.',
};

const AUTHORITY = 'SERVICIO DE ADMINISTRACION TRIBUTARIA';

/**
 * A quick filter before the signature: the SAT's name in the issuer, and a serial of 20 digits.
 * The SAT's older authority writes its name in small letters with an accent.
 */
const hasFormOfSat = (certificate: X509Certificate): boolean =>
  isSameName(fieldsOf(certificate.issuer).get('O') ?? '', AUTHORITY) && /^\d{20}$/.test(serialOf(certificate));

/** The holder's name as documents contain it: the CN without its company form. */
function nameOf({ subject }: X509Certificate): string {
  const name = legalNameOf(fieldsOf(subject).get('CN') ?? '');
  if (name === '')
    throw rejected({
      en: 'The certificate in cerFile has no name (CN). Send the .cer file of the CSD.',
      es: 'El certificado en cerFile no lleva nombre (CN). Envíe el archivo .cer del CSD.',
    });
  return withoutCompanyForm(name);
}

/** A certificate that anyone can make would put false documents into the carrier's name, so its signature is verified. */
function assertIssuer(certificate: X509Certificate, acceptsTest: boolean): void {
  if (certificate.subject === certificate.issuer)
    throw rejected({
      en: 'The certificate is self-signed. Download your CSD from the SAT and send its .cer and .key files.',
      es: 'El certificado está firmado por sí mismo. Descargue su CSD del SAT y envíe sus archivos .cer y .key.',
    });
  if (!hasFormOfSat(certificate)) throw rejected(NOT_OF_SAT);
  if (acceptsTest && isTestCertificate(certificate)) return;
  if (SERIAL_OF_SAT.test(serialOf(certificate)) && isIssuedBySat(certificate)) return;
  throw rejected(
    isTestCertificate(certificate)
      ? {
          en: 'This is a test certificate of the SAT. Send the .cer and .key files of your own CSD.',
          es: 'Este es un certificado de prueba del SAT. Envíe los archivos .cer y .key de su propio CSD.',
        }
      : NOT_OF_SAT,
  );
}

const rejected = (message: Text): AppError => new AppError('PROVIDER_ERROR', { message });

/** The first byte of both files: DER content begins with a sequence. */
const SEQUENCE = 0x30;

function readCertificate(file: Buffer): X509Certificate {
  try {
    if (file[0] === SEQUENCE) return new X509Certificate(file);
  } catch {
    // OpenSSL's message would not help the member.
  }
  throw rejected({
    en: 'The file in cerFile is not a certificate. Send the .cer file of the CSD.',
    es: 'El archivo en cerFile no es un certificado. Envíe el archivo .cer del CSD.',
  });
}

/**
 * The RFC in the certificate's subject. A legal entity's subject also has the RFC of its representative, after a slash.
 * Throws when the certificate is not a CSD.
 */
function rfcOf({ subject }: X509Certificate): string {
  const fields = fieldsOf(subject);
  const rfc = fields.get('x500UniqueIdentifier')?.split('/')[0]?.trim();
  if (!rfc)
    throw rejected({
      en: 'The certificate in cerFile has no RFC, so the SAT did not issue it. Send the .cer file of the CSD.',
      es: 'El certificado en cerFile no lleva RFC, así que el SAT no lo expidió. Envíe el archivo .cer del CSD.',
    });
  if (!fields.has('OU')) {
    throw rejected({
      en: 'The certificate in cerFile is an e.firma (FIEL), not a CSD. Get a CSD from the SAT and send its files.',
      es: 'El certificado en cerFile es una e.firma (FIEL), no un CSD. Obtenga un CSD del SAT y envíe sus archivos.',
    });
  }
  return rfc;
}

/** The fields of a distinguished name, one on each line. Node escapes some signs with a backslash (RFC 2253). */
const fieldsOf = (name: string): Map<string, string> =>
  new Map(name.split('\n').map((line) => splitOnce(line.replace(/\\(.)/g, '$1'))));

function splitOnce(line: string): [string, string] {
  const at = line.indexOf('=');
  return [line.slice(0, at), line.slice(at + 1)];
}

/** The common prefix of the object identifiers of all password-based encryptions (PKCS #5), in DER. */
const PASSWORD_BASED = Buffer.from('2a864886f70d0105', 'hex');

function readPrivateKey(key: Buffer, passphrase: string): KeyObject {
  if (key[0] !== SEQUENCE || !key.includes(PASSWORD_BASED)) {
    throw rejected({
      en: 'The file in keyFile is not an encrypted private key. Send the .key file of the CSD.',
      es: 'El archivo en keyFile no es una llave privada cifrada. Envíe el archivo .key del CSD.',
    });
  }
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8', passphrase });
  } catch {
    // A wrong password can also decrypt to meaningless bytes. OpenSSL then reports other errors, so every error here
    // means a wrong password.
    throw rejected({
      en: 'The password does not open the private key. Check it and send the files again.',
      es: 'La contraseña no abre la llave privada. Revísela y vuelva a enviar los archivos.',
    });
  }
}

function assertValidNow({ validFrom, validTo }: X509Certificate, now: Date): void {
  const [from, to] = [new Date(validFrom), new Date(validTo)];
  const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);
  if (now < from)
    throw rejected({
      en: `The certificate is not valid before ${dayOf(from)}. Send it then, or send one that is valid now.`,
      es: `El certificado no es válido antes del ${dayOf(from)}. Envíelo entonces, o envíe uno que ya sea válido.`,
    });
  if (now > to)
    throw rejected({
      en: `The certificate expired on ${dayOf(to)}. Get a new CSD from the SAT and send its files.`,
      es: `El certificado venció el ${dayOf(to)}. Obtenga un CSD nuevo del SAT y envíe sus archivos.`,
    });
}

/** The SAT stores the serial number as digits, one ASCII byte for each digit. */
const serialOf = ({ serialNumber }: X509Certificate): string => Buffer.from(serialNumber, 'hex').toString('latin1');
