import { uuidv7 } from 'uuidv7';
import { limits } from '#contract/kit/limits.ts';
import { requestProblems, type ProblemBody } from '#contract/kit/problem.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import {
  snapshotSchemaVersion,
  type CallResult,
  type Cursor,
  type PullAnswer,
  type PushRequest,
  type QueuedCall,
} from '#contract/sync/sync.schema.ts';
import { ApiProblem, NoNetworkError, UnreadableAnswerError, type ApiClient } from './api-client.ts';
import { elapsed } from './clock.ts';
import type { PictureSending, SyncEnvironment } from './environment.ts';
import type { KeptOnDevice } from './kept-works.ts';
import type { Confirmation, Outbox, SealedVerdict } from './outbox.ts';
import { pushPlainly } from './plain-push.ts';
import type { Pictures } from './pictures.ts';
import { preparePull, writePull, type StoredPull } from './pull.ts';
import type { AnyQueuedDefinition } from './queued.ts';
import { DeviceFullError } from './quota.ts';
import type { ReplicaDatabase, Standing } from './replica-database.ts';
import type { SendPicture } from './send-pictures.ts';
import { judge, leaveUndecided, type Verdict } from './verdict.ts';
import type { View } from './view.ts';

/**
 * How a run ended. `more`: its time is over and there is more to do at once. `again`: not at once. `needs_update`: the
 * server speaks a language that this version does not understand.
 */
export type DrainEnd = (
  | { kind: 'done' | 'more' | 'no_network' | 'sign_in' | 'needs_update' }
  | { kind: 'again'; retryAfter: number | null }
) & {
  /** Some pictures got through before it ended: on a line that drops every few seconds such a run is no failure in a row. */
  gotOn?: boolean;
};

/** What counts as failures in a row after a run that failed. */
export function failuresAfter(failures: number, { gotOn = false }: Pick<DrainEnd, 'gotOn'>): number {
  return gotOn ? 1 : failures + 1;
}

/** Milliseconds for a push or a pull, which may carry a whole school. */
const requestTimeout = 20_000;
/** Milliseconds after which a run begins nothing more: with one request that hangs it stays under the lock's 30 s. */
const runTime = 8000;

/** What a slow network taught; kept by whoever begins run after run. */
export interface Pace {
  /** In one push. */
  maximumCalls: number;
  /** True: a push does without the rows that would come with its answer, for they may be what does not get through. */
  leavesRows: boolean;
}

export function newPace(): Pace {
  return { maximumCalls: limits.callsPerPush, leavesRows: false };
}

/** As whom a request was made, and on top of which pulls. */
interface Asked extends Standing {
  /** The works on the device of which it was asked whether the person may still have them. */
  readonly kept: readonly string[];
}

/** What is sent in one request. */
interface Push {
  readonly asked: Asked;
  readonly calls: QueuedCall[];
}

/** Pushes calls by a grant; what comes back is what became of them and nothing else. */
type PushByGrant = (
  request: Omit<PushRequest, 'cursor'>,
  options: { timeout: number },
) => Promise<readonly CallResult[]>;

/** As whom pictures are sent. */
type PictureSender = (code: PictureSending) => SendPicture;

/** The code that pictures are sent with is not on this device, and does not come now. */
class MissingCodeError extends Error {}

type DrainEnvironment = Pick<SyncEnvironment, 'now' | 'setTimer' | 'loadPictureSending'>;

/** What a step says about the next one. `stuck`: the server could not decide something yet. */
type Step = 'more' | 'done' | 'stuck';

/**
 * Sends what waits and fetches what is new until neither is left. A pull never waits for the outbox: where nothing can be
 * sent it goes alone, and otherwise it comes back with the push.
 */
export class Drain {
  readonly #database: ReplicaDatabase;
  readonly #outbox: Outbox;
  readonly #pictures: Pictures;
  readonly #pictureSender: PictureSender;
  readonly #view: View;
  readonly #api: ApiClient;
  readonly #userId: string;
  readonly #definitions: ReadonlyMap<string, AnyQueuedDefinition>;
  readonly #environment: DrainEnvironment;
  readonly #pushByGrant: PushByGrant | null;
  readonly #stored: () => void;
  readonly #onOlderCopy: () => Promise<void>;
  readonly #kept: KeptOnDevice | null;
  readonly #pace: Pace;
  #speaksPlainly = false;
  readonly #isStillHere: () => boolean;
  #forks = 0;
  #gotOn = false;

  constructor(options: {
    database: ReplicaDatabase;
    outbox: Outbox;
    pictures: Pictures;
    view: View;
    api: ApiClient;
    userId: string;
    definitions: ReadonlyMap<string, AnyQueuedDefinition>;
    environment: DrainEnvironment;
    /** With it the calls of somebody who is not signed in are pushed, and nothing is fetched. */
    pushByGrant?: PushByGrant;
    /** Left out: as whoever is signed in. */
    pictureSender?: PictureSender;
    pace?: Pace;
    /** Whether they are signed in here as of now; left out, they are. */
    isStillHere?: () => boolean;
    /** Called after each step that changed what is stored. */
    stored: () => void;
    /** Notes that what is stored here is a copy of an earlier time. */
    onOlderCopy: () => Promise<void>;
    /** The works that the person took along; left out, nobody asks for them. */
    kept?: KeptOnDevice;
  }) {
    this.#database = options.database;
    this.#outbox = options.outbox;
    this.#pictures = options.pictures;
    this.#pictureSender = options.pictureSender ?? ((code) => code.asOwner(options.api));
    this.#view = options.view;
    this.#api = options.api;
    this.#userId = options.userId;
    this.#definitions = options.definitions;
    this.#environment = options.environment;
    this.#pushByGrant = options.pushByGrant ?? null;
    this.#stored = options.stored;
    this.#onOlderCopy = options.onOlderCopy;
    this.#kept = options.kept ?? null;
    this.#pace = options.pace ?? newPace();
    this.#isStillHere = options.isStillHere ?? (() => true);
  }

  async run(): Promise<DrainEnd> {
    const began = this.#environment.now();
    const hasTime = () => elapsed(began, this.#environment.now()) < runTime;
    this.#speaksPlainly = false;
    this.#forks = 0;
    this.#gotOn = false;
    let end = await this.#repeat(hasTime, () => this.#step(hasTime));
    // Something cannot be sent, but what others changed can be fetched all the same.
    if (end.kind === 'again' && end.retryAfter === null) {
      const fetched = await this.#repeat(hasTime, async () => await this.#pull(await this.#asking()));
      if (fetched.kind === 'no_network') end = fetched;
    }
    return { ...end, gotOn: this.#gotOn };
  }

  async #repeat(hasTime: () => boolean, step: () => Promise<Step>): Promise<DrainEnd> {
    try {
      for (;;) {
        const next = await step();
        if (next === 'stuck') return { kind: 'again', retryAfter: null };
        if (next === 'done') return { kind: 'done' };
        if (!hasTime()) return { kind: 'more' };
      }
    } catch (error) {
      return endOf(error);
    }
  }

  async #step(hasTime: () => boolean): Promise<Step> {
    const [{ calls, standing }, kept] = await Promise.all([
      this.#outbox.takeBatch(this.#pace.maximumCalls, this.#view),
      this.#keptIds(),
    ]);
    const asked = { ...standing, kept };
    if (calls.length === 0) {
      const pictures = await this.#picturesToSend();
      return pictures.length > 0 ? await this.#sendPictures(pictures, hasTime) : await this.#pull(asked);
    }
    const push = { asked, calls };
    return await (this.#speaksPlainly ? this.#pushPlainly(push, hasTime) : this.#push(push, hasTime));
  }

  /** Those that the next call shows; where no call is left, those that go by themselves. */
  async #picturesToSend(): Promise<string[]> {
    const next = await this.#outbox.nextPictures();
    if (next.length > 0) return next;
    return this.#pictures.list.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  }

  /** One after the other, and each is done with before the words that show it go. */
  async #sendPictures(ids: readonly string[], hasTime: () => boolean): Promise<Step> {
    const code = await this.#loadSending();
    const send = this.#pictureSender(code);
    for (const id of ids) {
      if (!hasTime()) break;
      const options = { pictures: this.#pictures, send, timeout: requestTimeout };
      await code.sendPicture(id, options).finally(this.#stored);
      this.#gotOn = true;
    }
    return 'more';
  }

  /** Waited for like a request: whoever hangs here would hold up all that comes after. @throws MissingCodeError */
  async #loadSending(): Promise<PictureSending> {
    let callOff = (): void => undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      callOff = this.#environment.setTimer(() => reject(new MissingCodeError()), requestTimeout);
    });
    try {
      return await Promise.race([this.#environment.loadPictureSending(), tooLate]);
    } catch (error) {
      // What browsers throw for a file that they cannot have.
      if (error instanceof TypeError) throw new MissingCodeError(error.message);
      throw error;
    } finally {
      callOff();
    }
  }

  async #pull(asked: Asked): Promise<Step> {
    if (this.#pushByGrant) return 'done';
    const { clientId: client_id, cursor, kept } = asked;
    const { parked } = this.#outbox;
    const body = {
      client_id,
      user_id: this.#userId,
      cursor,
      ...(parked.length > 0 && { parked: [...parked] }),
      ...(kept.length > 0 && { kept: [...kept] }),
    };
    let answer: PullAnswer;
    try {
      answer = await this.#api.call(syncEndpoints.pull, { body }, { timeout: requestTimeout });
    } catch (error) {
      const isMalformed = error instanceof ApiProblem && error.status === 400;
      if (isMalformed && cursor !== null) return await this.#forgetCursor();
      throw error;
    }
    this.#pace.leavesRows = false;
    await this.#dropLost(asked, answer);
    return (await this.#store(asked, null, answer)) ? 'more' : 'done';
  }

  /** Begins the snapshot anew; what is in it stays until the first page of the new one is there. */
  async #forgetCursor(): Promise<Step> {
    await this.#outbox.inTurn(async () => {
      await this.#database.write(async (stored) => {
        const state = await stored.readState();
        stored.writeState({ ...state, cursor: null, pulls: state.pulls + 1 });
      });
      await this.#outbox.reload(this.#view);
    });
    this.#stored();
    return 'more';
  }

  /** None where it asks for nothing but what became of calls. */
  async #keptIds(): Promise<readonly string[]> {
    return this.#pushByGrant ? [] : ((await this.#kept?.ids()) ?? []);
  }

  /** Law 10: what was withdrawn, or is not for this person any more, goes with the pull that says so, and before it is stored. */
  async #dropLost(asked: Asked, { kept }: PullAnswer): Promise<void> {
    if (!kept) return;
    const lost = asked.kept.filter((id) => !kept.includes(id));
    if (lost.length > 0) await this.#kept?.drop(lost);
  }

  async #push(push: Push, hasTime: () => boolean): Promise<Step> {
    const { asked, calls } = push;
    const { clientId: client_id, cursor, kept } = asked;
    let answer;
    try {
      const request = { client_id, user_id: this.#userId, calls };
      const options = { timeout: requestTimeout };
      answer = this.#pushByGrant
        ? { results: await this.#pushByGrant(request, options), pull: null }
        : await this.#api.call(
            syncEndpoints.push,
            {
              body: this.#pace.leavesRows
                ? request
                : { ...request, cursor, ...(kept.length > 0 && { kept: [...kept] }) },
            },
            options,
          );
    } catch (error) {
      return await this.#afterFailedPush(error, push, hasTime);
    }
    this.#pace.maximumCalls = Math.min(limits.callsPerPush, this.#pace.maximumCalls * 2);
    const verdict = judge(calls, answer.results, this.#outbox.pending);
    if (answer.pull) await this.#dropLost(asked, answer.pull);
    const more = await this.#store(asked, verdict, answer.pull);
    if (verdict.forked) {
      // The first refusal of our name is answered with another name at once; a server that goes on so gets a pause.
      this.#forks += 1;
      return this.#forks > 1 ? 'stuck' : 'more';
    }
    if (verdict.tried !== null) return 'stuck';
    return more || answer.pull === null || this.#outbox.hasWaiting() ? 'more' : 'done';
  }

  /**
   * Makes the best of a push that was not answered: what does not get through whole may get through in halves, and what
   * does not get through alone is set aside, so that it holds up nothing (law 3).
   */
  async #afterFailedPush(error: unknown, push: Push, hasTime: () => boolean): Promise<Step> {
    const { asked, calls } = push;
    const half = Math.max(1, Math.floor(calls.length / 2));
    if (error instanceof NoNetworkError && error.timedOut) {
      this.#pace.maximumCalls = half;
      this.#pace.leavesRows = true;
    }
    if (!(error instanceof ApiProblem)) throw error;
    if (error.status >= 500) this.#pace.leavesRows = true;
    if (error.code === requestProblems.not_found.code && !this.#pushByGrant) {
      this.#speaksPlainly = true;
      return await this.#pushPlainly(push, hasTime);
    }
    if (error.status !== 413 && error.status !== 400) throw error;
    // It may be the cursor that cannot be understood, and no call should pay for that.
    if (error.status === 400 && asked.cursor !== null && !this.#pushByGrant)
      return await this.#forgetCursor();
    this.#pace.maximumCalls = half;
    if (calls.length > 1) return 'more';
    await this.#setAside(asked, calls, error.body);
    return 'more';
  }

  async #pushPlainly({ calls, ...push }: Push, hasTime: () => boolean): Promise<Step> {
    // Whatever the next pull brings was read after these calls were decided, whoever they were sent as.
    const asked = { ...push.asked, clientId: 'plain' };
    let results: CallResult[];
    try {
      const options = { timeout: requestTimeout, hasTime };
      results = await pushPlainly(this.#api, this.#definitions, calls, options);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.status === 413) {
        await this.#setAside(asked, calls, error.body);
        return 'more';
      }
      if (error.status !== 500) throw error;
      // It failed on this very call. Counted, so that it does not hold up the others for ever.
      await this.#store(asked, judge(calls.slice(0, 1), [], this.#outbox.pending), null);
      return 'stuck';
    }
    const decided = calls.slice(0, results.length);
    await this.#store(asked, judge(decided, results, this.#outbox.pending), null);
    return 'more';
  }

  /** The first of these calls does not get through, for this reason. */
  async #setAside(asked: Asked, [call]: readonly QueuedCall[], problem: ProblemBody): Promise<void> {
    if (call) await this.#store(asked, leaveUndecided(call, problem, this.#outbox.pending), null);
  }

  /**
   * Stores what became of the calls and the rows that came with it in one transaction, and shows both in one moment.
   * True where there are further pages, or where another tab's pull made this one too old to be stored; not for somebody who
   * has left meanwhile.
   */
  async #store(asked: Asked, verdict: Verdict | null, answer: PullAnswer | null): Promise<boolean> {
    if (answer && answer.cursor.schema !== snapshotSchemaVersion) {
      // Rows of a newer shape are for the newer app; kept by this one they would lack what it does not know.
      if (verdict) await this.#store(asked, verdict, null);
      throw new UnreadableAnswerError('The rows are of a shape that this version does not know');
    }
    const sealed = verdict && (await this.#outbox.sealVerdict(verdict, asked.clientId));
    const isOlderCopy = verdict?.forked === true || (await this.#isOlderCopy(asked, answer));
    // First of all, or a tab that goes now would leave nobody who knows.
    if (isOlderCopy) await this.#onOlderCopy();
    const decided = answer?.decided ?? [];
    return await this.#outbox.inTurn(async () => {
      const { pulled, confirmation, written } = await this.#write(asked, sealed, answer, isOlderCopy);
      // What another tab stored and could not say any more is missing in memory; then everything is read again.
      const isInStep = this.#view.state.pulls === asked.pulls && pulled?.kind !== 'late';
      if (isInStep && !written.missing && decided.length === 0) {
        this.#outbox.takeOver(written, sealed, confirmation);
        if (pulled?.kind === 'stored') this.#view.replace(pulled);
      } else {
        await this.#outbox.reload(this.#view);
      }
      if (verdict || pulled?.kind === 'stored' || decided.length > 0 || !isInStep) this.#stored();
      const isMoreDue = pulled?.kind === 'late' || (answer?.more ?? false);
      return isMoreDue && this.#isStillHere();
    });
  }

  /**
   * The server decided calls of this client that were never sent from here: what is stored is a copy of an earlier time, as
   * when a backup was put back or a tablet was cloned. What another tab has sent by now counts as sent.
   */
  async #isOlderCopy({ clientId, sentThrough }: Asked, answer: PullAnswer | null): Promise<boolean> {
    if (!answer || answer.confirmed_seq <= sentThrough) return false;
    const now = await this.#database.readStanding();
    return now.clientId === clientId && answer.confirmed_seq > now.sentThrough;
  }

  async #write(asked: Asked, sealed: SealedVerdict | null, answer: PullAnswer | null, isOlderCopy: boolean) {
    const write = (rows: PullAnswer | null) =>
      this.#database.write(
        async (stored) => {
          if (answer?.decided) await this.#outbox.storeDecisions(stored, answer.decided);
          // From now on we are somebody else, and every call that waits is sent again as new. Its seqs may stay: they still
          // go up. Once, though several tabs hear of it.
          if (isOlderCopy && (await stored.readClientId()) === asked.clientId) stored.writeClientId(uuidv7());
          const prepared =
            rows &&
            (await preparePull(stored, asked, rows, (place) => this.#view.storedRows(place, asked.pulls)));
          // Asked inside the transaction: what is forgotten at a sign-out is forgotten in a later one.
          const pulled = prepared && (this.#isStillHere() ? prepared : ({ kind: 'late' } as const));
          const confirmation = this.#pushByGrant
            ? unseen(asked, await stored.readCursor())
            : confirmationOf(asked, rows, pulled);
          // Side by side: the calls are looked for while the rows are copied, and the commit waits for both.
          const [written] = await Promise.all([
            this.#outbox.store(stored, sealed, confirmation),
            pulled?.kind === 'stored' && writePull(stored, pulled),
          ]);
          if (pulled?.kind === 'stored') await stored.noteRest(pulled.state);
          return { pulled, confirmation, written };
        },
        rows ? 'cache' : 'words',
      );
    try {
      return await write(answer);
    } catch (error) {
      if (!(error instanceof DeviceFullError) || !sealed) throw error;
      // The rows do not fit. What became of the calls does, and the rows come again with the next pull.
      return await write(null);
    }
  }

  /** As whom we speak and what we hold, as of one moment: a name that another tab gave up does not meet its pulls. */
  async #asking(): Promise<Asked> {
    const [standing, kept] = await Promise.all([this.#database.readStanding(), this.#keptIds()]);
    return { ...standing, kept };
  }
}

/** What the rows at hand confirm; nothing where they were too late to be stored. */
function confirmationOf(
  asked: Asked,
  answer: PullAnswer | null,
  stored: StoredPull | { kind: 'late' | 'unchanged' } | null,
): Confirmation | null {
  if (!answer || !stored || stored.kind === 'late') return null;
  return {
    client_id: asked.clientId,
    seq: answer.confirmed_seq,
    other_epoch: stored.kind === 'stored' && stored.other_epoch,
  };
}

/**
 * Without a snapshot nothing shows the old value any more, and the next one is read after all of this: what was applied is
 * done with. With one, it goes on being replayed until its owner's next pull (law 8).
 */
function unseen({ clientId: client_id }: Asked, cursor: Cursor | null): Confirmation | null {
  return cursor === null ? { client_id, seq: Number.MAX_SAFE_INTEGER, other_epoch: false } : null;
}

/** @throws what is no failure of a request */
export function endOf(error: unknown): DrainEnd {
  if (error instanceof NoNetworkError) return { kind: 'no_network' };
  if (error instanceof UnreadableAnswerError) return { kind: 'needs_update' };
  if (error instanceof MissingCodeError) return { kind: 'again', retryAfter: null };
  if (!(error instanceof ApiProblem)) throw error;
  if (error.status === 401 || error.code === 'sync.other_person') return { kind: 'sign_in' };
  if (error.status === 426) return { kind: 'needs_update' };
  return { kind: 'again', retryAfter: error.retryAfter };
}
