import { type Answer, type Call, type Send, sender } from '../../journeys/http';
import { signIn } from '../../journeys/sign-in';
import { type ServerProcess, startServer } from '../../local/support/server';

/** A session lives 15 minutes; renewed well before. */
const SESSION_MS = 8 * 60_000;

/** A local server that is killed and started again on the same data while others use it. */
export class FallingServer {
  private server: ServerProcess | undefined;
  private send: Send = () => Promise.reject(new Error('The server was not started.'));
  private up: Promise<void> = Promise.resolve();
  private readonly sessions = new Map<string, { token: Promise<string>; until: number }>();
  kills = 0;

  constructor(private readonly dataDir: string) {}

  async start(): Promise<void> {
    const server = startServer(['--port', '0', '--data', this.dataDir]);
    this.send = sender(await server.url());
    this.server = server;
  }

  /** Kills it at once. Requests that come meanwhile wait until another is there. */
  kill(): void {
    const { server } = this;
    if (server === undefined) return;
    this.server = undefined;
    this.kills += 1;
    this.up = (async () => {
      server.child.kill('SIGKILL');
      await server.ended;
      await this.start();
    })();
    // Who asks next is told why there is none.
    this.up.catch(() => {});
  }

  async stop(): Promise<void> {
    await this.up.catch(() => {});
    await this.server?.interrupt();
  }

  /** The answer; undefined when none came. */
  async ask(route: string, email: string, call: Omit<Call, 'token'> = {}): Promise<Answer | undefined> {
    await this.up;
    try {
      const token = await this.tokenOf(email);
      return await this.send(route, { ...call, token });
    } catch (failure) {
      if (failure instanceof TypeError) return undefined;
      throw failure;
    }
  }

  /** Whoever comes first signs in, and the others wait for it: sign-ins are limited. */
  private async tokenOf(email: string): Promise<string> {
    const known = this.sessions.get(email);
    if (known && known.until > Date.now()) return known.token;
    const session = { token: signIn(this.send, email), until: Date.now() + SESSION_MS };
    this.sessions.set(email, session);
    session.token.catch(() => this.sessions.delete(email));
    return session.token;
  }
}
