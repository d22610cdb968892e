import { expect } from 'vitest';
import type { Student } from '#contract/students/students.schema.ts';
import type { PullAnswer, Scope } from '#contract/sync/sync.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { openReplica, type ReplicaOptions } from '#src/sync/open-replica.ts';
import type { Replica } from '#src/sync/replica.ts';
import { ourShapes } from './our-shapes.ts';
import { queuedCalls } from './sync-device.ts';
import { openTab, settled, TestDevice, TestTime, type TestTab } from './sync-environment.ts';
import { ids, maple, ScriptedServer } from './sync-scripted-server.ts';

/** A tablet of one teacher, before a server that answers as a test tells it. */
export class ScriptedReplicas {
  readonly device = new TestDevice();
  readonly time = new TestTime();
  readonly server = new ScriptedServer();
  /** What nobody waited for and went wrong. A test that expects it takes it out. */
  readonly failures: unknown[] = [];
  readonly #opened: Replica[] = [];

  readonly open = async (
    tab: TestTab = openTab(this.device, this.time),
    api: ApiClient = this.server,
    more: Pick<ReplicaOptions, 'isStillHere' | 'expected'> = {},
  ): Promise<Replica> => {
    const replica = await openReplica({
      environment: tab.environment,
      api,
      user: { id: ids.teacher, tenant_id: ids.tenant },
      definitions: queuedCalls,
      ...more,
      onFailure: (error) => this.failures.push(error),
    });
    this.#opened.push(replica);
    return replica;
  };

  /** A tab that neither hears of the others nor is heard by them, as one that is killed before it could speak. */
  deafTab(): TestTab {
    const tab = openTab(this.device, this.time);
    tab.environment.openChannel = () => ({
      send: () => undefined,
      listen: () => undefined,
      close: () => undefined,
    });
    return tab;
  }

  /** A page of a pull as the server would give it now, with nothing in it but what is said here. */
  page(change: Partial<PullAnswer> = {}): PullAnswer {
    return {
      reset: false,
      drop_scopes: [],
      scopes: [],
      confirmed_seq: this.server.confirmed,
      cursor: { epoch: ids.epoch, ...ourShapes, scopes: { [maple]: this.server.version } },
      more: false,
      ...change,
    };
  }

  /** @throws the first failure that no test took out */
  close(): void {
    for (const replica of this.#opened) replica.close();
    if (this.failures.length > 0)
      throw new AggregateError(this.failures, 'Something failed that nobody waited for');
  }
}

/** Sends and fetches until the run is over. */
export async function sync(replica: Replica): Promise<void> {
  replica.syncNow();
  for (let turn = 0; turn < 200 && replica.status().busy; turn += 1) await settled();
  await settled();
}

/** The children of a class as a screen shows them, read into memory first. */
export async function ready(replica: Replica, scope: Scope = maple): Promise<readonly Student[]> {
  replica.read(scope, 'students');
  await settled();
  const result = replica.read(scope, 'students');
  expect(result.status).toBe('ready');
  return result.rows;
}
