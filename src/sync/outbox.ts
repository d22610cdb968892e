import { uuidv7 } from 'uuidv7';
import { limits } from '#contract/kit/limits.ts';
import type { ParkedDecision, QueuedCall } from '#contract/sync/sync.schema.ts';
import { CallSealer } from './call-sealer.ts';
import type { SyncEnvironment } from './environment.ts';
import type {
  Confirmation,
  MirroredView,
  PendingCall,
  SealedVerdict,
  Secret,
  SettledCall,
  StoredVerdict,
  UnreadableCall,
} from './outbox-calls.ts';
import { fateOf, isUnsent, nextBatch, runsOf, settledRecord } from './outbox-fate.ts';
import { foldInto, makersFor } from './outbox-fold.ts';
import { openCalls } from './outbox-open.ts';
import { reviveCalls } from './outbox-retry.ts';
import type { Pictures } from './pictures.ts';
import type { AnyQueuedDefinition } from './queued.ts';
import type { LetGo, Mirror, ReplicaDatabase } from './replica-database.ts';
import type { StoredCalls } from './replica-stores.ts';
import type { Sealer } from './sealing.ts';
import { dependentsOf, type EndedCall, type Verdict } from './verdict.ts';

/**
 * The queue of calls. Law 1: a call is committed here, with strict durability, before "saved" is shown. Law 3: calls are ordered by
 * `seq`. Law 6: a call leaves only with an answer: deleted once a pull contains it, else moved to `settled`.
 */
export class Outbox {
  readonly #database: ReplicaDatabase;
  readonly #environment: SyncEnvironment;
  readonly #sealer: CallSealer;
  readonly #definitions: ReadonlyMap<string, AnyQueuedDefinition>;
  #pending: readonly PendingCall[] = [];
  #settled: readonly SettledCall[] = [];
  #unreadable: readonly UnreadableCall[] = [];
  /** Every stored call up to this seq is in memory. Stays true, as seqs only increase. */
  #wholeThrough = 0;
  /** The tail of a queue of writes and reads, so that calls keep their order and no read misses one. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: {
    database: ReplicaDatabase;
    environment: SyncEnvironment;
    sealer: Sealer;
    owner: { tenant_id: string; user_id: string };
    definitions: ReadonlyMap<string, AnyQueuedDefinition>;
  }) {
    this.#database = options.database;
    this.#environment = options.environment;
    this.#sealer = new CallSealer(options.sealer, options.owner);
    this.#definitions = options.definitions;
  }

  /** Waiting and applied calls by seq; the same array until something changes. */
  get pending(): readonly PendingCall[] {
    return this.#pending;
  }

  get settled(): readonly SettledCall[] {
    return this.#settled;
  }

  get unreadable(): readonly UnreadableCall[] {
    return this.#unreadable;
  }

  /** Ids of the oldest parked calls that this device knows of as undecided. */
  get parked(): readonly string[] {
    return this.#settled
      .filter(({ state, decided }) => state === 'parked' && decided === undefined)
      .slice(0, limits.parkedPerPull)
      .map((call) => call.mutation_id);
  }

  /** Runs `work` after all earlier writes and reads of calls. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    // The caller gets the failure; the next in line runs all the same.
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Reads the calls, with `pictures` in the same transaction. */
  load(view: MirroredView, pictures?: Pictures): Promise<void> {
    return this.inTurn(() => this.reload(view, pictures));
  }

  /** Reads the database again. Call it within `inTurn`. */
  async reload(view: MirroredView, pictures?: Pictures): Promise<void> {
    const mirror = await this.#database.readMirror(view.wanted(), pictures !== undefined);
    await Promise.all([this.#takeCalls(mirror), mirror.pictures && pictures?.take(mirror.pictures)]);
    if (mirror.snapshot) view.take(mirror.snapshot);
    if (mirror.versions) view.know(mirror.versions);
  }

  async #takeCalls(mirror: Mirror): Promise<void> {
    const read = await openCalls(mirror, { pending: this.#pending, settled: this.#settled }, this.#sealer);
    // No await from here on: no screen sees the calls without the rows or the other way round (law 8).
    this.#pending = read.pending;
    this.#settled = read.settled;
    this.#unreadable = read.unreadable;
  }

  /** Stores a call; when this resolves it is durable. `replaces`: the call that was never sent and went into this one. */
  add(
    definition: AnyQueuedDefinition,
    secret: () => Secret,
  ): Promise<{ mutation_id: string; replaces: string | null }> {
    return this.inTurn(() => this.#store(definition, secret()));
  }

  /** Stores calls of one kind, all of them or none; nothing is folded. When this resolves they are durable. */
  addTogether(definition: AnyQueuedDefinition, secrets: () => readonly Secret[]): Promise<string[]> {
    return this.inTurn(async () => {
      const prepared = await Promise.all(secrets().map((secret) => this.#prepare(definition, secret, [])));
      const ids = prepared.map(({ call }) => call.mutation_id);
      const seqs = await this.#database.addCalls(prepared.map(({ call, sealed }) => ({ ...call, sealed })));
      const stored = prepared.map(({ secret, call }, place): PendingCall => {
        const seq = seqs[place];
        if (seq === undefined) throw new Error('A call was stored without a number');
        return { ...secret, ...call, seq };
      });
      this.#pending = [...this.#pending, ...stored].toSorted((one, other) => one.seq - other.seq);
      return ids;
    });
  }

  async #store(definition: AnyQueuedDefinition, secret: Secret) {
    const folded = foldInto(this.#pending, definition, secret, this.#definitions);
    const plain = await this.#prepare(definition, secret, []);
    const together = folded && (await this.#prepare(definition, folded.secret, folded.earlier.depends_on));
    let foldedAway = false;
    let again = false;
    const addOrFold = async (
      stored: StoredCalls,
      earlier: PendingCall,
      both: typeof plain,
    ): Promise<number> => {
      foldedAway = false;
      if (again) {
        // As in `addCalls`: it may have been committed, one way or the other.
        const [present] = await stored.findCalls([plain.call.mutation_id, both.call.mutation_id]);
        foldedAway = present?.mutation_id === both.call.mutation_id;
        if (present) return present.seq;
      }
      again = true;
      foldedAway = await isUnsent(stored, earlier);
      if (foldedAway) stored.outbox.delete(earlier.seq);
      const { call, sealed } = foldedAway ? both : plain;
      return await stored.outbox.add({ ...call, sealed });
    };
    const [seq] = await (folded && together
      ? this.#database.writeCalls(async (stored) => [await addOrFold(stored, folded.earlier, together)])
      : this.#database.addCalls([{ ...plain.call, sealed: plain.sealed }]));
    if (seq === undefined) throw new Error('A call was stored without a number');
    const stored = foldedAway && together ? together : plain;
    const replaces = foldedAway && folded ? folded.earlier.mutation_id : null;
    const pending: PendingCall = { ...stored.secret, ...stored.call, seq };
    this.#pending = [...this.#pending.filter((call) => call.mutation_id !== replaces), pending].toSorted(
      (one, other) => one.seq - other.seq,
    );
    return { mutation_id: pending.mutation_id, replaces };
  }

  async #prepare(definition: AnyQueuedDefinition, secret: Secret, dependsOn: readonly string[]) {
    const mutation_id = uuidv7();
    const pictures = definition.pictures?.(secret.input as never) ?? [];
    const call = {
      mutation_id,
      name: definition.endpoint.name,
      v: definition.endpoint.version ?? 1,
      queued_at: new Date(this.#environment.now()).toISOString(),
      depends_on: [
        ...new Set([...dependsOn, ...makersFor(this.#pending, definition, secret.input, this.#definitions)]),
      ],
      state: 'waiting' as const,
      applied_as: null,
      tries: 0,
      ...(pictures.length > 0 && { pictures: [...pictures] }),
      ...(definition.isQuiet && { is_quiet: true as const }),
    };
    // Sealed before the transaction: one that waits for anything but the database ends by itself.
    return { call, secret, sealed: await this.#sealer.seal(mutation_id, secret) };
  }

  /**
   * The next calls to send, in order, within the limits of a push. From now on they count as sent: nothing is folded into
   * them any more. What other tabs stored is among them, for none may be overtaken (law 3).
   */
  async takeBatch(maximumCalls: number, view: MirroredView): Promise<LetGo<QueuedCall[]>> {
    for (;;) {
      await this.#holdBack(view);
      const pending = this.#pending;
      // Read after the calls: each of their pictures was kept before its call was.
      const unsent = await this.#unsentPictures(pending);
      const known = new Set([...this.#pending, ...this.#unreadable].map((call) => call.seq));
      const batch = await this.#database.letGo(
        () => nextBatch(pending, maximumCalls, unsent),
        (present, chosen) => {
          // A call that is gone was folded or discarded meanwhile.
          const stillThere = new Set(present);
          const isWhole = present.every((seq) => known.has(seq));
          if (isWhole) this.#wholeThrough = Math.max(this.#wholeThrough, present.at(-1) ?? 0);
          return isWhole && chosen.every(({ seq }) => stillThere.has(seq));
        },
      );
      if (batch) return batch;
      await this.load(view);
    }
  }

  /** The pictures that the next call waits for; none where the next one may go, or none is left. */
  async nextPictures(): Promise<string[]> {
    const pending = this.#pending;
    const next = pending.find(({ state }) => state === 'waiting');
    const unsent = await this.#unsentPictures(pending);
    return (next?.pictures ?? []).filter((id) => unsent.has(id));
  }

  async #unsentPictures(pending: readonly PendingCall[]): Promise<ReadonlySet<string>> {
    const shows = pending.some(({ state, pictures }) => state === 'waiting' && pictures);
    const kept = shows ? await this.#database.readPictures() : [];
    return new Set(kept.filter(({ state }) => state === 'kept' || state === 'waiting').map(({ id }) => id));
  }

  /** Ids of the pictures that any call shows, however it ended. */
  get namedPictures(): ReadonlySet<string> {
    return new Set([...this.#pending, ...this.#settled].flatMap(({ pictures = [] }) => pictures));
  }

  /** Holds back what was built on a call that ended meanwhile and that the server may never have heard of (law 3). */
  async #holdBack(view: MirroredView): Promise<void> {
    const ended = this.#settled.filter((call) => call.state !== 'parked');
    const gone = new Set(ended.map((call) => call.mutation_id));
    const held = this.#pending.filter(({ state, mutation_id, depends_on }) => {
      if (state !== 'waiting' || !depends_on.some((id) => gone.has(id))) return false;
      gone.add(mutation_id);
      return true;
    });
    if (held.length === 0) return;
    await this.inTurn(async () => {
      await this.#database.writeCalls(async (stored) => {
        for (const { seq, mutation_id } of held) {
          const record = await stored.outbox.get(seq);
          if (record?.mutation_id !== mutation_id || record.state !== 'waiting') continue;
          const end: EndedCall = { seq, mutation_id, state: 'held', problem: null };
          stored.settled.put(settledRecord(record, end, null));
          stored.outbox.delete(seq);
        }
      });
      await this.reload(view);
    });
  }

  hasWaiting(): boolean {
    return this.#pending.some((call) => call.state === 'waiting');
  }

  sealVerdict(verdict: Verdict, clientId: string): Promise<SealedVerdict> {
    return this.#sealer.sealVerdict(verdict, clientId);
  }

  /**
   * Writes down what became of calls, inside the transaction that stores the rows which contain them (laws 8 and 9).
   * `confirmation` is null where no rows were stored: what was applied then goes on being replayed.
   */
  async store(
    { outbox, settled }: StoredCalls,
    verdict: SealedVerdict | null,
    confirmation: Confirmation | null,
  ): Promise<StoredVerdict> {
    const endedSeqs = verdict?.ended.map((call) => call.seq) ?? [];
    const records = endedSeqs.length > 0 ? await outbox.getMany(endedSeqs) : [];
    let moved = 0;
    for (const [place, ended] of (verdict?.ended ?? []).entries()) {
      const record = records[place];
      if (record?.mutation_id !== ended.mutation_id) continue;
      settled.put(settledRecord(record, ended, verdict));
      moved += 1;
    }

    const deleted = new Set(endedSeqs);
    for (const call of this.#pending) {
      if (deleted.has(call.seq)) continue;
      const fate = fateOf(call, verdict, confirmation);
      if (fate === 'delete') deleted.add(call.seq);
      else if (fate !== 'keep') {
        const record = await outbox.get(call.seq);
        if (record?.mutation_id === call.mutation_id) outbox.put({ ...record, ...fate });
      }
    }
    this.#deleteRuns(outbox, deleted);
    return { deleted, missing: moved < endedSeqs.length };
  }

  /** Notes what became of calls that were parked, for their owner to see (law 6). To be read again from there. */
  async storeDecisions({ settled }: StoredCalls, decisions: readonly ParkedDecision[]): Promise<void> {
    for (const { mutation_id, outcome } of decisions) {
      const record = await settled.get(mutation_id);
      if (record?.state === 'parked') settled.put({ ...record, decided: outcome });
    }
  }

  /** Takes over in memory what `store` wrote. Nothing waits in here: the rows are replaced in the same moment. */
  takeOver(
    { deleted }: StoredVerdict,
    verdict: SealedVerdict | null,
    confirmation: Confirmation | null,
  ): void {
    const ended = new Map(verdict?.ended.map((call) => [call.mutation_id, call]));
    const settled = this.#pending.flatMap((call): SettledCall[] => {
      const end = ended.get(call.mutation_id);
      if (!end) return [];
      const { state: _state, applied_as: _as, tries: _tries, ...kept } = call;
      return [{ ...kept, state: end.state, problem: end.problem }];
    });
    const pending = this.#pending.flatMap((call): PendingCall[] => {
      if (deleted.has(call.seq)) return [];
      const fate = fateOf(call, verdict, confirmation);
      return [typeof fate === 'string' ? call : { ...call, ...fate }];
    });
    const isSame =
      pending.length === this.#pending.length && pending.every((call, at) => call === this.#pending[at]);
    if (!isSame) this.#pending = pending;
    if (settled.length > 0)
      this.#settled = [...this.#settled, ...settled].toSorted((one, other) => one.seq - other.seq);
  }

  /** One range delete for each run of neighbours: a thousand confirmed calls are a single request to the database. */
  #deleteRuns(outbox: StoredCalls['outbox'], deleted: ReadonlySet<number>): void {
    if (deleted.size === 0) return;
    const seqs = [...this.#pending, ...this.#unreadable].map(({ seq }) => seq);
    const { IDBKeyRange } = this.#environment.indexedDb;
    for (const { first, last } of runsOf(seqs, deleted, this.#wholeThrough))
      outbox.delete(IDBKeyRange.bound(first, last));
  }

  /**
   * Takes a call up again that ended, as the newest one, and with it what was held back by it alone. The person has seen
   * what stands there now and wants their own all the same, so `baseNow` is what the conflict rules compare with this
   * time. One that the server refused is a new call to it; any other keeps its id, by which it is known (law 2).
   */
  retry(
    mutationId: string,
    baseNow: (call: SettledCall) => Record<string, unknown> | undefined,
    view: MirroredView,
  ): Promise<void> {
    return this.inTurn(async () => {
      const call = this.#settled.find((each) => each.mutation_id === mutationId);
      if (!call) return;
      const { revived, newIds } = await reviveCalls(call, this.#settled, baseNow, this.#sealer);
      await this.#database.writeCalls(async ({ outbox, settled }) => {
        // Another tab was quicker.
        if (!(await settled.get(mutationId))) return;
        for (const { before, record } of revived) {
          // One that was given up in another tab stays so.
          if (!(await settled.get(before))) continue;
          settled.delete(before);
          await outbox.add(record);
        }
        // What is still held back builds on the call by its new id from now on.
        for (const record of await settled.getAll()) {
          const depends_on = record.depends_on.map((id) => newIds.get(id) ?? id);
          if (depends_on.some((id, at) => id !== record.depends_on[at]))
            settled.put({ ...record, depends_on });
        }
      });
      await this.reload(view);
    });
  }

  /**
   * Gives a call up, and with it what builds on it: the person was asked. One that is on its way may still take effect,
   * so only what waits or ended, and what nobody can read any more.
   */
  discard(mutationId: string, view: MirroredView): Promise<void> {
    return this.inTurn(async () => {
      const all = [...this.#settled, ...this.#pending].toSorted((one, other) => one.seq - other.seq);
      const ids = new Set([mutationId, ...dependentsOf(mutationId, all).map((call) => call.mutation_id)]);
      const unreadable = new Set(this.#unreadable.map((call) => call.mutation_id));
      await this.#database.writeCalls(async ({ outbox, settled }) => {
        for (const id of ids) settled.delete(id);
        for (const { seq, mutation_id, state } of await outbox.getAll())
          if (ids.has(mutation_id) && (state === 'waiting' || unreadable.has(mutation_id)))
            outbox.delete(seq);
      });
      await this.reload(view);
    });
  }
}
