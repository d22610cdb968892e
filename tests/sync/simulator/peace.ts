import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { settled, type TestTime } from '#tests/support/sync-environment.ts';
import { typedMark, type Journal } from './journal.ts';
import {
  law1Durable,
  law1NoWordsLost,
  law2Once,
  law3InOrder,
  law3PicturesFirst,
  law5SentAsItsMaker,
  law6VisibleEnd,
} from './laws.ts';
import { retryAfter, type Answered } from './network.ts';
import { law10RevokedMeansGone, law4Convergent } from './screen-laws.ts';
import { law5Isolated } from './storage-laws.ts';
import type { Tablet } from './tablet.ts';
import type { SimulatedWorld } from './world.ts';
import type { FreshCopy, Player } from './world-rows.ts';

/** Seconds until the outbox is empty once the server answers again, and what the server asked to wait for. */
const law7Bound = 90 + retryAfter;
/** Seconds after which another tab does not wait for a frozen one any more, and one look later. */
const patience = 35;

export interface Peace {
  readonly world: SimulatedWorld;
  readonly journal: Journal;
  readonly time: TestTime;
  readonly tablets: readonly Tablet[];
  readonly answers: readonly Answered[];
  signIn(tablet: Tablet, player: number): Promise<void>;
  openTab(tablet: Tablet): Promise<void>;
}

/**
 * Faults end, time runs, and everybody signs in again in turn on each tablet where they ever were. Then nothing may be left
 * over, and all laws are looked at.
 */
export async function makePeace(peace: Peace): Promise<void> {
  const { world, journal, tablets, answers } = peace;
  for (const tablet of tablets) {
    tablet.network.faults = [];
    tablet.network.pokeFates = [];
    tablet.network.isDown = false;
    tablet.clockOffset = 0;
    for (const tab of tablet.tabs) tab.storage.crashAt(null);
    // Those that are frozen stay so for now: one that holds the lock may not stop another.
    if (tablet.tabs.every((tab) => tab.isFrozen)) await peace.openTab(tablet);
    const awake = tablet.tabs.filter((tab) => !tab.isFrozen);
    if (awake[0]) awake[0].isVisible = true;
  }
  const turns = tablets.map(({ visitors, player }) =>
    [...visitors].toSorted((one, other) => Number(other === player) - Number(one === player)),
  );
  const listed = new Set<string>();
  const rounds = Math.max(...turns.map((visitors) => visitors.length));
  for (let round = 0; round < rounds; round += 1) {
    const present: { tablet: Tablet; player: Player }[] = [];
    for (const [place, tablet] of tablets.entries()) {
      const number = turns[place]?.[round];
      const player = number === undefined ? undefined : world.players[number];
      if (number === undefined || !player) continue;
      await peace.signIn(tablet, number);
      present.push({ tablet, player });
    }
    await law7Live(peace, present);
    await hearOfOthers(peace, tablets);
    await world.lookAtClasses();
    for (const { tablet, player } of present) {
      await checkPerson(journal, tablet, player, await world.freshCopy(player));
      for (const tab of tablet.tabs.filter((each) => !each.isFrozen))
        for (const { mutation_id } of tab.replica.changes()) listed.add(mutation_id);
      for (const tab of tablet.tabs) tab.thaw();
    }
    await settled();
  }
  const stored = new Set<string>();
  const pictures = new Set<string>();
  for (const tablet of tablets) {
    for (const number of tablet.visitors) {
      const player = world.players[number];
      if (!player) continue;
      const { outbox, settled: ended, pictures: kept } = await tablet.stored(player);
      for (const { mutation_id } of [...outbox, ...ended]) stored.add(mutation_id);
      for (const { id, state } of kept) {
        pictures.add(id);
        if (state !== 'refused') continue;
        stored.add(id);
        journal.refusedPictures.add(id);
      }
    }
  }
  const ending = {
    journal,
    players: world.players,
    decisions: await world.decisions(),
    arrivals: await world.arrivals(),
    chapters: await shownChapters(world),
    answers,
    listed,
    stored,
    pictures,
    wordsTwice: await world.wordsTwice(typedMark),
  };
  law1Durable(ending);
  law1NoWordsLost(ending);
  law2Once(ending);
  law3InOrder(ending);
  law3PicturesFirst(ending);
  law5SentAsItsMaker(ending);
  law6VisibleEnd(ending);
}

/** All chapters that their authors have before them. */
async function shownChapters(world: SimulatedWorld): Promise<readonly OwnChapter[]> {
  const copies = await Promise.all(world.players.map((player) => world.freshCopy(player)));
  return copies.flatMap(({ contents }) =>
    Object.entries(contents).flatMap(([key, rows]) =>
      key.endsWith(' chapters') ? (rows as readonly OwnChapter[]) : [],
    ),
  );
}

/** Law 7, live: within its bound, without a tap, all is sent and the first download is there. */
async function law7Live(
  { time, journal }: Peace,
  present: readonly { tablet: Tablet; player: Player }[],
): Promise<void> {
  for (let seconds = 0; ; seconds += 5) {
    const waiting: string[] = [];
    for (const { tablet, player } of present) {
      const { outbox, pictures } = await tablet.stored(player);
      const count = [...outbox, ...pictures].filter(({ state }) => state === 'waiting').length;
      const [tab] = tablet.tabs.filter((each) => !each.isFrozen);
      const isThere = tab?.replica.isPopulated() ?? false;
      if (count > 0 || !isThere || tablet.network.isBusy)
        waiting.push(`tablet ${tablet.number}: ${count} wait (${tab?.replica.status().state}, ${isThere})`);
    }
    // The first seconds let the pauses end that the server asked for.
    if (waiting.length === 0 && seconds > retryAfter) return;
    if (seconds >= law7Bound) {
      for (const each of waiting) journal.violate(7, `after ${seconds} s ${each}`);
      return;
    }
    await time.advance(5000);
  }
}

/** What others did comes with the next look at the server. */
async function hearOfOthers({ time }: Peace, tablets: readonly Tablet[]): Promise<void> {
  const awake = tablets.flatMap(({ tabs }) => tabs.filter((tab) => !tab.isFrozen));
  const isFrozen = tablets.some(({ tabs }) => tabs.some((tab) => tab.isFrozen));
  for (const tab of awake) tab.replica.syncNow();
  await time.advance(isFrozen ? patience * 1000 : 1500);
  if (isFrozen) {
    for (const tab of awake) tab.replica.syncNow();
    await time.advance(1500);
  }
}

async function checkPerson(
  journal: Journal,
  tablet: Tablet,
  player: Player,
  fresh: FreshCopy,
): Promise<void> {
  for (const tab of tablet.tabs) {
    if (!tab.isFrozen) await law4Convergent(journal, { number: tablet.number, tab }, fresh);
  }
  await law10RevokedMeansGone(journal, tablet, player);
}

/** Law 5 holds at every moment, so it is looked at before peace as well. */
export async function lookAtStorage({ journal, world, tablets }: Peace): Promise<void> {
  await world.lookAtClasses();
  for (const tablet of tablets) await law5Isolated(journal, tablet, world.players);
}
