import { expectStatus, textAt } from '../../journeys/http';
import { PASSWORD } from '../../journeys/sign-in';
import { sendFrom } from '../send-from';

/** An account creates at most ten teams a day. A creation that is sent again after a kill is counted again. */
const TEAMS_OF_AN_OWNER = 5;

/** The accounts that own the teams. When one has enough teams, it registers another. */
export class Owners {
  private readonly accounts: Promise<string>[];
  private teams = 0;

  /** `register` opens an account with the seed's password. The first owner exists. */
  constructor(
    first: string,
    private readonly register: (email: string, address: string) => Promise<void>,
  ) {
    this.accounts = [Promise.resolve(first)];
  }

  /** The address of the account that creates the next team. */
  next(): Promise<string> {
    const nth = Math.floor(this.teams / TEAMS_OF_AN_OWNER);
    this.teams += 1;
    const account = this.accounts[nth] ?? this.open(nth);
    this.accounts[nth] = account;
    return account;
  }

  /** Each account registers from an address of its own, because the registrations of one address are limited. */
  private async open(nth: number): Promise<string> {
    const email = `cuenta${nth}@demo.mx`;
    await this.register(email, `127.2.${Math.floor(nth / 250)}.${1 + (nth % 250)}`);
    return email;
  }
}

/** Opens an account as a user does: by the mailed code. */
export async function registerAt(url: string, email: string, address: string): Promise<void> {
  const post = (route: string, body: object) => sendFrom(url, address, `POST /auth/${route}`, { body });
  await expectStatus(201, post('register', { email, name: 'Dueña' }));
  const mails = await expectStatus(
    200,
    sendFrom(url, address, `GET /_local/outbox?to=${encodeURIComponent(email)}`, {}),
  );
  const body = { email, code: textAt(mails, 'messages.0.code'), password: PASSWORD };
  await expectStatus(200, post('register/confirm', body));
}
