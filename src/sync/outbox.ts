import { uuidv7 } from 'uuidv7';
import { limits } from '#contract/kit/limits.ts';
import type { ProblemBody } from '#contract/kit/problem.ts';
import type { Cursor, ParkedDecision, QueuedCall } from '#contract/sync/sync.schema.ts';
import type { SyncEnvironment } from './environment.ts';
import type { Pictures } from './pictures.ts';
import type { AnyQueuedDefinition } from './queued.ts';
import type { LetGo, Mirror, MirroredRows, ReplicaDatabase, WantedRows } from './replica-database.ts';
import type { OutboxRecord, SettledRecord, StoredCalls } from './replica-stores.ts';
import type { Sealed, Sealer } from './sealing.ts';
import { dependentsOf, type EndedCall, type Verdict } from './verdict.ts';

/** What is sealed in a record: everything that a person typed or that names somebody. */
interface Secret {
  input: Record<string, unknown>;
  base?: Record<string, unknown>;
  /** The change in plain words. */
  text: string;
}

/** A queued call with its words readable, kept in memory so that nothing is decrypted twice. */
export interface PendingCall extends Omit<OutboxRecord, 'sealed'>, Secret {}

export interface SettledCall extends Omit<SettledRecord, 'sealed' | 'sealed_problem'>, Secret {
  problem: ProblemBody | null;
}

/** A call whose words this device cannot open any more: it holds up nothing, and its owner hears of it (law 6). */
export type UnreadableCall = Pick<OutboxRecord, 'mutation_id' | 'seq' | 'queued_at'>;

/** What is read together with the calls, and taken over in the same moment (law 8). */
export interface MirroredView {
  wanted(): WantedRows;
  take(rows: MirroredRows): void;
  /** Which versions of which scopes are here. */
  know(versions: Cursor['scopes']): void;
}

/** A verdict with its reasons sealed, ready to be stored. */
export interface SealedVerdict extends Verdict {
  readonly client_id: string;
  readonly sealed_problems: ReadonlyMap<string, Sealed>;
}

/** What a stored verdict changed. `missing`: another tab was quicker with some of it, so memory is behind. */
export interface StoredVerdict {
  readonly deleted: ReadonlySet<number>;
  readonly missing: boolean;
}

/** Which of the applied calls the rows at hand contain: those of this client up to this seq. */
export interface Confirmation {
  readonly client_id: string;
  readonly seq: number;
  /** The server has another life of the data: only what it applied in this answer is sure to be in it. */
  readonly other_epoch: boolean;
}

/**
 * Law 1: a call is in here, committed and strict, before anybody says "saved". Law 3: `seq` is its place. It leaves only
 * by being answered (law 6): to nowhere once a pull shows it, to `settled` when it ended otherwise.
 */
export class Outbox {
  readonly #database: ReplicaDatabase;
  readonly #environment: SyncEnvironment;
  readonly #sealer: Sealer;
  readonly #owner: { tenant_id: string; user_id: string };
  readonly #definitions: ReadonlyMap<string, AnyQueuedDefinition>;
  #pending: readonly PendingCall[] = [];
  #settled: readonly SettledCall[] = [];
  #unreadable: readonly UnreadableCall[] = [];
  /** Up to this seq every call of the database is in memory, and stays so: it gives no seq twice, nor a lower one later. */
  #wholeThrough = 0;
  /** Storing and reading take turns: calls keep the order in which they were made, and no reading misses one. */
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
    this.#sealer = options.sealer;
    this.#owner = options.owner;
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

  /** The oldest of the calls that wait at school for somebody to look at them, as far as this device knows. */
  get parked(): readonly string[] {
    return this.#settled
      .filter(({ state, decided }) => state === 'parked' && decided === undefined)
      .slice(0, limits.parkedPerPull)
      .map((call) => call.mutation_id);
  }

  /** Whatever changes calls, or rows together with them, does so in its turn. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    // A failure is the caller's to hear; the next in line goes on all the same.
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** With `pictures` they are read together with the calls, which is faster than apart. */
  load(view: MirroredView, pictures?: Pictures): Promise<void> {
    return this.inTurn(() => this.reload(view, pictures));
  }

  /** Reads again what the database holds. To be called in turn. */
  async reload(view: MirroredView, pictures?: Pictures): Promise<void> {
    const mirror = await this.#database.readMirror(view.wanted(), pictures !== undefined);
    await Promise.all([this.#takeCalls(mirror), mirror.pictures && pictures?.take(mirror.pictures)]);
    if (mirror.snapshot) view.take(mirror.snapshot);
    if (mirror.versions) view.know(mirror.versions);
  }

  async #takeCalls(mirror: Mirror): Promise<void> {
    // By its place, which is never given twice: what is tried again keeps its id, and may have another base.
    const known = new Map(this.#pending.map((call) => [call.seq, call]));
    const knownSettled = new Map(this.#settled.map((call) => [call.seq, call]));
    const unreadable: UnreadableCall[] = [];
    const pending = await Promise.all(
      mirror.outbox.map(async ({ sealed, ...record }): Promise<PendingCall[]> => {
        const secret = known.get(record.seq) ?? (await this.#open(record.mutation_id, sealed));
        if (secret) return [{ ...secretOf(secret), ...record }];
        unreadable.push(record);
        return [];
      }),
    );
    const settled = await Promise.all(
      mirror.settled.map(async ({ sealed, sealed_problem, ...record }): Promise<SettledCall[]> => {
        const before = knownSettled.get(record.seq);
        const isKnown = before?.depends_on.every((id, at) => id === record.depends_on[at]);
        if (before && isKnown && before.decided === record.decided) return [before];
        const secret = await this.#open(record.mutation_id, sealed);
        if (secret) {
          const problem = sealed_problem && (await this.#openProblem(record.mutation_id, sealed_problem));
          return [{ ...secretOf(secret), ...record, problem }];
        }
        unreadable.push(record);
        return [];
      }),
    );
    // From here on nothing waits, so that no screen sees the calls without the rows or the other way round (law 8).
    this.#pending = pending.flat();
    this.#settled = settled.flat().toSorted((one, other) => one.seq - other.seq);
    this.#unreadable = unreadable;
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
    const folded = this.#foldedWith(definition, secret);
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
      depends_on: [...new Set([...dependsOn, ...this.#makersFor(definition, secret.input)])],
      state: 'waiting' as const,
      applied_as: null,
      tries: 0,
      ...(pictures.length > 0 && { pictures: [...pictures] }),
      ...(definition.isQuiet && { is_quiet: true as const }),
    };
    // Sealed before the transaction: one that waits for anything but the database ends by itself.
    return { call, secret, sealed: await this.#sealer.seal(secret, this.#context(mutation_id)) };
  }

  /** The calls that wait and make a row that this one needs. */
  #makersFor(definition: AnyQueuedDefinition, input: unknown): string[] {
    const needed = new Set(definition.touches?.(input as never));
    if (needed.size === 0) return [];
    return this.#pending
      .filter((call) => call.state === 'waiting' && this.#creates(call).some((id) => needed.has(id)))
      .map((call) => call.mutation_id);
  }

  #creates({ name, input }: PendingCall): readonly string[] {
    return this.#definitions.get(name)?.creates?.(input as never) ?? [];
  }

  #touches({ name, input }: PendingCall): readonly string[] {
    return this.#definitions.get(name)?.touches?.(input as never) ?? [];
  }

  /**
   * The call that this one goes into, if there is one: of the same kind, never sent, with nothing behind it that concerns
   * the same rows. It keeps what the person saw before the first of the two.
   */
  #foldedWith(
    definition: AnyQueuedDefinition,
    secret: Secret,
  ): { earlier: PendingCall; secret: Secret } | null {
    const touched = new Set(definition.touches?.(secret.input as never));
    if (!definition.fold || touched.size === 0) return null;
    const earlier = this.#pending.findLast((call) => this.#touches(call).some((id) => touched.has(id)));
    if (earlier?.name !== definition.endpoint.name || earlier.v !== (definition.endpoint.version ?? 1))
      return null;
    const builtUpon = this.#pending.some((call) => call.depends_on.includes(earlier.mutation_id));
    if (earlier.state !== 'waiting' || builtUpon) return null;
    const input = definition.fold(earlier.input as never, secret.input as never);
    if (input === null) return null;
    const both = { input: input as Secret['input'], text: secret.text };
    return { earlier, secret: { ...both, ...(earlier.base && { base: earlier.base }) } };
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

  /** Seals the reasons of a verdict: they may hold both names of a conflict (law 5). */
  async sealVerdict(verdict: Verdict, clientId: string): Promise<SealedVerdict> {
    const sealed = await Promise.all(
      verdict.ended.map(async ({ mutation_id, problem }): Promise<[string, Sealed][]> => {
        if (!problem) return [];
        return [[mutation_id, await this.#sealer.seal(problem, this.#problemContext(mutation_id))]];
      }),
    );
    return { ...verdict, client_id: clientId, sealed_problems: new Map(sealed.flat()) };
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
    const runs: { first: number; last: number }[] = [];
    let before = Number.NaN;
    for (const seq of new Set([...seqs, ...deleted].toSorted((one, other) => one - other))) {
      const run = runs.at(-1);
      // Behind what is whole another tab may have a call between two of these, which must not go with its neighbours.
      if (deleted.has(seq) && run?.last === before && seq <= this.#wholeThrough) run.last = seq;
      else if (deleted.has(seq)) runs.push({ first: seq, last: seq });
      before = seq;
    }
    const { IDBKeyRange } = this.#environment.indexedDb;
    for (const { first, last } of runs) outbox.delete(IDBKeyRange.bound(first, last));
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
      const newIds = new Map<string, string>();
      const stuck = new Set(this.#settled.map((each) => each.mutation_id));
      const revived: { before: string; record: Omit<OutboxRecord, 'seq'> }[] = [];
      for (const each of [call, ...dependentsOf(mutationId, this.#settled)]) {
        if (each !== call && (each.state !== 'held' || each.depends_on.some((id) => stuck.has(id)))) continue;
        stuck.delete(each.mutation_id);
        const newId = each.state === 'refused' ? uuidv7() : each.mutation_id;
        newIds.set(each.mutation_id, newId);
        const base = each === call ? baseNow(each) : each.base;
        const secret: Secret = { input: each.input, text: each.text, ...(base && { base }) };
        const { name, v, queued_at } = each;
        revived.push({
          before: each.mutation_id,
          record: {
            mutation_id: newId,
            name,
            v,
            queued_at,
            depends_on: each.depends_on.map((id) => newIds.get(id) ?? id),
            state: 'waiting',
            applied_as: null,
            // Under the same id it may have been decided already, so nothing may be folded into it.
            tries: newId === each.mutation_id ? 1 : 0,
            ...(each.pictures && { pictures: each.pictures }),
            ...(each.is_quiet && { is_quiet: true as const }),
            sealed: await this.#sealer.seal(secret, this.#context(newId)),
          },
        });
      }
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

  /** Null where it does not open: the device's key is another, or the record was damaged. */
  async #open(mutationId: string, sealed: Sealed): Promise<Secret | null> {
    // A key that cannot be had at the moment is another matter: then nothing is known of any call.
    await this.#sealer.ready();
    try {
      return (await this.#sealer.open(sealed, this.#context(mutationId))) as Secret;
    } catch {
      return null;
    }
  }

  /** A reason that does not open is no reason to hide the call. */
  async #openProblem(mutationId: string, sealed: Sealed): Promise<ProblemBody | null> {
    try {
      return (await this.#sealer.open(sealed, this.#problemContext(mutationId))) as ProblemBody;
    } catch {
      return null;
    }
  }

  #context(mutationId: string): string {
    return `outbox ${this.#owner.tenant_id} ${this.#owner.user_id} ${mutationId}`;
  }

  #problemContext(mutationId: string): string {
    return `problem ${this.#owner.tenant_id} ${this.#owner.user_id} ${mutationId}`;
  }
}

/** True for one that nobody but this device ever saw. */
async function isUnsent(stored: StoredCalls, { seq, mutation_id }: PendingCall): Promise<boolean> {
  const record = await stored.outbox.get(seq);
  return (
    record?.mutation_id === mutation_id &&
    record.state === 'waiting' &&
    record.tries === 0 &&
    seq > (await stored.readSentThrough())
  );
}

function secretOf({ input, base, text }: Secret): Secret {
  return { input, text, ...(base && { base }) };
}

function settledRecord(record: OutboxRecord, ended: EndedCall, verdict: SealedVerdict | null): SettledRecord {
  const { state: _state, applied_as: _as, tries: _tries, ...kept } = record;
  return {
    ...kept,
    state: ended.state,
    sealed_problem: verdict?.sealed_problems.get(ended.mutation_id) ?? null,
  };
}

type Fate = 'keep' | 'delete' | Partial<Pick<OutboxRecord, 'state' | 'applied_as' | 'tries'>>;

/**
 * What happens to a call that did not end otherwise. One that was applied goes with the rows that contain it; a call
 * applied under an earlier client id was decided before these rows were read, so they contain it. After a restore of the
 * server's data only what it applied since is sure, and the rest is sent again: the ledger knows what it has.
 */
function fateOf(call: PendingCall, verdict: SealedVerdict | null, confirmation: Confirmation | null): Fate {
  if (verdict?.applied.has(call.seq)) {
    const isShown = confirmation !== null && call.seq <= confirmation.seq;
    return isShown ? 'delete' : { state: 'applied', applied_as: verdict.client_id };
  }
  if (call.state === 'applied' && confirmation) {
    if (confirmation.other_epoch) return { state: 'waiting', applied_as: null };
    const isIn = call.applied_as !== confirmation.client_id || call.seq <= confirmation.seq;
    return isIn ? 'delete' : 'keep';
  }
  if (verdict?.tried === call.seq) return { tries: call.tries + 1 };
  return 'keep';
}

/** The first calls that wait, within the limits of a push, and none that shows a picture which the school does not have. */
function nextBatch(
  pending: readonly PendingCall[],
  maximumCalls: number,
  unsent: ReadonlySet<string>,
): QueuedCall[] {
  const batch: QueuedCall[] = [];
  let bytes = 0;
  for (const { state, seq, mutation_id, name, v, input, base, depends_on, pictures } of pending) {
    if (state !== 'waiting') continue;
    if (pictures?.some((id) => unsent.has(id))) break;
    const call: QueuedCall = {
      seq,
      mutation_id,
      name,
      v,
      input,
      ...(base && { base }),
      ...(depends_on.length > 0 && { depends_on }),
    };
    bytes += bytesOf(JSON.stringify(call)) + 1;
    // One that is too large by itself still goes, alone: the server decides.
    if (batch.length > 0 && (batch.length >= maximumCalls || bytes > limits.bytesPerPush)) break;
    batch.push(call);
  }
  return batch;
}

/** In UTF-8. Most calls are plain letters, of which each is a byte, and nothing has to be made to know that. */
function bytesOf(text: string): number {
  return /[^ -~]/u.test(text) ? new TextEncoder().encode(text).length : text.length;
}
