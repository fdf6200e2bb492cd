import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authorities } from '../shared/stamping/provider/sat-authorities.json';

/**
 * `npm run authorities -- FILE.cer`: adds a certificate of the SAT's authority (DER, as the SAT publishes it) to those that the service
 * trusts. Prints the fingerprint, which a person compares with the one that the SAT publishes. Without a file it lists the known ones.
 */
const DATA = join(__dirname, '..', 'shared', 'stamping', 'provider', 'sat-authorities.json');

/** The new list. Throws with the reason when the file is no authority, is known, or belongs to the SAT's test authority. */
export function withAuthority(known: readonly string[], file: Buffer): string[] {
  const certificate = new X509Certificate(file);
  if (!certificate.ca)
    throw new Error('This certificate may not issue others. Pass the certificate of the authority, not a CSD.');
  if (!/SERVICIO DE ADMINISTRACION TRIBUTARIA/i.test(plain(certificate.subject)))
    throw new Error('The subject of this certificate is not the Servicio de Administración Tributaria.');
  if (/\bUAT\b|PRUEBAS/i.test(certificate.subject))
    throw new Error("This is the SAT's test authority. Production must not trust it.");
  const entry = certificate.raw.toString('base64');
  if (known.includes(entry)) throw new Error('The service knows this authority already.');
  return [...known, entry];
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

const described = (entry: string): string => {
  const { serialNumber, validTo, fingerprint256 } = new X509Certificate(Buffer.from(entry, 'base64'));
  return `${Buffer.from(serialNumber, 'hex').toString('ascii')}, until ${validTo}, SHA-256 ${fingerprint256}`;
};

function main([file]: readonly string[]): void {
  if (file !== undefined) {
    const changed = withAuthority(authorities, readFileSync(file));
    writeFileSync(DATA, `${JSON.stringify({ authorities: changed }, null, 2)}\n`);
    console.log(
      `Added. Compare the last fingerprint with the one that the SAT publishes, then run npm test and deploy.`,
    );
    for (const entry of changed) console.log(described(entry));
    return;
  }
  for (const entry of authorities) console.log(described(entry));
}

if (require.main === module) main(process.argv.slice(2));
