import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { privacyPreferences } from '#contract/students/students.schema.ts';
import { openReplica } from '#src/sync/open-replica.ts';
import type { ChangeItem } from '#src/sync/replica-status.ts';
import type { Enqueued } from '#src/sync/replica.ts';
import { settled, TestTime } from '#tests/support/sync-environment.ts';
import { pick } from './change.ts';
import { makeChange } from './changes.ts';
import { type Command, tabletCount } from './commands.ts';
import { type Intent, Journal, type Made, typedMark, withEarlier } from './journal.ts';
import { type Answered, type Send, SimulatedNetwork } from './network.ts';
import { outlive } from './outlive.ts';
import type { Plant } from './plant.ts';
import { lookAtStorage, makePeace, type Peace } from './peace.ts';
import { PokeFeed } from './pokes.ts';
import { NoFlicker } from './screen-laws.ts';
import { StorageLaws } from './storage-laws.ts';
import { SimulatedTab, Tablet, type TabParts } from './tablet.ts';
import type { SimulatedWorld } from './world.ts';

type On<Name extends Command['do']> = Extract<Command, { do: Name }>;

/**
 * One history: tablets that nobody used, what people, networks and crashes do to them, and peace. The offline core and the
 * server are the real ones; time, network, locks and storage are the simulator's. Each law is a function named after it,
 * in `laws.ts` (what became of the changes), `screen-laws.ts` (what is shown), `storage-laws.ts` (what lies on the
 * tablet) and `peace.ts` (how long it takes).
 */
export class History implements Peace {
  readonly world: SimulatedWorld;
  readonly time = new TestTime();
  readonly journal = new Journal();
  readonly answers: Answered[] = [];
  readonly tablets: readonly Tablet[];
  /** Commands that found something to do. */
  executed = 0;
  readonly #plant: Plant;
  readonly #pokes: PokeFeed;
  readonly #storageLaws: StorageLaws;
  readonly #noFlicker = new NoFlicker(this.journal);

  constructor(world: SimulatedWorld, plant: Plant = {}) {
    this.world = world;
    this.#plant = plant;
    this.#storageLaws = new StorageLaws(this.journal, world);
    this.#pokes = new PokeFeed(world, this.time);
    const server = plant.send?.(world.send, world) ?? world.send;
    const send: Send = async (request) => {
      const answer = await server(request);
      if (request.url.endsWith('/sync/push/')) await this.#pokes.look();
      return answer;
    };
    const watcher = {
      answered: (answer: Answered) => this.answers.push(answer),
      differs: (scopes: readonly string[]) =>
        this.journal.violate(4, `a tablet held other rows than the server in ${scopes.join(', ')}`),
    };
    this.tablets = Array.from(
      { length: tabletCount },
      (_, number) => new Tablet(number, new SimulatedNetwork(send, this.#pokes, this.time, watcher)),
    );
  }

  /** Runs the commands and then peace. Answers every violation, each beginning with the number of its law. */
  async run(commands: readonly Command[]): Promise<readonly string[]> {
    await this.world.begin();
    try {
      for (const tablet of this.tablets) await this.signIn(tablet, tablet.number);
      await this.time.advance(0);
      for (const command of commands) {
        if (await this.#execute(command)) this.executed += 1;
        // Who is in a hurry does the next thing while this one is on its way.
        if (command.do !== 'change' || !command.isHasty) await settled();
        // Each look costs a pull, so not after every second.
        if (command.do === 'time' && command.seconds >= 30)
          for (const tablet of this.tablets) await this.#storageLaws.look(tablet);
      }
      await lookAtStorage(this);
      await makePeace(this);
      for (const tablet of this.tablets) await this.#storageLaws.look(tablet);
      await lookAtStorage(this);
    } finally {
      for (const tab of this.tablets.flatMap((tablet) => tablet.tabs)) tab.close();
      await settled();
    }
    return this.journal.violations;
  }

  async #execute(command: Command): Promise<boolean> {
    switch (command.do) {
      case 'time':
        await this.time.advance(command.seconds * 1000);
        return true;
      case 'restore':
        await this.world.changeEpoch();
        return true;
      case 'new version':
        return await this.world.publishLesson(command.which);
      case 'lose class':
      case 'gain class': {
        const player = this.world.players[command.player];
        if (!player) return false;
        const isDone =
          command.do === 'gain class'
            ? await this.world.gainClass(player)
            : await this.world.loseClass(player, command.which);
        await this.#pokes.look();
        return isDone;
      }
      case 'change elsewhere': {
        const isDone = await this.#changeElsewhere(command);
        await this.#pokes.look();
        return isDone;
      }
      default:
    }
    const tablet = this.tablets[command.tablet];
    if (!tablet) return false;
    switch (command.do) {
      case 'sign in':
        if (tablet.player === command.player && tablet.tabs.length > 0) return false;
        await this.signIn(tablet, command.player);
        return true;
      case 'network':
        tablet.network.isDown = command.isDown;
        return true;
      case 'faults':
        tablet.network.faults = [...command.faults];
        return true;
      case 'pokes':
        tablet.network.pokeFates = [...command.fates];
        return true;
      case 'clock':
        tablet.clockOffset = command.minutes * 60_000;
        return true;
      case 'power cut':
        for (const tab of tablet.tabs) tab.kill();
        await settled();
        tablet.disk.losePower();
        return true;
      case 'update':
        return await this.#update(tablet, command.which);
      case 'open tab':
        if (tablet.tabs.length > 1) return false;
        await this.openTab(tablet);
        return true;
      default:
    }
    // Whoever wants something of an app that is not open opens it.
    if (tablet.tabs.length === 0) await this.openTab(tablet);
    const tab = pick(tablet.tabs, command.tab);
    if (!tab) return false;
    switch (command.do) {
      case 'wake':
        tab.replica.syncNow();
        return true;
      case 'hide':
      case 'show':
        tab.isVisible = command.do === 'show';
        return true;
      case 'freeze':
        // In the middle of a run, with the lock in its hands.
        tab.replica.syncNow();
        tab.freeze();
        return true;
      case 'thaw':
        tab.thaw();
        return true;
      case 'close tab':
        tablet.remove(tab);
        tab.close();
        return true;
      case 'crash':
        tab.storage.crashAt(command.at);
        tab.replica.syncNow();
        return true;
      case 'retry':
      case 'discard':
        this.journal.underWay = 'a decision';
        try {
          return await this.#decide(tab, command.do, command.which);
        } finally {
          this.journal.underWay = [];
          for (const each of tablet.tabs) this.#noFlicker.forget(each);
        }
      case 'change':
        return await this.#change(tablet, tab, command);
    }
  }

  /** All tabs are closed, as an update wants it, and the new version is opened. */
  async #update(tablet: Tablet, which: number): Promise<boolean> {
    const player = this.world.players[tablet.player ?? -1];
    if (!player) return false;
    for (const tab of tablet.tabs) {
      tablet.remove(tab);
      tab.close();
    }
    await settled();
    const isDone = await tablet.makeOlder(player, which);
    await this.openTab(tablet);
    return isDone;
  }

  /** Whoever is there signs out first, as the app does it: what can be read goes, what was not sent stays. */
  async signIn(tablet: Tablet, player: number): Promise<void> {
    if (tablet.player !== null && tablet.player !== player) await this.#signOut(tablet);
    tablet.player = player;
    tablet.here = this.world.players[player]?.id ?? null;
    tablet.visitors.add(player);
    if (tablet.tabs.length === 0) await this.openTab(tablet);
  }

  async #signOut(tablet: Tablet): Promise<void> {
    // As in the app: the session ends first, for all tabs, and then what it leaves behind is forgotten.
    tablet.here = null;
    for (;;) {
      if (tablet.tabs.every((tab) => tab.isFrozen)) await this.openTab(tablet);
      const tab = tablet.tabs.find((each) => !each.isFrozen);
      if (!tab) continue;
      await outlive(tab, tab.replica.forgetSnapshot());
      // Where the tab went in the middle of it, its person opens the app again and signs out once more.
      if (!tab.isOver) break;
    }
    for (const tab of tablet.tabs) {
      tablet.remove(tab);
      tab.close();
    }
    tablet.player = null;
    await settled();
  }

  /** For whoever is signed in. */
  async openTab(tablet: Tablet): Promise<void> {
    const player = this.world.players[tablet.player ?? -1];
    if (!player) return;
    const place = { tablet, player };
    const parts: TabParts = {
      fetch: tablet.network.fetch,
      open: openReplica,
      isStrict: (durability) => durability === 'strict',
    };
    const planted = this.#plant.parts?.(parts, place, this.world) ?? parts;
    const tab = await SimulatedTab.open(place, planted, this.time, (error) =>
      this.journal.violate(7, `a replica failed: ${String(error)}`),
    );
    tablet.add(tab);
    await tab.look();
    this.#noFlicker.watch(tab, tablet);
    this.#watchPictures(tab);
  }

  #watchPictures({ replica }: SimulatedTab): void {
    const look = () => {
      for (const { id, state } of replica.pictures())
        if (state === 'refused') this.journal.refusedPictures.add(id);
    };
    look();
    replica.subscribe(look);
  }

  async #change(tablet: Tablet, tab: SimulatedTab, command: On<'change'>): Promise<boolean> {
    // Who taps on a tab that stood still wakes it.
    tab.thaw();
    const screen = await tab.look();
    if (!screen || tab.isOver || tablet.player === null || !tab.replica.isPopulated()) return false;
    const { which, value, crashAt } = command;
    const startedAt = this.journal.moment();
    const { shelf = [], categories = [] } = this.world.players[tablet.player] ?? {};
    const { album, lessons, challenges, events } = this.world;
    const sight = { ...screen, shelf, categories, album, lessons, challenges, events };
    const change = makeChange(command.name, sight, { which, value, word: `${typedMark}${startedAt}` });
    if (!change) return false;
    const { name, effects, pictures } = change;
    const intent: Intent = {
      device: tablet.number,
      player: tablet.player,
      name,
      input: JSON.stringify(change.input),
      effects,
      pictures,
      startedAt,
    };
    if (crashAt !== null) tab.storage.crashAt(crashAt);
    this.journal.underWay = [intent];
    // Noted in the moment in which the screen says so: it is on its way to the server already.
    const saving = change.enqueue(tab.replica).then((saved) => {
      this.journal.underWay = [];
      if (tab.isOver) return false;
      const kept = new Set(tab.replica.pictures().map(({ id }) => id));
      // What another tablet made goes its own way.
      this.#noteSaved({ ...intent, pictures: pictures.filter((id) => kept.has(id)) }, saved);
      this.#noFlicker.look(tab, tablet);
      return true;
    });
    if (!(await outlive(tab, saving))) this.journal.unheard.push(intent);
    this.journal.underWay = [];
    return true;
  }

  #noteSaved(intent: Intent, { mutation_id, replaces }: Enqueued): void {
    const replaced = replaces === null ? undefined : this.journal.find(replaces);
    if (replaced) replaced.end = 'folded';
    const effects = replaced ? withEarlier(replaced.effects, intent.effects) : intent.effects;
    const savedAt = this.journal.moment();
    this.journal.note({ ...intent, effects, mutation_id, savedAt, before: [], end: null });
  }

  async #changeElsewhere({ what, which, value }: On<'change elsewhere'>): Promise<boolean> {
    const id = pick(await this.world.childrenOfOffice(), which);
    if (id === undefined) return false;
    this.journal.elsewhere.add(`${id} ${what}`);
    const preference = pick(privacyPreferences, value) ?? 'private';
    const [params, many] = [{ id }, { user_ids: [id] }];
    if (what === 'name') {
      const body = { first_name: `Office${value}`, last_name: 'Name' };
      await this.world.inOffice(studentEndpoints.rename, { params, body });
    } else if (what === 'privacy_preference') {
      const body = { privacy_preference: preference };
      await this.world.inOffice(studentEndpoints.updatePrivacy, { params, body });
    } else if (value % 2 === 0) {
      await this.world.inOffice(studentEndpoints.archive, { body: many });
    } else {
      await this.world.inOffice(studentEndpoints.restore, { body: many });
    }
    return true;
  }

  /** What a person does with a change on the list. Discarding takes one that waits as well. */
  async #decide(tab: SimulatedTab, how: 'retry' | 'discard', which: number): Promise<boolean> {
    if (tab.isFrozen) return false;
    const before = tab.replica.changes();
    const open = before.filter(
      ({ state }) => state !== 'applied' && (how === 'discard' || state !== 'waiting'),
    );
    const chosen = pick(open, which);
    if (!chosen) return false;
    const startedAt = this.journal.moment();
    const { replica } = tab;
    if (how === 'discard') this.journal.picturesGivenUp.add(chosen.mutation_id);
    // As of that moment: a call that is tried again is soon confirmed and gone.
    const after = await outlive(
      tab,
      replica[how](chosen.mutation_id).then(() => replica.changes()),
    );
    if (!after || tab.isOver) {
      // Nobody can tell how far it came. What was ended so is no loss, and what takes its place is nobody's.
      this.#noteLostDecision(
        before.filter(({ state }) => state !== 'applied'),
        startedAt,
      );
      return true;
    }
    const isThere = new Set(after.map(({ mutation_id }) => mutation_id));
    const gone = before.filter(({ mutation_id, state }) => !isThere.has(mutation_id) && state !== 'applied');
    for (const { mutation_id, state } of gone) {
      const made = this.journal.find(mutation_id);
      // One that waited may have been confirmed at the same moment; then it is not the person who ended it.
      if (made && how === 'discard') made.end = 'discarded';
      if (made && how === 'retry' && state !== 'waiting') made.end = 'renewed';
    }
    if (how === 'discard') return true;
    for (const { mutation_id, text, state } of after) {
      const revived = before.find((each) => each.mutation_id === mutation_id);
      const known = this.journal.find(mutation_id);
      if (known && state === 'waiting' && revived?.state !== 'waiting') {
        this.#noteMadeAgain(known, startedAt);
      }
      if (revived || known) continue;
      const origin = gone.find((each) => each.text === text);
      const made = origin && this.journal.find(origin.mutation_id);
      if (made) this.#noteRenewed(made, mutation_id, startedAt);
    }
    return true;
  }

  #noteRenewed(made: Made, mutation_id: string, startedAt: number): void {
    const savedAt = this.journal.moment();
    this.journal.note({ ...made, mutation_id, startedAt, savedAt, before: [], end: null });
  }

  /** It stands at its old place or at a new one, and may be decided at either. */
  #noteMadeAgain(made: Made, startedAt: number): void {
    made.before = [...made.before, { startedAt: made.startedAt, savedAt: made.savedAt }];
    made.startedAt = startedAt;
    made.savedAt = this.journal.moment();
  }

  #noteLostDecision(changes: readonly ChangeItem[], startedAt: number): void {
    for (const { mutation_id, state } of changes) {
      const made = this.journal.find(mutation_id);
      if (!made) continue;
      made.end = 'discarded';
      if (state !== 'waiting') this.#noteMadeAgain(made, startedAt);
      this.journal.unheard.push(made);
    }
  }
}
