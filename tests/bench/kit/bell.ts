import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import type { Installation } from '#server/installation.ts';
import { insertCards } from '#server/modules/cards/cards.repository.ts';
import { inTenant } from '#server/platform/database.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { makeClass, makeMember, makeStudents, makeTenant } from '#server/seeds/factories.ts';
import { postTo, type Answer } from './tablet-post.ts';

const childrenPerSchool = 30;
const typedPassword = 'sunny-otter-42';
/** Milliseconds after which a device whose line broke comes back. */
const comesBackAfter = 2000;

export interface Child {
  host: string;
  username: string;
  /** What is typed, or what stands on the card. */
  password: string;
}

/** Children in schools of thirty. `withCards`: each has a login card, and signs in with it. */
export async function makeChildren(
  installation: Installation,
  count: number,
  { withCards }: { withCards: boolean },
): Promise<Child[]> {
  const children: Child[] = [];
  for (let place = 0; children.length < count; place += 1) {
    const subdomain = `bell-${place}`;
    const school = await makeTenant(installation, { subdomain });
    const schoolClass = await makeClass(installation, school);
    const people = Array.from(
      { length: Math.min(childrenPerSchool, count - children.length) },
      (_, number) => {
        const username = `bell-${place}-${number}`;
        return { id: uuidv7(), first_name: username, username, password: typedPassword };
      },
    );
    await makeStudents(installation, school, schoolClass, people);
    const badges = people.map(() => randomBytes(16).toString('base64url'));
    if (withCards) {
      const teacher = await makeMember(installation, school, { role: 'teacher' });
      const printing = { tenant_id: school.id, printed_by: teacher.id, printed_at: new Date() };
      const cards = people.map(({ id }, number) => ({
        id: uuidv7(),
        student_id: id,
        badge_hash: sha256(badges[number] ?? ''),
      }));
      await inTenant(installation.database, school.id, (transaction) =>
        insertCards(transaction, printing, cards),
      );
    }
    const host = `${subdomain}.localhost`;
    for (const [number, { username }] of people.entries())
      children.push({ host, username, password: withCards ? (badges[number] ?? '') : typedPassword });
  }
  await installation.refreshStatistics();
  return children;
}

export interface Bell {
  /** Milliseconds from the first tap of each child until it is in and has what the device needs. */
  in: number[];
  /** Milliseconds of each answer, refusals among them. */
  answers: number[];
  refused: number;
  /** Connections that broke and were made again, and calls that a balancer says broke. */
  broken: number;
  /** What was answered that is neither 200 nor 503 with a time to come again, and how often. */
  failed: Map<string, number>;
  /** Children that were not in when the time was over. */
  late: number;
  /** Milliseconds until the last one is through. */
  whole: number;
  /** Of those who are in. */
  visitors: { host: string; access: string }[];
}

/** Tablets on this machine, and the servers that they know. */
export class Tablets {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4000 });

  /** @param isBalancer the one port is of a balancer: its 502 says that a server died with the call, and the person tries again */
  constructor(
    private readonly ports: readonly number[],
    private readonly isBalancer = false,
  ) {}

  /**
   * All of them come within so many seconds, each at a moment of its own, and at the servers in turns; where one does not answer, a tablet goes to
   * the next, as a balancer would send it. After `atMost` seconds those who are not in are counted as late.
   */
  async ring(
    children: readonly Child[],
    { within, atMost = Infinity }: { within: number; atMost?: number },
  ): Promise<Bell> {
    const bell: Bell = {
      in: [],
      answers: [],
      refused: 0,
      broken: 0,
      failed: new Map(),
      late: 0,
      whole: 0,
      visitors: [],
    };
    const began = performance.now();
    const isOver = () => performance.now() - began > atMost * 1000;
    await Promise.all(
      children.map(async (child, place) => {
        await sleep((place * within * 1000) / children.length);
        await this.#comeIn(bell, child, { place, isOver });
      }),
    );
    bell.whole = performance.now() - began;
    return bell;
  }

  close(): void {
    this.#agent.destroy();
  }

  /** A child signs in; the device fetches what it needs and tells that it has nothing to send. */
  async #comeIn(
    bell: Bell,
    { host, username, password }: Child,
    turn: { place: number; isOver: () => boolean },
  ): Promise<void> {
    const began = performance.now();
    const ask = (path: string, body: object, access?: string) =>
      this.#untilTaken(bell, turn, (port) => postTo(this.#agent, port, { host, path, body, access }));
    const text = await ask(identityEndpoints.signIn.path, { username, password });
    if (text === null) return;
    const session = JSON.parse(text) as { access: string; user: User };
    const pulled = { client_id: uuidv7(), user_id: session.user.id, cursor: null };
    if ((await ask(syncEndpoints.pull.path, pulled, session.access)) === null) return;
    bell.in.push(performance.now() - began);
    bell.visitors.push({ host, access: session.access });
  }

  /** Again when the server says so, as a device does. @returns null where it failed in any other way, or the time is over */
  async #untilTaken(
    bell: Bell,
    turn: { place: number; isOver: () => boolean },
    ask: (port: number) => Promise<Answer>,
  ): Promise<string | null> {
    for (let attempt = turn.place; !turn.isOver();) {
      const answer = await ask(this.ports[attempt % this.ports.length] ?? 0);
      bell.answers.push(answer.milliseconds);
      if (answer.status === 200) return answer.text;
      if (answer.status === 0 || (this.isBalancer && answer.status === 502)) {
        bell.broken += 1;
        attempt += 1;
        await sleep(comesBackAfter);
      } else if (answer.status === 503 && answer.retryAfter !== null) {
        bell.refused += 1;
        await sleep(answer.retryAfter * 1000);
      } else {
        const what = `${answer.status} ${answer.text.slice(0, 200)}`;
        bell.failed.set(what, (bell.failed.get(what) ?? 0) + 1);
        return null;
      }
    }
    bell.late += 1;
    return null;
  }
}

/** Of so many times the one that a share of them does not exceed. */
export const at = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? Number.NaN;
