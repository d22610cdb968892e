import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WebpOptions } from 'sharp';
import { Problem, requestProblems } from '#contract/kit/problem.ts';

/** What is sent is no picture, is of another kind than it says, or is larger than any camera makes it. */
export class UnreadablePictureError extends Error {
  override readonly name: string = 'UnreadablePictureError';
  /** What the sender can do about it, where that is known. */
  readonly words: string | null;

  constructor(message: string, { words = null }: { words?: string | null } = {}) {
    super(message);
    this.words = words;
  }
}

/** To draw the picture takes more time or memory than one picture gets. */
export class ExpensivePictureError extends UnreadablePictureError {
  override readonly name = 'ExpensivePictureError';
}

/** What a worker makes of a picture. */
export interface PictureJob {
  bytes: Uint8Array;
  /** The most pixels that are unpacked. */
  pixels: number;
  /** As sharp names them. */
  formats: readonly ('jpeg' | 'png' | 'svg' | 'webp')[];
  /** In pixels. */
  resize?: { width: number; height: number; fit: 'cover' | 'inside'; withoutEnlargement?: boolean };
  /** A colour behind what is transparent. */
  flatten?: string;
  output: 'jpeg' | 'png' | 'raw' | 'webp';
  options?: Pick<WebpOptions, 'quality'>;
}

export interface DrawnPicture {
  /** Null where raw pixels were asked for: then their number is all that is wanted. */
  content: Buffer | null;
  width: number;
  height: number;
}

/** Who sent the picture, and whether they still wait for it. */
export interface PictureSender {
  tenantId: string;
  signal: AbortSignal;
}

/** Milliseconds and bytes. */
export interface PictureLimits {
  workers: number;
  /** Pictures of one tenant that are drawn at once: less than all, so that others have their turn meanwhile. */
  perTenant: number;
  waiting: number;
  waitingPerTenant: number;
  /** How long a picture waits for a worker. */
  waitMs: number;
  /** Until the sender has an answer, waiting and the start of a worker included. */
  answerMs: number;
  /** Of processor time for one picture. A photograph of 50 megapixels takes about half of it. */
  cpuMs: number;
  /** Resident memory of a worker. */
  memory: number;
  /** How long a worker stays that has nothing to do. */
  idleMs: number;
}

const usualLimits: PictureLimits = {
  workers: 2,
  perTenant: 1,
  waiting: 64,
  waitingPerTenant: 32,
  waitMs: 2000,
  answerMs: 4000,
  cpuMs: 2000,
  memory: 640 * 1024 * 1024,
  idleMs: 60_000,
};

type Answer =
  | { outcome: 'ready' }
  | ({ outcome: 'drawn' } & DrawnPicture)
  | { outcome: 'unreadable'; reason: string }
  | { outcome: 'expensive' };

// The build puts the worker next to the bundle.
const workerFile = fileURLToPath(new URL('./picture-worker.mjs', import.meta.url));

/** What a worker needs of our environment, which holds secrets: to find fonts, and to run at all on Windows. */
const environmentNames = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'TEMP', 'SystemRoot', 'FONTCONFIG_PATH'];

function busy(): Problem {
  const error = 'Too many pictures are being sent right now. Please try again in a few seconds.';
  return new Problem(requestProblems.unavailable, { error, retryAfter: 5 });
}

/** One process that draws one picture at a time. */
class Worker {
  readonly #process: ChildProcess;
  #isReady = false;
  readonly ended: Promise<void>;

  constructor({ cpuMs, memory }: PictureLimits) {
    this.#process = fork(workerFile, [String(cpuMs), String(memory)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: ['--max-old-space-size=128'],
      env: Object.fromEntries(
        environmentNames.flatMap((name) => {
          const value = process.env[name];
          return value === undefined ? [] : [[name, value]];
        }),
      ),
    });
    this.ended = new Promise<void>((resolve) => {
      this.#process.once('exit', () => resolve());
      // A process that could not be started never exits. Later errors are of one that is ending.
      this.#process.on('error', () => resolve());
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** An idle worker does not keep the server's process. */
  rest(): void {
    this.#process.unref();
    this.#process.channel?.unref();
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** @throws UnreadablePictureError, after which it is good for another picture; anything else, after which it is to be killed */
  async draw(job: PictureJob, signal: AbortSignal): Promise<DrawnPicture> {
    signal.throwIfAborted();
    const child = this.#process;
    child.ref();
    child.channel?.ref();
    // What goes wrong here, because the process has just ended, its end tells.
    const send = () => child.send(job, () => undefined);
    return await new Promise<DrawnPicture>((resolve, reject) => {
      const settle = (end: () => void) => {
        child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
        signal.removeEventListener('abort', onAbort);
        end();
      };
      const onAbort = () => settle(() => reject(signal.reason as Error));
      const onEnd = () =>
        settle(() =>
          reject(
            this.#isReady
              ? new ExpensivePictureError('The process that drew it ended')
              : new Error('No process for pictures could be started'),
          ),
        );
      const onMessage = (answer: Answer) => {
        if (answer.outcome === 'ready') {
          this.#isReady = true;
          send();
        } else settle(() => this.#read(answer, resolve, reject));
      };
      child.on('message', onMessage).on('exit', onEnd).on('error', onEnd);
      signal.addEventListener('abort', onAbort);
      if (this.#isReady) send();
    });
  }

  #read(
    answer: Exclude<Answer, { outcome: 'ready' }>,
    resolve: (drawn: DrawnPicture) => void,
    reject: (error: Error) => void,
  ): void {
    if (answer.outcome === 'unreadable') return reject(new UnreadablePictureError(answer.reason));
    if (answer.outcome === 'expensive')
      return reject(new ExpensivePictureError('It took too much time or memory'));
    const { content, width, height } = answer;
    resolve({ content, width, height });
  }
}

interface Waiting {
  tenantId: string;
  /** Hands it a worker's turn. */
  begin: () => void;
}

/**
 * Draws what strangers sent in processes of their own, a few at a time, each for so long and with so much memory. Each tenant
 * has its turn, however many pictures another one sends.
 */
export class PictureWorkers {
  readonly #limits: PictureLimits;
  #idle: { worker: Worker; until: NodeJS.Timeout }[] = [];
  readonly #all = new Set<Worker>();
  readonly #drawing: string[] = [];
  #waiting: Waiting[] = [];
  readonly #closing = new AbortController();

  constructor(limits: Partial<PictureLimits> = {}) {
    this.#limits = { ...usualLimits, ...limits };
  }

  /**
   * @throws UnreadablePictureError, ExpensivePictureError; Problem 503 where too many pictures wait or the server stops; the
   *   reason of the signal where the sender is gone
   */
  async draw(job: PictureJob, { tenantId, signal }: PictureSender): Promise<DrawnPicture> {
    const { answerMs } = this.#limits;
    const tooLate = new AbortController();
    const timer = setTimeout(() => tooLate.abort(busy()), answerMs);
    const ending = AbortSignal.any([signal, tooLate.signal, this.#closing.signal]);
    try {
      await this.#turn(tenantId, ending);
      try {
        return await this.#drawNow(job, ending);
      } finally {
        this.#drawing.splice(this.#drawing.indexOf(tenantId), 1);
        this.#beginNext();
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ids of the processes that there are; for tests. */
  pids(): number[] {
    return [...this.#all].flatMap(({ pid }) => pid ?? []);
  }

  /** Ends all of them, with what they draw. */
  async close(): Promise<void> {
    this.#closing.abort(busy());
    for (const { until } of this.#idle) clearTimeout(until);
    const all = [...this.#all];
    for (const worker of all) worker.kill();
    await Promise.all(all.map(({ ended }) => ended));
  }

  /** Waits until it may be drawn. */
  async #turn(tenantId: string, ending: AbortSignal): Promise<void> {
    const { waiting, waitingPerTenant, waitMs } = this.#limits;
    if (ending.aborted) throw ending.reason;
    if (this.#mayBegin(tenantId)) {
      this.#drawing.push(tenantId);
      return;
    }
    const ofTenant = this.#waiting.filter((each) => each.tenantId === tenantId).length;
    if (this.#waiting.length >= waiting || ofTenant >= waitingPerTenant) throw busy();
    await new Promise<void>((resolve, reject) => {
      const leave = (reason: Error) => {
        this.#waiting = this.#waiting.filter((each) => each !== entry);
        clearTimeout(timer);
        reject(reason);
      };
      const timer = setTimeout(() => leave(busy()), waitMs);
      const abort = () => leave(ending.reason as Error);
      ending.addEventListener('abort', abort, { once: true });
      const entry: Waiting = {
        tenantId,
        begin: () => {
          clearTimeout(timer);
          ending.removeEventListener('abort', abort);
          resolve();
        },
      };
      this.#waiting.push(entry);
    });
  }

  #mayBegin(tenantId: string): boolean {
    const { workers, perTenant } = this.#limits;
    const ofTenant = this.#drawing.filter((each) => each === tenantId).length;
    return this.#drawing.length < workers && ofTenant < perTenant;
  }

  #beginNext(): void {
    const next = this.#waiting.find(({ tenantId }) => this.#mayBegin(tenantId));
    if (!next) return;
    this.#waiting = this.#waiting.filter((each) => each !== next);
    this.#drawing.push(next.tenantId);
    next.begin();
  }

  async #drawNow(job: PictureJob, ending: AbortSignal): Promise<DrawnPicture> {
    const worker = this.#takeWorker();
    try {
      const drawn = await worker.draw(job, ending);
      this.#giveBack(worker);
      return drawn;
    } catch (error) {
      const isGood = error instanceof UnreadablePictureError && !(error instanceof ExpensivePictureError);
      if (isGood) this.#giveBack(worker);
      else worker.kill();
      throw error;
    }
  }

  #takeWorker(): Worker {
    const last = this.#idle.pop();
    if (last) {
      clearTimeout(last.until);
      return last.worker;
    }
    const worker = new Worker(this.#limits);
    this.#all.add(worker);
    void worker.ended.then(() => {
      this.#all.delete(worker);
      // One that was killed by somebody else while it had nothing to do.
      this.#idle = this.#idle.filter((each) => each.worker !== worker);
    });
    return worker;
  }

  #giveBack(worker: Worker): void {
    if (this.#closing.signal.aborted) return worker.kill();
    worker.rest();
    const until = setTimeout(() => {
      this.#idle = this.#idle.filter((each) => each.worker !== worker);
      worker.kill();
    }, this.#limits.idleMs);
    until.unref();
    this.#idle.push({ worker, until });
  }
}
