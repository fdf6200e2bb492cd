import { must, textAt } from './http';
import type { Person, World } from './world';

/** A taxpayer that does not exist: the owner of the SAT's test certificate. */
export const ISSUER = { legalName: 'ESCUELA KEMPER URGATE', taxRegime: '601', zipCode: '64000' };

export const configure = (person: Person, teamId: string, legalName = ISSUER.legalName) =>
  person.send('POST /invoices/organization', { teamId, ...ISSUER, legalName });

/** Uploads the SAT's test certificate for the team. */
export async function seal(world: World, person: Person, teamId: string) {
  const { cerFile, keyFile, password } = (await must(200, world.send('GET /_local/stamping/seal'))).body;
  return person.send('POST /invoices/certificate', { teamId, cerFile, keyFile, password });
}

/** An invoice by hand, ready to be stamped. Answers its id. */
export async function draft(person: Person, teamId: string): Promise<string> {
  const customer = { name: 'XENON INDUSTRIAL ARTICLES', rfc: 'XIA190128J61', zipCode: '76343', taxRegime: '601' };
  const client = await must(201, person.send('POST /clients', { teamId, ...customer }));
  const items = [{ description: 'Maniobras de carga', productKey: '78121601', price: 1850.5 }];
  const made = await must(201, person.send('POST /invoices', { teamId, clientId: textAt(client.body, 'id'), items }));
  return textAt(made.body, 'id');
}

export const stamp = (person: Person, teamId: string, id: string) =>
  person.send(`POST /invoices/${id}/stamp`, { teamId });
