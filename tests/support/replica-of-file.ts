import { afterEach, beforeEach } from 'vitest';
import { NoNetworkError } from '#src/sync/api-client.ts';
import type { Replica } from '#src/sync/replica.ts';
import { ready, ScriptedReplicas, sync } from '#tests/support/scripted-replicas.ts';
import type { TestDevice, TestTime } from '#tests/support/sync-environment.ts';
import { ids, maple, type ScriptedServer } from '#tests/support/sync-scripted-server.ts';

export function preferenceOf(replica: Replica, id = ids.zoe): string | undefined {
  return replica.read(maple, 'students').rows.find((row) => row.id === id)?.privacy_preference;
}

/** A device with a scripted server for the tests of one file. */
export function replicaOfFile() {
  /** Filled by the set-up. */
  const now = {} as {
    replicas: ScriptedReplicas;
    device: TestDevice;
    time: TestTime;
    server: ScriptedServer;
    open: ScriptedReplicas['open'];
  };

  beforeEach(() => {
    now.replicas = new ScriptedReplicas();
    ({ device: now.device, time: now.time, server: now.server, open: now.open } = now.replicas);
  });

  afterEach(() => {
    now.replicas.close();
  });

  /** A replica that holds the class, with the network gone. */
  async function openOffline(): Promise<Replica> {
    const replica = await now.open();
    await sync(replica);
    await ready(replica);
    now.server.failures = Array.from({ length: 50 }, () => new NoNetworkError('cut', false));
    return replica;
  }

  return { now, openOffline };
}
