import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { uuidv7 } from 'uuidv7';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { PlacedOrder, Quote } from '#contract/orders/orders.schema.ts';
import type { StaffOrder } from '#contract/orders/staff-orders.schema.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import { ServerClient } from '#tests/bench/kit/server-client.ts';
import { openApiWorld, urlOf, type ApiWorld } from '#tests/support/api-world.ts';
import { openPracticeMoney, type PracticeMoney } from '#tests/support/practice-money.ts';
import { createSessionMint } from '#tests/support/session-mint.ts';
import { orderOf, sellAt, textOf } from '#tests/support/shops.ts';
import { until } from '#tests/support/until.ts';
import type { KillGate } from './gates.ts';
import type { KilledServerOptions } from './server.ts';

const entry = fileURLToPath(new URL('server.ts', import.meta.url));
const bundles = fileURLToPath(new URL('../../../node_modules/.cache/quillshelf/', import.meta.url));

/** Milliseconds that a clock is ahead after each death: longer than a dead server's tasks are taken for running. */
const laterOn = 90_000;

/** What came of an order through which its server was killed. */
export interface Survived {
  killed: boolean;
  orders: number;
  captured: number;
  documents: string[];
  /** By message id. */
  letters: number;
  refunds: string[];
  refundsAtProvider: number;
  refundedAtProvider: number;
}

/** Servers as processes of their own, one after the other, with providers that live on. */
export class KillRounds {
  #child: ChildProcess | null = null;
  #client: ServerClient | null = null;
  #wasKilled = false;
  #ahead = 0;
  readonly #mailbox: string;

  private constructor(
    private readonly world: ApiWorld,
    private readonly money: PracticeMoney,
    private readonly bundle: string,
    private readonly folder: string,
    private readonly work: string,
  ) {
    this.#mailbox = path.join(folder, 'mailbox');
  }

  static async open(): Promise<KillRounds> {
    const money = await openPracticeMoney();
    // For its schools; who takes money is the other process.
    const world = await openApiWorld();
    const [made] = await makeWorks(world.context, world.greenfield.tenant, [
      { kind: 'book', author_id: null, visibility: 'public' },
    ]);
    const work = made?.id ?? '';
    await sellAt(world, world.greenfield, { code: 'GRN', works: [work] });
    // Inside of the project, where packages are found.
    await mkdir(bundles, { recursive: true });
    const bundle = path.join(bundles, `killed-server-${process.pid}.mjs`);
    await build({
      entryPoints: [entry],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
    });
    const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-killed-'));
    return new KillRounds(world, money, bundle, folder, work);
  }

  async close(): Promise<void> {
    await this.#stop();
    await rm(this.folder, { recursive: true, force: true });
    await rm(this.bundle, { force: true });
    await this.world.close();
    await this.money.close();
  }

  async #start(): Promise<void> {
    const options: KilledServerOptions = {
      databaseUrl: this.world.testDatabase.url,
      payments: { mode: 'sandbox', ...this.money.sandbox.keys, bankDetails: null },
      mailbox: this.#mailbox,
      ahead: this.#ahead,
    };
    const child = fork(this.bundle, {
      env: { ...process.env, KILLED_SERVER: JSON.stringify(options) },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child = child;
    const [ready] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('The server ended before it was ready'))),
    ])) as [{ port: number }];
    this.#client = new ServerClient(ready.port);
  }

  async #stop(): Promise<void> {
    this.#client?.close();
    const child = this.#child;
    this.#child = null;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  /** Buys and gives back, through a server that dies at the gate and another after it. */
  async play(gate: KillGate): Promise<Survived> {
    const { world, money, work } = this;
    const { administrator, database } = world.testDatabase;
    const buyer = { host: world.greenfield.host, access: null };
    const mint = createSessionMint(database);
    const { access } = await mint(world.platformAdmin, new Date(Date.now() + this.#ahead));
    const seller = { host: 'localhost', access };
    this.#wasKilled = false;
    if (!this.#child) await this.#start();
    const { length: lettersBefore } = await this.#letters();
    const told = once(this.#running, 'message');
    this.#running.send({ gate });
    await told;

    /** Once more where the server died before it answered, as whoever asks does. */
    const send = async <Body>(
      caller: typeof buyer | typeof seller,
      endpoint: Pick<Endpoint, 'method' | 'path'>,
      input: { params?: unknown; query?: unknown; body?: unknown },
    ): Promise<Body> => {
      const payload = input.body === undefined ? '' : JSON.stringify(input.body);
      const ask = async () =>
        (await this.#client?.send(caller, endpoint.method, urlOf(endpoint, input), payload))?.body as Body;
      try {
        return await ask();
      } catch (error) {
        if (!(await this.#hasDied())) throw error;
        await this.#revive();
        return await ask();
      }
    };

    const lines = [{ work_id: work, edition: 'digital' as const, quantity: 2 }];
    const query = { lines: textOf(lines), gifts: '', country: 'DE' };
    const quote = await send<Quote>(buyer, orderEndpoints.quote, { query });
    const body = orderOf(quote, lines, { provider: 'paypal' });
    const { token } = await send<PlacedOrder>(buyer, orderEndpoints.place, { body });
    const { rows } = await administrator.query<{ provider_ref: string }>(
      'select provider_ref from payments where order_id = $1 and provider_ref is not null order by attempt desc',
      [body.id],
    );
    const ref = rows[0]?.provider_ref ?? '';
    await money.peer('paypal').pay(ref);
    const params = { token };
    // Looks that a page causes come 3 s apart: where the first was a moment ago, the task looks.
    await until(async () => {
      const { state } = await send<{ state: string }>(buyer, orderEndpoints.check, { params });
      if (state !== 'paid') throw new Error(`The order is ${state}`);
    });
    const order = { tenantId: world.greenfield.tenant.id, id: body.id };
    const { lines: bought } = await send<StaffOrder>(seller, orderEndpoints.read, { params: order });
    const refund = {
      id: uuidv7(),
      lines: [{ line_id: bought[0]?.id ?? '', amount: quote.total }],
      reason: 'Torn',
    };
    await send(seller, orderEndpoints.refund, { params: order, body: refund });
    await until(async () => {
      if (await this.#hasDied()) await this.#revive();
      const { payments } = await send<StaffOrder>(seller, orderEndpoints.read, { params: order });
      const states = payments.flatMap(({ refunds }) => refunds.map(({ state }) => state));
      if (states.join() !== 'done') throw new Error(`The refund is ${states.join()}`);
      if ((await this.#letters()).length < lettersBefore + 2) throw new Error('Not all email was sent');
    });
    const letters = (await this.#letters()).length - lettersBefore;
    return { ...(await this.#look(body.id)), letters };
  }

  get #running(): ChildProcess {
    if (!this.#child) throw new Error('No server runs');
    return this.#child;
  }

  /** Files of e-mail, one for each message id. */
  async #letters(): Promise<string[]> {
    await mkdir(this.#mailbox, { recursive: true });
    return (await readdir(this.#mailbox)).filter((name) => name.endsWith('.eml'));
  }

  async #hasDied(): Promise<boolean> {
    const child = this.#child;
    if (!child) return true;
    if (child.signalCode === null && child.exitCode === null)
      // Its connection breaks a moment before it is known to be gone.
      await Promise.race([once(child, 'exit'), new Promise((resolve) => setTimeout(resolve, 200))]);
    return child.signalCode === 'SIGKILL';
  }

  async #revive(): Promise<void> {
    this.#wasKilled = true;
    this.#client?.close();
    this.#ahead += laterOn;
    await this.#start();
  }

  async #look(orderId: string): Promise<Omit<Survived, 'letters'>> {
    const { administrator } = this.world.testDatabase;
    const read = async <Row extends object>(query: string) =>
      (await administrator.query<Row>(query, [orderId])).rows;
    const orders = await read('select id from orders where id = $1');
    const documents = await read<{ type: string }>(
      'select type from documents where order_id = $1 order by type',
    );
    const refunds = await read<{ state: string; reference: string }>(
      `select refund.state from refunds as refund join payments as payment on payment.id = refund.payment_id
       where payment.order_id = $1`,
    );
    const refs = await read<{ provider_ref: string }>(
      'select provider_ref from payments where order_id = $1 and provider_ref is not null',
    );
    const known = new Set(refs.map(({ provider_ref }) => provider_ref));
    const peer = this.money.peer('paypal');
    const booked = peer.books().filter(({ id }) => known.has(id));
    const made = booked.flatMap(({ id }) => peer.practice.get(id).refunds);
    const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);
    return {
      killed: this.#wasKilled,
      orders: orders.length,
      captured: sum(booked.map(({ captured }) => captured)),
      documents: documents.map(({ type }) => type),
      refunds: refunds.map(({ state }) => state),
      refundsAtProvider: made.length,
      refundedAtProvider: sum(booked.map(({ refunded }) => refunded)),
    };
  }
}
