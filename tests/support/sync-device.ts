import { Readable } from 'node:stream';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { queuedCalls as callsOfEverybody } from '#src/app/queued-calls.ts';
import { staffCalls } from '#src/app/staff-calls.ts';
import { cartCalls } from '#src/features/cart/cart.mutations.ts';
import { learningCalls } from '#src/features/learning/learning.mutations.ts';
import { readingCalls } from '#src/document/reading.mutations.ts';
import { writingCalls } from '#src/desk/writing.mutations.ts';
import type { AnyQueuedDefinition } from '#src/sync/queued.ts';
import { createApiClient, type ApiClient, type TokenSource } from '#src/sync/api-client.ts';
import { openReplica } from '#src/sync/open-replica.ts';
import type { Replica } from '#src/sync/replica.ts';
import type { ApiWorld, Person } from './api-world.ts';
import { openTab, outlast, settled, TestDevice, type TestTab, type TestTime } from './sync-environment.ts';

/** Every call that may wait in the outbox, those too whose code comes with a page. */
export const queuedCalls: readonly AnyQueuedDefinition[] = [
  ...callsOfEverybody,
  ...staffCalls,
  ...writingCalls,
  ...readingCalls,
  ...cartCalls,
  ...learningCalls,
];

/** What the network between a tablet and the server does to the requests that follow. */
export class TestNetwork {
  /** `before`: nothing gets through. `after`: the request arrives, the answer is lost. */
  cut: 'no' | 'before' | 'after' = 'no';
  /** Something that answers instead of the server, such as a captive portal. */
  impostor: (() => Response) | null = null;
  requests = 0;
  /** Requests that get through before the line drops by itself. */
  lasts = Number.POSITIVE_INFINITY;

  constructor(private readonly world: ApiWorld) {}

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    this.requests += 1;
    this.lasts -= 1;
    if (this.cut === 'before' || this.lasts < 0) throw new TypeError('Failed to fetch');
    if (this.impostor) return this.impostor();
    const { cut } = this;
    const body = Buffer.from(await request.arrayBuffer());
    const isStream = request.headers.get('accept') === 'text/event-stream';
    const response = await outlast(
      this.world.app.inject({
        method: request.method as 'GET',
        url: new URL(request.url).pathname + new URL(request.url).search,
        headers: { ...Object.fromEntries(request.headers), host: new URL(request.url).host },
        ...(body.length > 0 && { payload: body }),
        payloadAsStream: isStream,
      }),
    );
    if (cut === 'after') throw new TypeError('Failed to fetch');
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
    const answer = isStream ? untilAborted(response.stream(), request.signal) : response.body;
    return new Response(answer, { status: response.statusCode, headers });
  };
}

/** What is read of a stream until its reader leaves. */
function untilAborted(stream: Readable, signal: AbortSignal): ReadableStream<Uint8Array> {
  signal.addEventListener('abort', () => stream.destroy(), { once: true });
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

export interface SignedInDevice {
  device: TestDevice;
  tab: TestTab;
  network: TestNetwork;
  api: ApiClient;
  /** Calls over the same network with another token. */
  apiWith: (access: string) => ApiClient;
  replica: Replica;
  /** Sends and fetches until nothing is left to do at once. */
  sync(): Promise<void>;
}

/** Waits, for real I/O this time, until something is so. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (let turn = 0; turn < 5000; turn += 1) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error(`Waited in vain until ${what}`);
}

/** Signs a person in on a tablet and opens their replica; the same device again is the same tablet again. */
export async function signInOnDevice(
  world: ApiWorld,
  time: TestTime,
  person: Person,
  device: TestDevice = new TestDevice(),
): Promise<SignedInDevice> {
  const caller = await world.as(person);
  const network = new TestNetwork(world);
  const tab = openTab(device, time);
  const connect = (access: () => string | null) => {
    const tokens: TokenSource = { access, refresh: async () => 'refused' };
    return createApiClient({ origin: `http://${caller.host}`, tokens, fetch: network.fetch });
  };
  const api = connect(() => caller.access);
  const user = await world.call(caller, identityEndpoints.readProfile, {});
  const replica = await openReplica({
    environment: tab.environment,
    api,
    streams: api,
    user,
    definitions: queuedCalls,
    onFailure: (error) => {
      throw error;
    },
  });
  return {
    device,
    tab,
    network,
    api,
    apiWith: (access) => connect(() => access),
    replica,
    async sync() {
      replica.syncNow();
      await until(() => !replica.status().busy, 'the run ended');
      await settled();
    },
  };
}

/** The rows of a table of a scope as a screen shows them, loaded first where they are not in memory yet. */
export async function shownRows<T>(
  read: () => { status: string; rows: readonly T[] },
): Promise<readonly T[]> {
  read();
  await until(() => read().status === 'ready', 'the rows were loaded');
  return read().rows;
}
