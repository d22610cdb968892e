import { advance } from '#contract/sync/sync.rules.ts';
import type { PullAnswer, Scope, SnapshotTable } from '#contract/sync/sync.schema.ts';

type Row = { id: string };

/** What a device holds after the pulls so far, as simply as it can be said: scope → table → id → row. */
export class SnapshotModel {
  cursor: PullAnswer['cursor'] | null = null;
  #scopes = new Map<Scope, Map<SnapshotTable, Map<string, Row>>>();

  store(answer: PullAnswer): void {
    if (answer.reset) this.#scopes.clear();
    for (const scope of answer.drop_scopes) this.#scopes.delete(scope);
    for (const { scope, replace, tables } of answer.scopes) {
      const held = (!replace && this.#scopes.get(scope)) || new Map<SnapshotTable, Map<string, Row>>();
      this.#scopes.set(scope, held);
      for (const [name, changes] of Object.entries(tables)) {
        const table = name as SnapshotTable;
        if (!changes) continue;
        const rows = (!changes.replace && held.get(table)) || new Map<string, Row>();
        held.set(table, rows);
        for (const id of changes.removed) rows.delete(id);
        for (const row of changes.rows) rows.set(row.id, row);
      }
    }
    this.cursor = advance(this.cursor, answer);
  }

  /** Everything held, in an order that does not depend on how it came. */
  contents(): Record<string, Row[]> {
    const contents: Record<string, Row[]> = {};
    for (const [scope, tables] of this.#scopes) {
      for (const [table, rows] of tables) {
        if (rows.size === 0) continue;
        contents[`${scope} ${table}`] = [...rows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
      }
    }
    return contents;
  }

  ids(scope: Scope, table: SnapshotTable): string[] {
    return [...(this.#scopes.get(scope)?.get(table)?.keys() ?? [])];
  }

  get scopes(): Scope[] {
    return [...this.#scopes.keys()];
  }
}
