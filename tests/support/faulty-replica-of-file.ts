import { afterEach, beforeEach } from 'vitest';
import type { QueuedCall } from '#contract/sync/sync.schema.ts';
import { updatePrivacy, updatePrivacyInput } from '#src/features/students/students.mutations.ts';
import { NoNetworkError } from '#src/sync/api-client.ts';
import type { Replica } from '#src/sync/replica.ts';
import { ScriptedReplicas, sync } from '#tests/support/scripted-replicas.ts';
import { settled, type TestDevice, type TestTab, type TestTime } from '#tests/support/sync-environment.ts';
import { maple, type ScriptedServer } from '#tests/support/sync-scripted-server.ts';

export const setPrivacy = (replica: Replica, id: string, preference: 'public' | 'community' | 'private') =>
  replica.enqueue(updatePrivacy, updatePrivacyInput(id, preference));

/** A device with a scripted server that fails, for the tests of one file. */
export function faultyReplicaOfFile() {
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
  async function openOffline(tab?: TestTab): Promise<Replica> {
    const replica = await now.open(tab);
    await sync(replica);
    replica.read(maple, 'students');
    await settled();
    cutOff();
    return replica;
  }

  function cutOff(): void {
    now.server.failures = Array.from({ length: 100 }, () => new NoNetworkError('cut', false));
  }

  async function comeBack(replica: Replica): Promise<void> {
    // A run that is under way has taken its calls already, and ends without a network.
    await sync(replica);
    now.server.failures = [];
    now.server.pushes.length = 0;
    await sync(replica);
  }

  const sentCalls = (): QueuedCall[] => now.server.pushes.flatMap((push) => push.calls);

  return { now, openOffline, cutOff, comeBack, sentCalls };
}
