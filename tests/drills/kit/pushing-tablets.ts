import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import type { Session, TokenPair } from '#contract/identity/identity.schema.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import type { PushAnswer } from '#contract/sync/sync.schema.ts';
import { makeClass, makeMember, makeTenant } from '#server/seeds/factories.ts';
import { figure, type Row } from '../../bench/kit/figures.ts';
import { givesUpAfter, postTo, type Answer } from '../../bench/kit/tablet-post.ts';
import type { ServerFleet } from '../../support/server-fleet.ts';

const password = 'Quill-demo-1';
const usualSchools = ['greenfield', 'riverside'];
const tabletsPerSchool = 4;
/** Milliseconds after which a device whose line broke comes back. */
const comesBackAfter = 500;
/** The most seconds that a drill lets a tablet wait, whatever it was told. */
const longestWait = 5;

export interface Teacher {
  host: string;
  classId: string;
  access: string;
  userId: string;
}

interface Tablet {
  teacher: Teacher;
  clientId: string;
  place: number;
  /** Its own session, by which it renews its token where a server wants that. */
  access: string;
  refresh: string;
}

interface PushedFleet extends Pick<ServerFleet, 'installation' | 'ownerUrl'> {
  servers: readonly { readonly port: number }[];
}

/** Tablets of two schools that push one new child after the other, each until it is acknowledged, as the app does. */
export class PushingTablets {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #over = new AbortController();
  readonly #acknowledged: string[] = [];
  /** Answers that are neither 200 nor 503 with a time to come again. */
  readonly #wrong: string[] = [];
  #toldToWait = 0;
  #renewed = 0;
  #broken = 0;
  #longest = 0;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly fleet: PushedFleet,
    readonly teachers: readonly Teacher[],
    private readonly tablets: readonly Tablet[],
    /** Whether each call goes to another server than the one before it, as behind a balancer. */
    private readonly wanders: boolean,
  ) {}

  static async open(
    fleet: PushedFleet,
    { schools = usualSchools, wanders = false }: { schools?: readonly string[]; wanders?: boolean } = {},
  ): Promise<PushingTablets> {
    const agent = new Agent();
    const [server] = fleet.servers;
    const teachers: Teacher[] = [];
    const tablets: Tablet[] = [];
    for (const subdomain of schools) {
      const school = await makeTenant(fleet.installation, { subdomain });
      const email = `teacher@${subdomain}.test`;
      const teacher = await makeMember(fleet.installation, school, { role: 'teacher', email, password });
      const { id: classId } = await makeClass(fleet.installation, school, { teachers: [teacher] });
      const host = `${subdomain}.localhost`;
      const { path } = identityEndpoints.signIn;
      for (let place = 0; place < tabletsPerSchool; place += 1) {
        const body = { username: email, password };
        const answer = await postTo(agent, server?.port ?? 0, { host, path, body });
        const { access, refresh, user } = JSON.parse(answer.text) as Session;
        const known = { host, classId, access, userId: user.id };
        if (place === 0) teachers.push(known);
        tablets.push({ teacher: known, clientId: uuidv7(), place, access, refresh });
      }
    }
    return new PushingTablets(fleet, teachers, tablets, wanders);
  }

  get acknowledged(): number {
    return this.#acknowledged.length;
  }

  /** Tokens that a server wanted anew. */
  get renewed(): number {
    return this.#renewed;
  }

  start(): void {
    this.#running = Promise.all(this.tablets.map((tablet) => this.#pushOn(tablet)));
  }

  /** Each ends when what it sends is acknowledged. */
  async end(): Promise<void> {
    this.#over.abort();
    await this.#running;
    this.#agent.destroy();
  }

  /** Sends one call to one server, whatever becomes of it. */
  async push(port: number, tablet: Tablet, call: { seq: number; id: string }): Promise<Answer> {
    const { host, classId, userId } = tablet.teacher;
    const { access } = tablet;
    const students = [{ id: call.id, first_name: call.id, last_name: 'Drill' }];
    const queued = {
      seq: call.seq,
      mutation_id: call.id,
      v: 1,
      name: 'students.addToClass',
      input: { params: { classId }, body: { students } },
    };
    const body = { client_id: tablet.clientId, user_id: userId, calls: [queued] };
    const { path } = syncEndpoints.push;
    return await postTo(this.#agent, port, { host, path, body, access, patience: givesUpAfter });
  }

  /** What must hold of words, whatever happens to servers. */
  async rows(): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.fleet.ownerUrl });
    await client.connect();
    const { rows } = await client.query<{ name: string; count: string }>(
      "select first_name as name, count(*) from users where last_name = 'Drill' group by first_name",
    );
    await client.end();
    const counts = new Map(rows.map(({ name, count }) => [name, Number(count)]));
    const lost = this.#acknowledged.filter((id) => !counts.has(id));
    const doubled = [...counts.values()].filter((count) => count > 1);
    if (this.#wrong.length > 0) console.log([...new Set(this.#wrong)].join('\n'));
    return [
      { what: 'Calls that were acknowledged', ours: figure('', [this.#acknowledged.length]) },
      { what: '… of them lost', ours: figure('', [lost.length]), target: { most: 0 } },
      { what: '… doubled', ours: figure('', [doubled.length]), target: { most: 0 } },
      {
        what: 'Answers that were neither right nor 503 with a time to come again',
        ours: figure('', [this.#wrong.length]),
        target: { most: 0 },
      },
      { what: 'Answers that said when to come again', ours: figure('', [this.#toldToWait]) },
      { what: 'Connections that broke or were given up', ours: figure('', [this.#broken]) },
      {
        what: 'Longest wait for an answer',
        ours: figure('ms', [this.#longest]),
        target: { most: givesUpAfter + 1000 },
      },
    ];
  }

  async #pushOn(tablet: Tablet): Promise<void> {
    for (let seq = 1; !this.#over.signal.aborted; seq += 1) {
      const id = uuidv7();
      let attempt = tablet.place + (this.wanders ? seq : 0);
      while (!(await this.#isTaken(tablet, { seq, id }, attempt))) attempt += 1;
      this.#acknowledged.push(id);
    }
  }

  async #isRenewed(port: number, tablet: Tablet): Promise<boolean> {
    const { path } = identityEndpoints.refresh;
    const body = { refresh: tablet.refresh };
    const answer = await postTo(this.#agent, port, { host: tablet.teacher.host, path, body });
    if (answer.status === 200) {
      this.#renewed += 1;
      Object.assign(tablet, JSON.parse(answer.text) as TokenPair);
      return true;
    }
    // A server that is away at this moment renews nothing, and says nothing about the session either.
    if (answer.status === 0) this.#broken += 1;
    else this.#wrong.push(`renewing: ${answer.status} ${answer.text.slice(0, 300)}`);
    await sleep(comesBackAfter);
    return false;
  }

  async #isTaken(tablet: Tablet, call: { seq: number; id: string }, attempt: number): Promise<boolean> {
    const server = this.fleet.servers[attempt % this.fleet.servers.length];
    const port = server?.port ?? 0;
    let answer = await this.push(port, tablet, call);
    // The app renews its token and asks the same server again.
    if (answer.status === 401) {
      if (!(await this.#isRenewed(port, tablet))) return false;
      answer = await this.push(port, tablet, call);
    }
    this.#longest = Math.max(this.#longest, answer.milliseconds);
    if (answer.status === 200) {
      const { results } = JSON.parse(answer.text) as PushAnswer;
      const outcome = results[0]?.outcome;
      if (outcome === 'applied') return true;
      if (outcome !== 'retry') this.#wrong.push(answer.text);
      await sleep(comesBackAfter);
    } else if (answer.status === 503 && answer.retryAfter !== null) {
      this.#toldToWait += 1;
      await sleep(Math.min(answer.retryAfter, longestWait) * 1000);
    } else {
      if (answer.status === 0) this.#broken += 1;
      else this.#wrong.push(`${answer.status} ${answer.text.slice(0, 300)}`);
      await sleep(comesBackAfter);
    }
    return false;
  }
}
