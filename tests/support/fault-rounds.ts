import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { Browser } from 'playwright';
import { mapleNames } from '#server/seeds/demo-names.ts';
import { launchBrowser, newPage, type RecordedPage } from './browser.ts';
import { startFaultProxy, type Fault, type FaultProxy, type ProxiedRequest } from './fault-proxy.ts';
import { SchoolRecord, type RecordedChange, type RecordedStudent } from './school-record.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { signInAt } from './sign-in.ts';
import { TeacherPage } from './teacher-page.ts';

/*
 * Two teachers change the same class through the screens of the real program, while the way to the server fails in every
 * way that it can and the server is killed. What a screen called saved has to be at the server: each once, in order.
 */

const school = 'greenfield';
const className = 'Maple';
const classCode = 'MAPXE247';
const emails = ['teacher@greenfield.test', 'lead@greenfield.test'] as const;

const privacyWords = { private: 'Private', community: 'Community', public: 'Public' } as const;
const privacies = ['private', 'community', 'public'] as const;
type Privacy = (typeof privacies)[number];
const steps = ['add', 'rename', 'privacy'] as const;
type Step = (typeof steps)[number];

const faults: readonly Fault[] = [
  'drop_before',
  'drop_after',
  'delay',
  'truncate',
  'portal',
  'gateway_error',
  'unauthenticated',
  'too_large',
  'too_many',
  'unavailable',
];

interface TeacherPlan {
  steps: readonly Step[];
  /** How many children are added. */
  count: number;
  /** Which of the own children is renamed and which gets another privacy, as a number to be taken modulo. */
  renamed: number;
  exposed: number;
  /** Milliseconds that pass on the tablet after each change. */
  pauses: readonly number[];
}

interface RoundPlan {
  /** What happens to the calls that come, one after the other and from the beginning again. */
  faults: readonly (Fault | null)[];
  /** Before which of the first teacher's changes the server is killed. */
  killedBefore: number;
  teachers: readonly [TeacherPlan, TeacherPlan];
}

const teacherPlan: fc.Arbitrary<TeacherPlan> = fc.record({
  steps: fc.shuffledSubarray([...steps], { minLength: steps.length }),
  count: fc.integer({ min: 1, max: 3 }),
  renamed: fc.nat(),
  exposed: fc.nat(),
  pauses: fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: steps.length, maxLength: steps.length }),
});

const roundPlan: fc.Arbitrary<RoundPlan> = fc.record({
  faults: fc.array(fc.option(fc.constantFrom(...faults), { freq: 4 }), { minLength: 20, maxLength: 20 }),
  killedBefore: fc.nat({ max: steps.length - 1 }),
  teachers: fc.tuple(teacherPlan, teacherPlan),
});

interface Child {
  name: string;
  privacy: Privacy;
}

/** What a teacher's screen called saved, in order. */
type SavedChange =
  | { kind: 'added'; names: readonly string[] }
  | { kind: 'renamed'; child: Child }
  | { kind: 'privacy'; child: Child; from: Privacy; to: Privacy };

class Teacher {
  readonly saved: SavedChange[] = [];
  /** The children that were changed in this round. */
  readonly recent = new Set<Child>();

  constructor(
    readonly email: string,
    readonly screen: TeacherPage,
    readonly record: RecordedPage,
    /** The children that this teacher changes and nobody else does, so that it is sure what has to come of it. */
    readonly children: Child[],
  ) {}

  async make(step: Step, plan: TeacherPlan, word: string): Promise<void> {
    const pick = (place: number): Child => {
      const child = this.children[place % this.children.length];
      if (!child) throw new Error('A teacher has no children');
      return child;
    };
    if (step === 'add') {
      const names = firstNames.slice(0, plan.count).map((first) => `${first} ${word}`);
      await this.screen.add(names);
      const added = names.map((name): Child => ({ name, privacy: 'private' }));
      this.children.push(...added);
      for (const child of added) this.recent.add(child);
      this.saved.push({ kind: 'added', names });
    } else if (step === 'rename') {
      // Often one that was added a moment ago and that the server has not heard of yet.
      const child = plan.renamed % 2 === 0 ? pick(this.children.length - 1) : pick(plan.renamed);
      const [first = ''] = child.name.split(' ');
      await this.screen.rename(child.name, `${word}-Hill`);
      child.name = `${first} ${word}-Hill`;
      this.recent.add(child);
      this.saved.push({ kind: 'renamed', child });
    } else {
      const child = pick(plan.exposed);
      const from = child.privacy;
      const to =
        privacies[(privacies.indexOf(from) + 1 + (plan.exposed % 2)) % privacies.length] ?? 'private';
      await this.screen.changePrivacy(child.name, to);
      child.privacy = to;
      this.recent.add(child);
      this.saved.push({ kind: 'privacy', child, from, to });
    }
  }
}

const firstNames = ['Ada', 'Bea', 'Cleo'];

/** Names have letters only. */
function wordOf(round: number, teacher: number): string {
  const letters = [...String(round)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  return `${teacher === 0 ? 'Fern' : 'Moss'}${letters}`;
}

/** What Chromium writes to the console about the answers that these rounds spoil; the app itself writes nothing. */
const spoiltAnswers = /^Failed to load resource: |net::ERR_/u;

/** Milliseconds, by the tablet's clock, in which all has to be sent once the server answers again. */
const bound = 90_000;

/** The children in the order in which they came to the class, and the changes in the order in which they were made. */
interface Account {
  count: number;
  teachers: { children: string[]; changes: string[] }[];
}

interface RoundOutcome {
  /** The seed, and what happened to each request. */
  story: string;
  /** What the server holds and wrote down. */
  onServer: Account;
  /** What the screens called saved. */
  onScreens: Account;
}

export class FaultRounds {
  #rounds = 0;
  #restart: Promise<void> = Promise.resolve();

  private constructor(
    private readonly server: ServerProcess,
    private readonly proxy: FaultProxy,
    private readonly browser: Browser,
    private readonly teachers: readonly [Teacher, Teacher],
  ) {}

  static async open(): Promise<FaultRounds> {
    const server = await startServerProcess({ seed: 'demo' });
    const proxy = await startFaultProxy(server.port);
    const browser = await launchBrowser();
    const children = mapleNames.map((name): Child => ({ name, privacy: 'private' }));
    const [clara, david] = await Promise.all(
      emails.map(async (email, place) => {
        const context = await browser.newContext({
          viewport: { width: 1280, height: 900 },
          reducedMotion: 'reduce',
        });
        // Time goes on as ever, but waits can be shortened: what is to be seen is what comes after them.
        await context.clock.install();
        const record = await newPage(context);
        await signInAt(record.page, proxy.origin(school), email);
        const screen = new TeacherPage(record.page, proxy.origin(school));
        await screen.openClass(className);
        await screen.chip(/All sent/u).waitFor();
        const own = children.filter((_, index) => index % emails.length === place);
        return new Teacher(email, screen, record, own);
      }),
    );
    if (!clara || !david) throw new Error('There are two teachers');
    return new FaultRounds(server, proxy, browser, [clara, david]);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.proxy.close();
    await this.#restart.catch(() => undefined);
    await this.server.dispose();
  }

  /** @throws Error naming the seed and what happened to each request, where the round does not come to its end */
  async play(seed: number): Promise<RoundOutcome> {
    const [plan] = fc.sample(roundPlan, { seed, numRuns: 1 });
    if (!plan) throw new Error('No plan');
    this.#rounds += 1;
    this.proxy.reset();
    const story = () =>
      [
        `FAULT_SEED=${seed}`,
        `The server was killed before change ${plan.killedBefore + 1}.`,
        ...this.proxy.journal,
        '',
      ].join('\n');
    try {
      await this.#playOut(plan);
      return { story: story(), ...(await this.#compare()) };
    } catch (error) {
      const screens = await Promise.all(this.teachers.map(({ screen }) => screen.inWords()));
      const reason = error instanceof Error ? error.message : String(error);
      // What went wrong comes first: a summary has room for so many lines.
      throw new Error([reason, ...screens, story()].join('\n'), { cause: error });
    }
  }

  async #playOut(plan: RoundPlan): Promise<void> {
    let calls = 0;
    this.proxy.decide = (request) => {
      if (!request.url.startsWith('/api/sync/') && !request.url.startsWith('/api/auth/token/refresh'))
        return null;
      const fault = plan.faults[calls % plan.faults.length] ?? null;
      calls += 1;
      return fault !== null && isPossible(fault, request) ? fault : null;
    };
    await Promise.all(
      this.teachers.map(async (teacher, place) => {
        const own = plan.teachers[place as 0 | 1];
        for (const [index, step] of own.steps.entries()) {
          if (place === 0 && index === plan.killedBefore) {
            await this.server.kill();
            this.#restart = this.server.start();
            // Heard of when the round waits for it.
            this.#restart.catch(() => undefined);
          }
          await teacher.make(step, own, wordOf(this.#rounds, place));
          await teacher.screen.page.clock.fastForward(own.pauses[index] ?? 0);
        }
      }),
    );
    await this.#restart;
    await this.#makePeace();
  }

  /** The server answers again: nobody taps, nobody reloads, and everything arrives. */
  async #makePeace(): Promise<void> {
    this.proxy.goOnline();
    let passed = 0;
    do {
      if (passed > bound) throw new Error(`Not all was sent ${bound / 1000} s after the server was back.`);
      // A request that is on its way gets the time that it needs: on a slow machine it must not end as a timeout.
      await this.proxy.quiet();
      for (const { screen } of this.teachers) await screen.page.clock.fastForward(1000);
      passed += 1000;
      await sleep(20);
      // Asked after a second only: the chip takes a moment to say something new.
    } while (!(await this.#isQuiet()));
  }

  async #isQuiet(): Promise<boolean> {
    const count = this.teachers[0].children.length + this.teachers[1].children.length;
    for (const { screen } of this.teachers) {
      const isSent = await screen.chip(/All sent/u).isVisible();
      if (!isSent || !(await screen.page.getByText(`${count} students`).first().isVisible())) return false;
    }
    return true;
  }

  async #compare(): Promise<Pick<RoundOutcome, 'onServer' | 'onScreens'>> {
    const [clara, david] = this.teachers;
    await Promise.all([this.#look(clara, david), this.#look(david, clara)]);
    for (const teacher of this.teachers) {
      teacher.recent.clear();
      teacher.record.forgive(spoiltAnswers);
      teacher.record.assertQuiet();
    }
    const record = new SchoolRecord(this.server, school);
    const students = await record.studentsIn(classCode);
    const onServer: Account = { count: students.length, teachers: [] };
    const onScreens: Account = { count: clara.children.length + david.children.length, teachers: [] };
    for (const { email, children, saved } of this.teachers) {
      const names = new Set(children.map(({ name }) => name));
      const own = students.filter(({ name }) => names.has(name));
      const done = await record.changesBy(email);
      onServer.teachers.push({
        children: own.map(({ name, privacy }) => `${name}, ${privacy}`),
        changes: done.map((change) => recordedInWords(change, students)),
      });
      onScreens.teachers.push({
        children: children.map(({ name, privacy }) => `${name}, ${privacy}`),
        changes: saved.map(savedInWords),
      });
    }
    return { onServer, onScreens };
  }

  /** What the other one changed in this round is on this one's screen. */
  async #look({ screen }: Teacher, other: Teacher): Promise<void> {
    for (const { name, privacy } of other.recent) {
      await screen.search(name);
      const row = screen.page.getByRole('row').filter({ has: screen.actionsOf(name) });
      await row.getByText(privacyWords[privacy], { exact: true }).waitFor();
      const times = await screen.actionsOf(name).count();
      if (times !== 1) throw new Error(`${name} is on the screen ${times} times.`);
    }
  }
}

/** A push that carries one call cannot be made smaller: no server would find it too large. */
function isPossible(fault: Fault, { url, body }: ProxiedRequest): boolean {
  // Our own server never refuses a good refresh token, and a session that it ends is another story than a fault.
  if (fault === 'unauthenticated') return !url.startsWith('/api/auth/');
  if (fault !== 'too_large') return true;
  if (!url.startsWith('/api/sync/push')) return false;
  return (JSON.parse(body.toString('utf8')) as { calls: unknown[] }).calls.length > 1;
}

function savedInWords(change: SavedChange): string {
  if (change.kind === 'added') return `${change.names.length} added`;
  if (change.kind === 'renamed') return `${change.child.name} renamed`;
  return `${change.child.name} from ${change.from} to ${change.to}`;
}

function recordedInWords(change: RecordedChange, students: readonly RecordedStudent[]): string {
  const { action, subject_id, details } = change;
  if (action === 'students.added') return `${String(details['count'])} added`;
  const name = students.find(({ id }) => id === subject_id)?.name ?? 'nobody';
  if (action === 'students.renamed') return `${name} renamed`;
  return `${name} from ${String(details['from'])} to ${String(details['to'])}`;
}
