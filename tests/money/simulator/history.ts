import { uuidv7 } from 'uuidv7';
import { Problem } from '#contract/kit/problem.ts';
import type { ProviderName } from '#contract/payments/payments.schema.ts';
import type { OrderForm, Quote } from '#contract/orders/orders.schema.ts';
import { isProviderRefusal } from '#server/modules/providers/provider.ts';
import type { Database } from '#server/platform/database.ts';
import type { WorkProblem } from '#server/platform/due-work.ts';
import type { Actor, OpenCall } from '#server/platform/route.ts';
import type { PeerName } from '#server/sandbox/peer.ts';
import { PracticeError } from '#server/sandbox/practice.ts';
import { orderOf } from '#tests/support/shops.ts';
import { afterSale, type Placed } from './after-sale.ts';
import { readOurBooks, readPeers, type OurBooks, type PaymentRow, type PeerPayment } from './books.ts';
import { tabCount, type Command } from './commands.ts';
import { deliver } from './events.ts';
import { Journal } from './journal.ts';
import { law3Asked, law4Forward, law9Unchanged, lawsAtRest } from './laws.ts';
import { changeMeanwhile } from './meanwhile.ts';
import { DiedError, Mortal } from './mortal.ts';
import { law11TakenOnce, payOut } from './payout-acts.ts';
import { actAtPeer } from './peer-acts.ts';
import { composeServer, type MoneyServer, type Plant } from './server.ts';
import { Wire } from './wire.ts';
import { peerNames, waysOf, type MoneyWorld, type SellingSchool } from './world.ts';

const second = 1000;
const hour = 60 * 60 * second;
const day = 24 * hour;

/** What a history may take by the clock: refunds at a provider are looked for in the first week. */
const longestHistory = 5 * day;

interface Tab {
  school: SellingSchool;
  wanted: Pick<OrderForm, 'lines' | 'gifts'>;
  quote: Quote;
  body: OrderForm | null;
}

/** One history, the checks after each of its steps, and rest. */
export class History {
  readonly world: MoneyWorld;
  readonly journal = new Journal();
  /** Commands that found something to do. */
  executed = 0;
  /** How often the server died. */
  deaths = 0;
  readonly #plant: Plant;
  readonly #mortal = new Mortal();
  readonly #wires: Readonly<Record<PeerName, Wire>> = {
    stripe: new Wire(),
    paypal: new Wire(),
    phonepe: new Wire(),
  };
  readonly #tabs: (Tab | null)[] = Array.from({ length: tabCount }, () => null);
  readonly #orders: Placed[] = [];
  #database: Database;
  #server: MoneyServer | null = null;

  constructor(world: MoneyWorld, plant: Plant = {}) {
    this.world = world;
    this.#plant = plant;
    this.#database = world.testDatabase.database.withPlugin(this.#mortal.plugin);
  }

  get #running(): MoneyServer {
    if (!this.#server) throw new Error('The server was not started');
    return this.#server;
  }

  /** Runs the commands and then comes to rest. Answers every violation, each beginning with the number of its law. */
  async run(commands: readonly Command[]): Promise<readonly string[]> {
    await this.world.begin();
    await this.#start();
    try {
      for (const command of commands) {
        await this.#step(command);
        if (this.journal.violations.length > 0) return this.journal.violations;
      }
      await this.#rest();
    } finally {
      await this.#server?.web.close();
    }
    return this.journal.violations;
  }

  async #start(): Promise<void> {
    const { world } = this;
    const providers = new Map<ProviderName, ReturnType<Wire['reach']>>(
      peerNames.map((name) => {
        const provider = world.providers.get(name);
        if (!provider) throw new Error(`There is no ${name}`);
        return [name, this.#wires[name].reach(provider, this.#mortal)];
      }),
    );
    this.#server = await composeServer({
      database: this.#database,
      clock: world.clock,
      providers,
      plant: this.#plant,
      onProblem: (problem) => this.#hear(problem),
    });
  }

  /** What work says went wrong: all but faults that were planned is one. */
  #hear({ error, what, task }: WorkProblem): void {
    if (what !== 'given up') this.#expect(error, task?.kind ?? 'work');
  }

  #expect(error: unknown, where: string): void {
    const isPlanned =
      error instanceof DiedError ||
      error instanceof Problem ||
      error instanceof PracticeError ||
      isProviderRefusal(error);
    if (!isPlanned)
      this.journal.violate(1, `${where} broke: ${error instanceof Error ? error.message : String(error)}`);
  }

  async #step(command: Command): Promise<void> {
    const down = peerNames.filter((name) => this.#wires[name].isDown);
    const before = this.journal.states;
    const known = new Map(before);
    try {
      if (await this.#execute(command)) this.executed += 1;
    } catch (error) {
      this.#expect(error, command.do);
    }
    if (this.#mortal.isDead) {
      this.deaths += 1;
      this.#mortal.revive();
    }
    const payments = await this.#observe();
    // Law 13: what cannot be asked stands as it stood.
    for (const { id, provider, state } of payments) {
      const stood = known.get(id);
      if (stood !== undefined && stood !== state && down.includes(provider) && this.#wires[provider].isDown)
        this.journal.violate(13, `a payment went from ${stood} to ${state} while ${provider} did not answer`);
    }
  }

  /** What has to hold at each moment. */
  async #observe(): Promise<PaymentRow[]> {
    const { payments, documents } = await readOurBooks(this.world);
    law4Forward({ journal: this.journal }, payments);
    law3Asked({ journal: this.journal, peers: readPeers(this.world) }, payments);
    law9Unchanged({ journal: this.journal }, documents);
    await law11TakenOnce(this.world, this.journal);
    return payments;
  }

  #order(which: number): Placed | null {
    return this.#orders[which % Math.max(1, this.#orders.length)] ?? null;
  }

  #call({ tenant }: SellingSchool, actor: Actor | null = null): OpenCall {
    return {
      tenant: { id: tenant.id, is_platform: false, is_organization: false },
      actor,
      now: this.world.clock.now(),
      requestId: uuidv7(),
      browser: {
        network: uuidv7(),
        cookie: () => undefined,
        setCookie: () => undefined,
        clearCookie: () => undefined,
      },
      origin: `http://${tenant.subdomain}.localhost:8080`,
      signal: new AbortController().signal,
    };
  }

  async #execute(command: Command): Promise<boolean> {
    const { orders } = this.#running;
    const { clock, testDatabase, sandbox, schools } = this.world;
    switch (command.do) {
      case 'quote':
        return await this.#quote(command);
      case 'place':
      case 'place again':
        return await this.#place(command);
      case 'pay another way': {
        const order = this.#order(command.order);
        if (!order) return false;
        const provider = waysOf(order.school)[command.way % 2] ?? 'stripe';
        const params = { token: order.token };
        await orders.pay({ params, body: { provider } }, this.#call(order.school));
        return true;
      }
      case 'check': {
        const order = this.#order(command.order);
        if (!order) return false;
        await orders.check({ params: { token: order.token } }, this.#call(order.school));
        return true;
      }
      case 'everything at once': {
        const order = this.#order(command.order);
        if (!order) return false;
        const params = { token: order.token };
        const check = () => orders.check({ params }, this.#call(order.school));
        const post = this.#running.web;
        const results = await Promise.allSettled([
          check(),
          deliver(sandbox, post, 'in order'),
          this.#running.work.runDue(),
          check(),
        ]);
        for (const result of results)
          if (result.status === 'rejected') this.#expect(result.reason, command.do);
        return true;
      }
      case 'at the provider':
        return await actAtPeer(this.world, command);
      case 'events':
        return (await deliver(sandbox, this.#running.web, command.how)) > 0;
      case 'time': {
        const ahead = clock.now().getTime() + command.seconds * second;
        if (ahead > this.world.started + longestHistory) return false;
        clock.advance(command.seconds * second);
        await this.#running.work.runDue();
        return true;
      }
      case 'fault': {
        const name = peerNames[command.provider] ?? 'stripe';
        this.#wires[name].plan(command.call, command.fault);
        return true;
      }
      case 'outage':
        this.#wires[peerNames[command.provider] ?? 'stripe'].isDown = command.isDown;
        return true;
      case 'death':
        this.#mortal.dieIn(command.at);
        return true;
      case 'price': {
        const school = schools[command.school];
        const text = 'update shops set digital_price = $2 where tenant_id = $1';
        await changeMeanwhile(testDatabase.administrator, text, [school?.tenant.id, command.price]);
        return true;
      }
      case 'take down':
      case 'put back': {
        const works = schools[command.school]?.works ?? [];
        const id = works[command.which % works.length] ?? '';
        const state = command.do === 'take down' ? 'withdrawn' : 'published';
        const text = 'update works set state = $2 where id = $1';
        await changeMeanwhile(testDatabase.administrator, text, [id, state]);
        if (state === 'withdrawn') this.journal.takenDown.add(id);
        else this.journal.takenDown.delete(id);
        return true;
      }
      case 'hold is over':
      case 'prepare payout':
      case 'payout goes on':
        return await payOut({ world: this.world, database: this.#database, server: this.#running }, command);
      case 'child':
        return await this.#childTries(command);
      default: {
        const placed = this.#order(command.order);
        if (!placed) return false;
        const { world } = this;
        const call = this.#call(placed.school);
        return await afterSale(
          { world, database: this.#database, server: this.#running, call },
          placed,
          command,
        );
      }
    }
  }

  async #quote({ tab, school: place, what }: Extract<Command, { do: 'quote' }>): Promise<boolean> {
    const school = this.world.schools[place];
    if (!school) return false;
    const [first = '', second_ = ''] = [school.works[what % 3], school.works[(what + 1) % 3]];
    const lines: OrderForm['lines'] = [
      { work_id: first, edition: 'digital', quantity: 1 + (what % 3) },
      ...(what % 2 === 0 ? [{ work_id: second_, edition: 'print' as const, quantity: 1 + (what % 2) }] : []),
    ];
    const gifts = what % 4 === 0 ? [{ cause_id: this.world.causeId, amount: 251 }] : [];
    const call = this.#call(school);
    const quote = await this.#running.orders.quote({ query: { lines, gifts, country: 'DE' } }, call);
    this.#tabs[tab] = { school, wanted: { lines, gifts }, quote, body: null };
    return true;
  }

  async #place(command: Extract<Command, { do: 'place' | 'place again' }>): Promise<boolean> {
    const tab = this.#tabs[command.tab];
    if (!tab) return false;
    const { school, wanted, quote } = tab;
    const provider = quote.total === 0 ? null : (waysOf(school)[command.way % 2] ?? 'stripe');
    const isAgain = command.do === 'place again';
    if (isAgain && tab.body === null) return false;
    const body =
      tab.body !== null && isAgain
        ? { ...tab.body, provider: tab.body.provider === null ? null : provider }
        : orderOf(quote, wanted.lines, { gifts: wanted.gifts, provider });
    tab.body = body;
    this.journal.shown.set(body.id, quote);
    try {
      await this.#running.orders.place({ body }, this.#call(school));
    } finally {
      await this.#remember(school, body.id);
    }
    return true;
  }

  /** Its page can be opened where it was written down, answered or not: the buyer asks again with the same id. */
  async #remember(school: SellingSchool, id: string): Promise<void> {
    const { rows } = await this.world.testDatabase.administrator.query<{ token: string }>(
      'select token from orders where id = $1',
      [id],
    );
    const token = rows[0]?.token;
    if (token !== undefined && !this.#orders.some((order) => order.id === id))
      this.#orders.push({ school, id, token });
  }

  /** Law 10: a child buys nothing, and learns of no buyer. */
  async #childTries({ order: which }: Extract<Command, { do: 'child' }>): Promise<boolean> {
    const { orders } = this.#running;
    const placed = this.#order(which);
    const school = placed?.school ?? this.world.schools[0];
    if (!school) return false;
    const { id, tenant_id } = school.child;
    const call = this.#call(school, { id, tenant_id, role: 'student', session_id: uuidv7() });
    const lines = [{ work_id: school.works[0] ?? '', edition: 'digital' as const, quantity: 1 }];
    const params = { token: placed?.token ?? '' };
    const tries: Record<string, () => Promise<unknown>> = {
      quote: () => orders.quote({ query: { lines, gifts: [], country: 'DE' } }, call),
      ...(placed && {
        track: () => orders.track({ params }, call),
        check: () => orders.check({ params }, call),
        pay: () => orders.pay({ params, body: { provider: 'stripe' } }, call),
      }),
    };
    for (const [name, attempt] of Object.entries(tries)) {
      const refused = await attempt().then(
        () => 'nobody',
        (error: unknown) => (error instanceof Problem ? error.code : error),
      );
      if (refused instanceof Error) throw refused;
      if (refused !== 'orders.ask_grown_up')
        this.journal.violate(10, `a child may ${name}: ${String(refused)}`);
    }
    return true;
  }

  /** Everything answers, what waits is decided, and time goes on until nothing is due. All webhooks may be lost. */
  async #rest(): Promise<void> {
    this.#mortal.revive();
    for (const wire of Object.values(this.#wires)) wire.mend();
    for (const ahead of [second, 2 * 60 * second, 20 * 60 * second, 2 * hour, 26 * hour, 26 * hour]) {
      await actAtPeer(this.world, { act: 'decide all', which: 0 });
      // PhonePe has no list of refunds: of those made there its events alone tell.
      await deliver(this.world.sandbox, this.#running.web, 'refunds of PhonePe');
      this.world.clock.advance(ahead);
      try {
        await this.#running.work.runDue();
      } catch (error) {
        this.#expect(error, 'rest');
      }
      await this.#observe();
    }
    const { journal } = this;
    const ours = await readOurBooks(this.world);
    const peers: PeerPayment[] = readPeers(this.world);
    for (const law of lawsAtRest) law({ journal, ours, peers });
    await this.#law4SeenTwice(ours);
  }

  /** Law 4: seeing is idempotent. Looking at everything again changes nothing. */
  async #law4SeenTwice(before: OurBooks): Promise<void> {
    for (const { tenant_id, id } of before.payments)
      await this.#running.settling
        .settle(tenant_id, id)
        .catch((error: unknown) => this.#expect(error, 'settle'));
    const after = await readOurBooks(this.world);
    for (const table of Object.keys(after) as (keyof OurBooks)[]) {
      const sorted = (books: OurBooks) => books[table].map((row) => JSON.stringify(row)).toSorted();
      if (JSON.stringify(sorted(before)) !== JSON.stringify(sorted(after)))
        this.journal.violate(4, `looking again changes ${table}`);
    }
  }
}
