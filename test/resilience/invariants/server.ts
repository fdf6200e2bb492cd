import { type Answer, type Call, type Send, sender } from '../../journeys/http';
import { signIn } from '../../journeys/sign-in';
import { type ServerProcess, startServer } from '../../local/support/server';
import { isBroken } from '../attack/breaks';

/** Sessions are renewed well before their 15 minutes end. */
const SESSION_MS = 8 * 60_000;

/** A local server that is killed and restarted on the same data while clients use it. */
export class FallingServer {
  private server: ServerProcess | undefined;
  private send: Send = () => Promise.reject(new Error('The server was not started.'));
  private up: Promise<void> = Promise.resolve();
  private readonly boxes = new Map<string, Answer>();
  private address = '';
  private calm = 0;
  private readonly sessions = new Map<string, { token: Promise<string>; until: number }>();
  kills = 0;

  constructor(private readonly dataDir: string) {}

  async start(): Promise<void> {
    const server = startServer(['--port', '0', '--data', this.dataDir]);
    this.address = await server.url();
    this.send = sender(this.address);
    this.server = server;
  }

  /** Does work that a kill must not interrupt, because it cannot be repeated: the registration of an account. */
  async calmly(work: (url: string) => Promise<void>): Promise<void> {
    this.calm += 1;
    try {
      await this.up;
      await work(this.address);
    } finally {
      this.calm -= 1;
    }
  }

  /** Kills the server at once. Later requests wait for the next server. Returns false when no kill is possible now. */
  kill(): boolean {
    const { server } = this;
    if (server === undefined || this.calm > 0) return false;
    this.server = undefined;
    this.kills += 1;
    this.up = (async () => {
      server.child.kill('SIGKILL');
      await server.ended;
      await this.start();
    })();
    // The next request receives the error of a failed start.
    this.up.catch(() => {});
    return true;
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
      return this.late(route, await this.send(route, { ...call, token }));
    } catch (failure) {
      if (failure instanceof TypeError) return undefined;
      throw failure;
    }
  }

  /** The answer; while reads of boxes are late, the answer of the read before. */
  private late(route: string, answer: Answer): Answer {
    if (!isBroken('each read of a box is one read late') || !/^GET .*\/boxes\//.test(route)) return answer;
    const before = this.boxes.get(route) ?? answer;
    this.boxes.set(route, answer);
    return before;
  }

  /** Signs in once, and all other requests wait for it, because sign-ins are limited. */
  private async tokenOf(email: string): Promise<string> {
    const known = this.sessions.get(email);
    if (known && known.until > Date.now()) return known.token;
    const session = { token: signIn(this.send, email), until: Date.now() + SESSION_MS };
    this.sessions.set(email, session);
    session.token.catch(() => this.sessions.delete(email));
    return session.token;
  }
}
