import { scopeOf, tableVersions, type SnapshotRow, type TableVersions } from '#contract/sync/sync.schema.ts';
import type { DraftOwner } from './local-drafts.ts';
import type { Outbox } from './outbox.ts';
import type { ReplicaDatabase } from './replica-database.ts';
import type { Sealed, Sealer } from './sealing.ts';
import type { View } from './view.ts';

const storyTables = ['works', 'chapters'] as const;
type StoryTable = (typeof storyTables)[number];

interface Parts {
  readonly database: ReplicaDatabase;
  readonly outbox: Outbox;
  readonly sealer: Sealer;
  readonly view: View;
}

interface Left {
  /** Of what shape the rows are. */
  readonly versions: TableVersions;
  readonly tables: Readonly<Record<StoryTable, readonly SnapshotRow[]>>;
}

/**
 * Keeps the stories of unsent changes over a sign-out, so that their author finds them after signing in offline. Their rows are sealed
 * like the changes, and kept until an answer of the school is stored.
 */
export class LeftRows {
  readonly #owner: DraftOwner;
  readonly #parts: Parts;
  readonly #failed: (error: unknown) => void;

  constructor(owner: DraftOwner, parts: Parts, failed: (error: unknown) => void) {
    this.#owner = owner;
    this.#parts = parts;
    this.#failed = failed;
  }

  get #context(): string {
    return `left ${this.#owner.tenant_id} ${this.#owner.user_id}`;
  }

  /**
   * Seals the stories that waiting calls are about.
   * @returns null where there are none; undefined where what was left before stays: nothing came from the school since
   */
  async seal(): Promise<Sealed | null | undefined> {
    const { view, outbox, sealer } = this.#parts;
    if (view.state.schema === null) return undefined;
    const stories = new Set(outbox.pending.flatMap(({ input }) => (input['params'] as Params)?.workId ?? []));
    if (stories.size === 0) return null;
    try {
      const [works, chapters] = await Promise.all([
        this.#read('works', stories),
        this.#read('chapters', stories),
      ]);
      if (works.length === 0) return null;
      const left: Left = { versions: tableVersions, tables: { works, chapters } };
      return await sealer.seal(left, this.#context);
    } catch (error) {
      // Whatever happens here, the snapshot goes.
      this.#failed(error);
      return null;
    }
  }

  async #read(table: StoryTable, stories: ReadonlySet<unknown>): Promise<SnapshotRow[]> {
    const { view, database } = this.#parts;
    if (view.isMissing(table)) return [];
    const rows = await database.readRows(scopeOf.user(this.#owner.user_id), table);
    return rows.filter((row) => stories.has('work_id' in row ? row.work_id : row.id));
  }

  /** Shows what was left until the first pull. */
  async show(): Promise<void> {
    const { view, outbox, database, sealer } = this.#parts;
    if (view.state.schema !== null || !outbox.hasWaiting()) return;
    try {
      const sealed = await database.readLeft();
      if (!sealed) return;
      const { versions, tables } = (await sealer.open(sealed, this.#context)) as Left;
      // Rows of another shape come with the next pull.
      if (storyTables.some((table) => versions[table] !== tableVersions[table])) return;
      for (const table of storyTables)
        view.standIn({ scope: scopeOf.user(this.#owner.user_id), table, rows: tables[table] });
    } catch (error) {
      this.#failed(error);
    }
  }
}

type Params = { readonly workId?: string } | undefined;
