import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..', 'support', 'tls');

/** The certificate of hooks.example.com, from an authority that only this test trusts. */
export const TLS = { key: readFileSync(join(FOLDER, 'hooks.key')), cert: readFileSync(join(FOLDER, 'hooks.pem')) };

/** The variables with which the functions of the emulator reach the receiver behind its public name. */
export const toReceiver = (port: number): Record<string, string> => ({
  NODE_OPTIONS: `--require ${join(__dirname, 'wire.cjs')}`,
  NODE_EXTRA_CA_CERTS: join(FOLDER, 'authority.pem'),
  RECEIVER_PORT: String(port),
});
