import { uuidv7 } from 'uuidv7';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import type { ImportJob } from '#contract/imports/imports.schema.ts';
import type { Profile } from '#contract/identity/identity.schema.ts';
import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { scopeOf, snapshotTables } from '#contract/sync/sync.schema.ts';
import type { Scope, SnapshotRow, SnapshotTable } from '#contract/sync/sync.schema.ts';
import type { ReadingRow } from '#contract/works/reading-rows.schema.ts';
import type { ReaderSettings } from '#contract/works/reading.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import type { KeptPicture, NewPicture } from '#src/sync/pictures.ts';
import { pictureId, type Effect, type FindRow, type QueuedDefinition } from '#src/sync/queued.ts';
import type { ChangeItem, SyncStatus } from '#src/sync/replica-status.ts';
import type { Enqueued, Replica } from '#src/sync/replica.ts';
import type { RowsResult } from '#src/sync/view.ts';
import { noRows, type RowsByTable } from './no-rows.ts';

const tableNames = Object.keys(snapshotTables) as SnapshotTable[];

/** A replica without a database or a network, for tests of screens: calls take effect through their own definitions. */
export class FakeReplica implements Replica {
  readonly tenant_id = uuidv7();
  readonly user_id = uuidv7();
  /** What was queued, as `[endpoint name, input]`. */
  readonly queued: [string, unknown][] = [];
  readonly retried: string[] = [];
  readonly discarded: string[] = [];
  syncs = 0;
  /** Set it to let the device fail to save. */
  broken: Error | null = null;
  readonly #scopes = new Map<Scope, RowsByTable>();
  readonly #results = new Map<string, { rows: unknown; result: unknown }>();
  readonly #listeners = new Set<() => void>();
  #populated = true;
  #changes: readonly ChangeItem[] = [];
  #status: SyncStatus = {
    state: 'all_sent',
    waiting: 0,
    refused: 0,
    busy: false,
    reachable: true,
    last_exchange_at: null,
  };

  putClass(row: SchoolClass, students: readonly Student[] = [], imports: readonly ImportJob[] = []): void {
    this.#scopes.set(scopeOf.schoolClass(row.id), { ...noRows, classes: [row], students, imports });
    this.#notify();
  }

  /** What the school has of classes that ended. */
  putArchived(...rows: readonly SchoolClass[]): void {
    this.#scopes.set(scopeOf.school(this.tenant_id), { ...noRows, classes: rows });
    this.#notify();
  }

  putProfile(row: Profile): void {
    this.#scopes.set(scopeOf.user(row.id), { ...noRows, profile: [row] });
    this.#notify();
  }

  /** What the signed-in person writes. */
  putStory(work: OwnWork, ...chapters: readonly OwnChapter[]): void {
    const scope = scopeOf.user(this.user_id);
    const before = this.#scopes.get(scope) ?? noRows;
    this.#scopes.set(scope, {
      ...before,
      works: [...before.works.filter(({ id }) => id !== work.id), work],
      chapters: [...before.chapters.filter(({ work_id }) => work_id !== work.id), ...chapters],
    });
    this.#notify();
  }

  /** What the signed-in person reads, and how. */
  putReading(rows: readonly ReadingRow[], settings?: ReaderSettings): void {
    const scope = scopeOf.user(this.user_id);
    this.#scopes.set(scope, {
      ...(this.#scopes.get(scope) ?? noRows),
      reading: rows,
      reader_settings: settings ? [{ id: this.user_id, settings }] : [],
    });
    this.#notify();
  }

  /** What is in the cart of the signed-in person. */
  putCart(...ids: readonly string[]): void {
    const scope = scopeOf.user(this.user_id);
    const cart = ids.map((id) => ({ id, added_at: '2026-11-20T10:00:00.000Z' }));
    this.#scopes.set(scope, { ...(this.#scopes.get(scope) ?? noRows), cart });
    this.#notify();
  }

  say(status: Partial<SyncStatus>, changes: readonly ChangeItem[] = this.#changes): void {
    this.#status = { ...this.#status, ...status };
    this.#changes = changes;
    this.#notify();
  }

  setPopulated(populated: boolean): void {
    this.#populated = populated;
    this.#notify();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  read<Table extends SnapshotTable>(scope: Scope, table: Table): RowsResult<Table> {
    return this.#stable(`${scope} ${table}`, (this.#scopes.get(scope) ?? noRows)[table]);
  }

  readAll<Table extends SnapshotTable>(table: Table): RowsResult<Table> {
    return this.#stable(
      table,
      [...this.#scopes.values()].flatMap((tables): readonly SnapshotRow<Table>[] => tables[table]),
    );
  }

  isPopulated(): boolean {
    return this.#populated;
  }

  enqueue<E extends Endpoint>(definition: QueuedDefinition<E>, input: EndpointInput<E>): Promise<Enqueued> {
    if (this.broken) return Promise.reject(this.broken);
    this.queued.push([definition.endpoint.name, input]);
    const find: FindRow = (table, id) => this.readAll(table).rows.find((row) => row.id === id);
    definition.describe(input, find);
    const base = definition.base?.(input, find);
    for (const scope of definition.opens?.(input) ?? []) this.#scopes.set(scope, noRows);
    for (const [scope, tables] of this.#scopes) {
      const context = {
        scope,
        queued_at: new Date().toISOString(),
        base,
        rowsOf: <Table extends SnapshotTable>(table: Table): readonly SnapshotRow<Table>[] => tables[table],
        // One person in one tab saw all that they did before.
        resolveCarriedRows: <Row>(_table: SnapshotTable, rows: readonly Row[]) => rows,
      };
      const after = <Table extends SnapshotTable>(table: Table) => {
        const effect: Effect<Table, EndpointInput<E>> | undefined = definition.effects[table];
        return [table, effect?.(tables[table], input, context) ?? tables[table]] as const;
      };
      this.#scopes.set(scope, Object.fromEntries(tableNames.map(after)) as unknown as RowsByTable);
    }
    this.#notify();
    return Promise.resolve({ mutation_id: uuidv7(), replaces: null });
  }

  /** What was kept on this device, by its hash: for a test, its text. */
  readonly keptPictures = new Map<string, Blob>();
  #pictures: readonly KeptPicture[] = [];

  keepPicture({ workId, media_type, bytes }: NewPicture): Promise<string> {
    if (this.broken) return Promise.reject(this.broken);
    const sha256 = String(this.keptPictures.size + 1).padStart(64, '0');
    this.keptPictures.set(sha256, new Blob([bytes], { type: media_type }));
    const kept_at = new Date().toISOString();
    const id = pictureId(workId, sha256);
    this.#pictures = [...this.#pictures, { id, media_type, state: 'kept', tries: 0, kept_at, problem: null }];
    this.#notify();
    return Promise.resolve(sha256);
  }

  pictures(): readonly KeptPicture[] {
    return this.#pictures;
  }

  /** What became of a picture. */
  sayOfPicture(sha256: string, change: Partial<KeptPicture>): void {
    this.#pictures = this.#pictures.map((each) => (each.id.endsWith(sha256) ? { ...each, ...change } : each));
    this.#notify();
  }

  openPicture(sha256: string): Promise<Blob | null> {
    return Promise.resolve(this.keptPictures.get(sha256) ?? null);
  }

  learn(): void {
    // Here a call brings its own definition along.
  }

  async enqueueTogether<E extends Endpoint>(
    definition: QueuedDefinition<E>,
    inputs: readonly EndpointInput<E>[],
  ): Promise<string[]> {
    const ids: string[] = [];
    for (const input of inputs) ids.push((await this.enqueue(definition, input)).mutation_id);
    return ids;
  }

  status(): SyncStatus {
    return this.#status;
  }

  changes(): readonly ChangeItem[] {
    return this.#changes;
  }

  retry(mutationId: string): Promise<void> {
    this.retried.push(mutationId);
    return Promise.resolve();
  }

  discard(mutationId: string): Promise<void> {
    this.discarded.push(mutationId);
    this.say(
      {},
      this.#changes.filter((change) => change.mutation_id !== mutationId),
    );
    return Promise.resolve();
  }

  syncNow(): void {
    this.syncs += 1;
  }

  start(): void {}

  close(): void {}

  forgetSnapshot(): Promise<void> {
    this.#scopes.clear();
    this.#notify();
    return Promise.resolve();
  }

  #stable<Table extends SnapshotTable>(key: string, rows: readonly SnapshotRow<Table>[]): RowsResult<Table> {
    const before = this.#results.get(key) as
      | { rows: readonly unknown[]; result: RowsResult<Table> }
      | undefined;
    const same =
      before?.rows.length === rows.length && rows.every((row, place) => row === before.rows[place]);
    if (before && same) return before.result;
    const result: RowsResult<Table> = { status: 'ready', rows };
    this.#results.set(key, { rows, result });
    return result;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
