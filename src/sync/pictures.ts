import { hexOf } from '#contract/kit/hex.ts';
import type { PictureMade } from '#contract/works/picture-limits.schema.ts';
import type { ProblemBody } from '#contract/kit/problem.ts';
import type { SyncEnvironment } from './environment.ts';
import { pictureId } from './queued.ts';
import type { ReplicaDatabase } from './replica-database.ts';
import type { PictureRecord } from './replica-stores.ts';
import type { Sealer } from './sealing.ts';

/** A picture, or a recording, as its author hands it over. */
export interface NewPicture {
  readonly workId: string;
  readonly media_type: PictureRecord['media_type'];
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Left out: a photograph, or a recording. */
  readonly made?: PictureMade;
}

/** A picture of a story on this device. */
export interface KeptPicture extends Omit<PictureRecord, 'sealed_problem'> {
  /** Why it was refused; null where nobody said why. */
  readonly problem: ProblemBody | null;
}

/**
 * The pictures that somebody made on this device, and the recordings, which go the same way. Their bytes are sealed and durable before anybody says "saved" (laws 1 and
 * 5), stay until the school has them, and are shown from here for as long as their owner is signed in.
 */
export class Pictures {
  readonly #database: ReplicaDatabase;
  readonly #environment: SyncEnvironment;
  readonly #sealer: Sealer;
  readonly #owner: { tenant_id: string; user_id: string };
  #list: readonly KeptPicture[] = [];
  #readings = 0;
  /** The reading that the list is from. */
  #listed = 0;

  constructor(options: {
    database: ReplicaDatabase;
    environment: SyncEnvironment;
    sealer: Sealer;
    owner: { tenant_id: string; user_id: string };
  }) {
    this.#database = options.database;
    this.#environment = options.environment;
    this.#sealer = options.sealer;
    this.#owner = options.owner;
  }

  /** The same array until it is read again. */
  get list(): readonly KeptPicture[] {
    return this.#list;
  }

  #find(id: string): KeptPicture | undefined {
    return this.#list.find((picture) => picture.id === id);
  }

  async load(): Promise<void> {
    const reading = this.#nextReading();
    await this.#take(await this.#database.readPictures(), reading);
  }

  /** Takes over what was read at opening. */
  async take(records: readonly PictureRecord[]): Promise<void> {
    await this.#take(records, this.#nextReading());
  }

  #nextReading(): number {
    this.#readings += 1;
    return this.#readings;
  }

  async #take(records: readonly PictureRecord[], reading: number): Promise<void> {
    const list = await Promise.all(
      records.map(async ({ sealed_problem, ...record }): Promise<KeptPicture> => {
        return { ...record, problem: sealed_problem && (await this.#openProblem(record.id, sealed_problem)) };
      }),
    );
    // Opening takes time: a later reading may have been faster.
    if (reading < this.#listed) return;
    this.#listed = reading;
    this.#list = list;
  }

  /** Keeps a picture; when this resolves it is durable. @returns the hash that it goes by */
  async keep({ workId, media_type, bytes, made = 'photograph' }: NewPicture): Promise<string> {
    const sha256 = hexOf(await this.#environment.crypto.digest('SHA-256', bytes));
    const id = pictureId(workId, sha256);
    if (this.#find(id)) return sha256;
    const kept_at = new Date(this.#environment.now()).toISOString();
    const sealed = await this.#sealer.sealBytes(bytes, this.#context(id));
    await this.#database.addPicture(
      { id, media_type, made, state: 'kept', tries: 0, kept_at, sealed_problem: null },
      sealed,
    );
    await this.load();
    return sha256;
  }

  /** How it was made. */
  madeOf(id: string): PictureMade {
    const record = this.#find(id);
    return record?.made ?? (record?.media_type === 'image/png' ? 'drawing' : 'photograph');
  }

  /** The picture itself; null where this device does not have it, or cannot open it any more. */
  async open(id: string): Promise<Blob | null> {
    const sealed = await this.#database.readPictureBytes(id);
    // Another tab may have kept it, and not said so yet.
    if (!this.#find(id)) await this.load();
    const record = this.#find(id);
    if (!sealed || !record) return null;
    await this.#sealer.ready();
    try {
      const bytes = await this.#sealer.openBytes(sealed, this.#context(id));
      return new Blob([bytes], { type: record.media_type });
    } catch {
      return null;
    }
  }

  /** Notes what became of it. A reason is sealed: it may name what the picture is for. */
  async note(id: string, state: PictureRecord['state'], problem: ProblemBody | null = null): Promise<void> {
    const sealed_problem = problem && (await this.#sealer.seal(problem, this.#context(id)));
    await this.#database.changePicture(id, (record) => ({ ...record, state, tries: 0, sealed_problem }));
    await this.load();
  }

  /** Counts a try that nobody answered, or that the school failed at. @returns how many there are by now */
  async noteTry(id: string): Promise<number> {
    await this.#database.changePicture(id, (record) => ({ ...record, tries: record.tries + 1 }));
    await this.load();
    return this.#find(id)?.tries ?? 0;
  }

  /** Forgets some of them, bytes and all. False: there were none. */
  async forget(isDone: (picture: KeptPicture) => boolean): Promise<boolean> {
    const ids = this.#list.filter(isDone).map(({ id }) => id);
    if (ids.length === 0) return false;
    await this.#database.deletePictures(ids);
    await this.load();
    return true;
  }

  async #openProblem(id: string, sealed: NonNullable<PictureRecord['sealed_problem']>) {
    try {
      return (await this.#sealer.open(sealed, this.#context(id))) as ProblemBody;
    } catch {
      return null;
    }
  }

  #context(id: string): string {
    return `picture ${this.#owner.tenant_id} ${this.#owner.user_id} ${id}`;
  }
}
