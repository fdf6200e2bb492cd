import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { startCloud } from '../../../local/cloud';
import { clientOf, type OutboundCall, type Runtime } from '../../../shared/platform/runtime/context';
import { tableClient } from '../../../shared/platform/table/client';
import { expectStatus, type Send, textAt, valueAt } from '../../journeys/http';
import { ADDRESS, openApp } from '../../journeys/sign-in';
import { attachBreak } from '../attack/breaks';
import { sendFrom } from '../send-from';

export const PASSWORD = 'Camino-Largo-77';

/** The parts of an answer that an attacker sees. */
export interface Seen {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
  readonly retryAfter: number;
  readonly milliseconds: number;
  /** The outbound calls of our functions during the request, without mails. */
  readonly calls: readonly string[];
}

export interface Request {
  readonly token?: string | undefined;
  readonly body?: unknown;
}

/** The whole service on this machine, called over HTTP from any source address: all of 127.0.0.0/8 is this machine. */
export interface Stack {
  readonly ask: (route: string, request: Request, address?: string) => Promise<Seen>;
  /** Sends a request from a new address, so that the preparation of a test uses up none of its limits. */
  readonly send: Send;
  readonly codeFor: (email: string) => Promise<string>;
  /** Holds the next `requests` requests before their first transaction until all of them have reached it. */
  readonly meet: (requests: number) => void;
  /** An address without earlier requests. */
  readonly newAddress: () => string;
  /** A mail address without earlier use. */
  readonly newName: () => string;
  readonly stop: () => Promise<void>;
}

export async function openStack(): Promise<Stack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fleet-limits-'));
  // Separates the calls of a request from those of schedules that run at the same time.
  const own = new AsyncLocalStorage<OutboundCall[]>();
  let calls: OutboundCall[] = [];
  let gate: Gate | undefined;
  const clients: Runtime['clients'] = new Map();
  const cloud = await startCloud({
    dataDir,
    runtime: {
      clients,
      outbound: async (call, send) => {
        const mine = own.getStore();
        mine?.push(call);
        if (mine && call.action === 'TransactWriteItems') await gate?.pass();
        return send();
      },
    },
    around: ({ event }, run) => {
      if (!v.is(HttpEvent, event)) return run();
      calls = [];
      return own.run(calls, run);
    },
  });
  attachBreak(clientOf(clients, tableClient));
  let addresses = 0;
  let names = 0;
  const newAddress = (): string => {
    addresses += 1;
    return `127.1.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
  };
  const ask: Stack['ask'] = async (route, request, address = newAddress()) => {
    const startedAt = performance.now();
    const { status, headers, text, body } = await sendFrom(cloud.url, address, route, request);
    const milliseconds = performance.now() - startedAt;
    const seen = calls.flatMap(({ resource, action }) =>
      resource.startsWith('mail') ? [] : [`${resource} ${action}`],
    );
    return { status, text, body, milliseconds, retryAfter: Number(headers.get('retry-after') ?? 0), calls: seen };
  };
  const send: Send = (route, request = {}) => sendFrom(cloud.url, newAddress(), route, request);
  return {
    ask,
    send,
    meet: (requests) => {
      gate = new Gate(requests);
    },
    newAddress,
    newName: () => {
      names += 1;
      return `persona${names}@fletes.mx`;
    },
    codeFor: async (email) =>
      textAt(await expectStatus(200, send(`GET /_local/outbox?to=${encodeURIComponent(email)}`)), 'messages.0.code'),
    stop: async () => {
      await cloud.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Holds its callers until `many` have arrived, then stays open. */
class Gate {
  private open = (): void => {};
  private readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
  private come = 0;

  constructor(private readonly many: number) {}

  pass(): Promise<void> {
    this.come += 1;
    if (this.come === this.many) this.open();
    return this.opened;
  }
}

const HttpEvent = v.object({ routeKey: v.string() });

/** Makes accounts as users do. */
export class People {
  private office: Promise<{ token: string; team: string }> | undefined;

  constructor(private readonly stack: Stack) {}

  /** An address without an account. */
  nobody(): string {
    return this.stack.newName();
  }

  /** An account whose address is not confirmed yet. */
  async waiting(): Promise<string> {
    const email = this.nobody();
    const body = { email, password: PASSWORD, name: 'Ana' };
    await expectStatus(201, this.stack.send('POST /auth/register', { body }));
    return email;
  }

  async confirmed(email?: string): Promise<string> {
    const address = email ?? (await this.waiting());
    const body = { email: address, code: await this.stack.codeFor(address), password: PASSWORD };
    await expectStatus(200, this.stack.send('POST /auth/register/confirm', { body }));
    return address;
  }

  /** The tokens of a new session. The address becomes the account's home. */
  async signIn(email: string, address = this.stack.newAddress()) {
    const { status, text, body } = await this.stack.ask(
      'POST /auth/login',
      { body: { email, password: PASSWORD } },
      address,
    );
    if (status !== 200) throw new Error(`${email} cannot sign in: ${status} ${text}`);
    const at = (path: string) => String(valueAt(body, path));
    return {
      access: at('tokens.accessToken'),
      refresh: at('tokens.refreshToken'),
      id: at('user.id'),
      session: at('session'),
    };
  }

  /** The user name of a driver with app access. */
  async driver(): Promise<string> {
    this.office ??= this.openOffice();
    const { token, team } = await this.office;
    const body = { name: `Chofer ${this.nobody()}` };
    const made = await expectStatus(201, this.stack.send(`POST /teams/${team}/drivers`, { token, body }));
    return (await openApp(this.stack.send, token, team, textAt(made, 'driver.id'))).username;
  }

  private async openOffice(): Promise<{ token: string; team: string }> {
    const { access: token } = await this.signIn(await this.confirmed());
    const body = { name: 'Fletes Treviño', address: ADDRESS };
    return {
      token,
      team: textAt(await expectStatus(201, this.stack.send('POST /teams', { token, body })), 'team.teamId'),
    };
  }
}
