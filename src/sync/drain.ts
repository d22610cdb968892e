import { uuidv7 } from 'uuidv7';
import { limits } from '#contract/kit/limits.ts';
import { requestProblems, type ProblemBody } from '#contract/kit/problem.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { isInOurShapes } from '#contract/sync/sync.rules.ts';
import type { CallResult, PullAnswer, PushRequest, QueuedCall } from '#contract/sync/sync.schema.ts';
import { ApiProblem, NoNetworkError, UnreadableAnswerError, type ApiClient } from './api-client.ts';
import { elapsed } from './clock.ts';
import { confirmationByGrant, confirmationOf, type Asked } from './drain-confirmation.ts';
import { endOf, type DrainEnd } from './drain-end.ts';
import { loadPictureSending, type DrainEnvironment, type PictureSending } from './drain-environment.ts';
import type { KeptOnDevice } from './kept-works.ts';
import type { SealedVerdict } from './outbox-calls.ts';
import type { Outbox } from './outbox.ts';
import { pushPlainly } from './plain-push.ts';
import { newPace, type Pace } from './drain-pace.ts';
import type { Pictures } from './pictures.ts';
import { preparePull, writePull } from './pull.ts';
import type { AnyQueuedDefinition } from './queued.ts';
import { DeviceFullError } from './quota.ts';
import type { RowsPlace } from './replica-stores.ts';
import type { ReplicaDatabase } from './replica-database.ts';
import type { SendPicture } from './send-pictures.ts';
import { judge, leaveUndecided, type Verdict } from './verdict.ts';
import type { View } from './view.ts';

/** Milliseconds for a push or a pull, which may carry a whole school. */
const requestTimeout = 20_000;
/** Milliseconds after which a run starts no further request. With one request that hangs it stays under the lock's 30 s. */
const runTime = 8000;

/** One push request. */
interface Push {
  readonly asked: Asked;
  readonly calls: QueuedCall[];
}

/** Pushes calls by a grant; the answer holds their results and no rows. */
type PushByGrant = (
  request: Omit<PushRequest, 'cursor'>,
  options: { timeout: number },
) => Promise<readonly CallResult[]>;

/** Picks the identity that pictures are sent with: their owner or a grant. */
type PictureSender = (code: PictureSending) => SendPicture;

/** Whether to take another step. `stuck`: the server could not decide a call yet. */
type Step = 'more' | 'done' | 'stuck';

/**
 * Pushes queued calls and pulls new rows until neither is left. A step sends the next calls, whose answer also brings rows; or the
 * pictures that the next call waits for; or, where nothing can be sent, a pull alone.
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
  readonly #environment: Pick<DrainEnvironment, 'now' | 'setTimer' | 'loadPictureSending'>;
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
    environment: Pick<DrainEnvironment, 'now' | 'setTimer' | 'loadPictureSending'>;
    /** Set for a person who is not signed in: their calls are pushed, and nothing is pulled. */
    pushByGrant?: PushByGrant;
    /** Left out: as the signed-in user. */
    pictureSender?: PictureSender;
    pace?: Pace;
    /** Whether the user is still signed in; left out, they are. */
    isStillHere?: () => boolean;
    /** Called after each write to the database. */
    stored: () => void;
    /** Called when this database turns out to be a restored or cloned copy. */
    onOlderCopy: () => Promise<void>;
    /** Works kept on this device for reading offline; left out, the pull does not mention them. */
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
    // A call that cannot be sent does not stop a pull.
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

  /** Pictures that the next call shows; without a next call, all that wait. */
  async #picturesToSend(): Promise<string[]> {
    const next = await this.#outbox.nextPictures();
    if (next.length > 0) return next;
    return this.#pictures.list.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  }

  /** Sends pictures one by one, before the call that shows them (law 3). */
  async #sendPictures(ids: readonly string[], hasTime: () => boolean): Promise<Step> {
    const code = await loadPictureSending(this.#environment, requestTimeout);
    const send = this.#pictureSender(code);
    for (const id of ids) {
      if (!hasTime()) break;
      const options = { pictures: this.#pictures, send, timeout: requestTimeout };
      await code.sendPicture(id, options).finally(this.#stored);
      this.#gotOn = true;
    }
    return 'more';
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

  /** Rebuilds the snapshot: drops the cursor. The stored rows stay until the first page of the new snapshot is stored. */
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

  /** Ids of kept works to ask about; none in a push by grant. */
  async #keptIds(): Promise<readonly string[]> {
    return this.#pushByGrant ? [] : ((await this.#kept?.ids()) ?? []);
  }

  /** Deletes kept works that the person may no longer read, before the pull that says so is stored (law 10). */
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
      // The first fork is retried at once with a new client id; a second one waits.
      this.#forks += 1;
      return this.#forks > 1 ? 'stuck' : 'more';
    }
    if (verdict.tried !== null) return 'stuck';
    return more || answer.pull === null || this.#outbox.hasWaiting() ? 'more' : 'done';
  }

  /** Handles a failed push: retries with half of the calls, and sets aside a single failing call, so that it blocks no other (law 3). */
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
    // The cursor may be what the server cannot read: drop it before a call is blamed.
    if (error.status === 400 && asked.cursor !== null && !this.#pushByGrant)
      return await this.#forgetCursor();
    this.#pace.maximumCalls = half;
    if (calls.length > 1) return 'more';
    await this.#setAside(asked, calls, error.body);
    return 'more';
  }

  async #pushPlainly({ calls, ...push }: Push, hasTime: () => boolean): Promise<Step> {
    // Any later pull was read after these calls were decided, whichever client id it has.
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
      // This call caused the error. Each try is counted, so that it cannot block the others for ever.
      await this.#store(asked, judge(calls.slice(0, 1), [], this.#outbox.pending), null);
      return 'stuck';
    }
    const decided = calls.slice(0, results.length);
    await this.#store(asked, judge(decided, results, this.#outbox.pending), null);
    return 'more';
  }

  /** Records that the first call could not be sent, with the reason. */
  async #setAside(asked: Asked, [call]: readonly QueuedCall[], problem: ProblemBody): Promise<void> {
    if (call) await this.#store(asked, leaveUndecided(call, problem, this.#outbox.pending), null);
  }

  /**
   * Stores results and pulled rows in one transaction and shows both at once (laws 8 and 9).
   * @returns true where more pages follow or another tab's pull overtook this one, unless the user signed out
   */
  async #store(asked: Asked, verdict: Verdict | null, answer: PullAnswer | null): Promise<boolean> {
    if (answer && !isInOurShapes(answer.cursor)) {
      // Rows of a newer shape: parsed by this version they would lose fields.
      if (verdict) await this.#store(asked, verdict, null);
      throw new UnreadableAnswerError('The rows are of a shape that this version does not know');
    }
    const sealed = verdict && (await this.#outbox.sealVerdict(verdict, asked.clientId));
    const isOlderCopy = verdict?.forked === true || (await this.#isOlderCopy(asked, answer));
    // Before the write: a tab that is closed between the two must not lose the fact.
    if (isOlderCopy) await this.#onOlderCopy();
    const decided = answer?.decided ?? [];
    return await this.#outbox.inTurn(async () => {
      const { pulled, confirmation, written } = await this.#write(asked, sealed, answer, isOlderCopy);
      // If another tab wrote in between, memory is stale and is read again as a whole.
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
   * The server confirmed calls of this client id that this database never sent: it is an older copy, from a restored backup or a
   * cloned tablet. Calls sent by another tab count as sent.
   */
  async #isOlderCopy({ clientId, sentThrough }: Asked, answer: PullAnswer | null): Promise<boolean> {
    if (!answer || answer.confirmed_seq <= sentThrough) return false;
    const now = await this.#database.readStanding();
    return now.clientId === clientId && answer.confirmed_seq > now.sentThrough;
  }

  async #write(asked: Asked, sealed: SealedVerdict | null, answer: PullAnswer | null, isOlderCopy: boolean) {
    const write = async (rows: PullAnswer | null) => {
      const inMemory = (place: RowsPlace) => this.#view.storedRows(place, asked.pulls);
      // Sealed before the transaction, which would end meanwhile.
      const prepared = rows && (await preparePull(this.#database, asked, rows, inMemory));
      return await this.#database.write(
        async (stored) => {
          if (answer?.decided) await this.#outbox.storeDecisions(stored, answer.decided);
          // With a new client id the server takes every queued call as new. Seqs stay, as they still increase. Compared first, so
          // that several tabs change it once.
          if (isOlderCopy && (await stored.readClientId()) === asked.clientId) stored.writeClientId(uuidv7());
          // Checked inside the transaction: a sign-out deletes the rows in a later one.
          const isLate = (await stored.readState()).pulls !== asked.pulls || !this.#isStillHere();
          const pulled = prepared && (isLate ? ({ kind: 'late' } as const) : prepared);
          const confirmation = this.#pushByGrant
            ? confirmationByGrant(asked, await stored.readCursor())
            : confirmationOf(asked, rows, pulled);
          // In parallel; the commit waits for both.
          const [written] = await Promise.all([
            this.#outbox.store(stored, sealed, confirmation),
            pulled?.kind === 'stored' && writePull(stored, pulled),
          ]);
          // Older now than what the school has.
          stored.writeLeft(null);
          if (pulled?.kind === 'stored') await stored.noteRest(pulled.state);
          return { pulled, confirmation, written };
        },
        rows ? 'cache' : 'words',
      );
    };
    try {
      return await write(answer);
    } catch (error) {
      if (!(error instanceof DeviceFullError) || !sealed) throw error;
      // The rows do not fit, the results do. The next pull brings the rows again.
      return await write(null);
    }
  }

  /** Client id, cursor and kept ids, read together, so that an old client id is never sent with a newer cursor. */
  async #asking(): Promise<Asked> {
    const [standing, kept] = await Promise.all([this.#database.readStanding(), this.#keptIds()]);
    return { ...standing, kept };
  }
}
