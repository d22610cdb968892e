import * as v from 'valibot';
import { grantEndpoints } from '#contract/sync/grants.endpoints.ts';
import { grantMessage } from '#contract/sync/grants.rules.ts';
import { PushGrant, type DevicePublicKey, type GrantedPush } from '#contract/sync/grants.schema.ts';
import { Id } from '#contract/kit/id.ts';
import type { CallResult } from '#contract/sync/sync.schema.ts';
import { ApiProblem, NoNetworkError, UnreadableAnswerError, type ApiClient } from './api-client.ts';
import { base64url } from './base64url.ts';
import { elapsed } from './clock.ts';
import { withDeviceDatabase, type DeviceDatabase } from './device-database.ts';
import type { SyncEnvironment } from './environment.ts';
import { forgetCredential, readCredential } from './kept-credentials.ts';
import type { Replica } from './replica.ts';

/** A grant as this device keeps it. It names nobody. */
const KeptGrant = v.object({ tenant_id: Id, user_id: Id, ...PushGrant.entries });
export type KeptGrant = v.InferOutput<typeof KeptGrant>;

type Owner = Pick<KeptGrant, 'tenant_id' | 'user_id'>;

const prefix = 'grant ';
const factOf = ({ tenant_id, user_id }: Owner) => `${prefix}${tenant_id} ${user_id}`;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };

/** The key by which the school knows this device. Its private half cannot be taken out, so a grant alone is of no use. */
function deviceKey({ crypto }: SyncEnvironment, device: DeviceDatabase): Promise<CryptoKeyPair> {
  return device.keepKey('grant', () => crypto.generateKey(algorithm, false, ['sign', 'verify']));
}

async function publicKeyOf(environment: SyncEnvironment, device: DeviceDatabase): Promise<DevicePublicKey> {
  const { publicKey } = await deviceKey(environment, device);
  const { x = '', y = '' } = await environment.crypto.exportKey('jwk', publicKey);
  return { kty: 'EC', crv: 'P-256', x, y };
}

/** The public half of the key that `signAsDevice` signs with. */
export function devicePublicKey(environment: SyncEnvironment): Promise<DevicePublicKey> {
  return withDeviceDatabase(environment, (device) => publicKeyOf(environment, device));
}

/**
 * Asks for the grant of the person who is signed in, and keeps it. From then on their changes need no credential.
 * @throws ApiProblem, NoNetworkError, UnreadableAnswerError
 */
export async function requestGrant(
  environment: SyncEnvironment,
  api: ApiClient,
  owner: Owner,
): Promise<void> {
  const credential = await readCredential(environment, owner);
  await withDeviceDatabase(environment, async (device) => {
    const public_key = await publicKeyOf(environment, device);
    const device_id = await device.deviceId();
    const grant = await api.call(grantEndpoints.requestGrant, { body: { device_id, public_key } });
    await device.writeFact(factOf(owner), { ...owner, ...grant });
  });
  if (credential) await forgetCredential(environment, owner, credential.id);
}

/** All grants that this device has. */
export function readGrants(environment: SyncEnvironment): Promise<KeptGrant[]> {
  return withDeviceDatabase(environment, async (device) => {
    const names = await device.factNames(prefix);
    const facts = await Promise.all(names.map((name) => device.readFact(name)));
    return facts.flatMap((fact) => {
      const read = v.safeParse(KeptGrant, fact);
      return read.success ? [read.output] : [];
    });
  });
}

/** Forgets a grant that the school does not take any more, unless its owner got another one in the meantime. */
export function forgetGrant(environment: SyncEnvironment, grant: KeptGrant): Promise<void> {
  return withDeviceDatabase(environment, (device) =>
    device.together(async (facts) => {
      const present = (await facts.readFact(factOf(grant))) as KeptGrant | undefined;
      if (present?.grant_id === grant.grant_id) await facts.deleteFact(factOf(grant));
    }),
  );
}

/** How calls are pushed for somebody who is not signed in: signed by the device, and answered with their fates alone. */
export function pushByGrant(
  environment: SyncEnvironment,
  api: ApiClient,
  { grant_id }: KeptGrant,
): (request: GrantedPush, options: { timeout: number }) => Promise<readonly CallResult[]> {
  return async (request, options) => {
    const push = JSON.stringify(request);
    const body = { grant_id, push, signature: await signAsDevice(environment, grantMessage(grant_id, push)) };
    return (await api.call(grantEndpoints.pushByGrant, { body }, options)).results;
  };
}

/** Signs as this device. @returns r and s in base64url */
export async function signAsDevice(environment: SyncEnvironment, message: string): Promise<string> {
  const { privateKey } = await withDeviceDatabase(environment, (device) => deviceKey(environment, device));
  const bytes = new TextEncoder().encode(message);
  const signature = await environment.crypto.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, bytes);
  return base64url(new Uint8Array(signature));
}

/** Milliseconds after a request that did not get through. */
const retryInterval = 15_000;

/**
 * Sees to it that a student's changes can still be sent when the student has left: after each sign-in it asks for a grant
 * as soon as the school can be reached. Beside the runs of the replica, so that it holds none up.
 */
export class GrantKeeper {
  readonly #environment: SyncEnvironment;
  readonly #api: ApiClient;
  readonly #replica: Replica;
  readonly #onFailure: (error: unknown) => void;
  #stopListening: (() => void) | null = null;
  #triedAt: number | null = null;
  #busy = false;
  #done = false;

  constructor(options: {
    environment: SyncEnvironment;
    api: ApiClient;
    replica: Replica;
    /** Hears of failures that nobody waits for. */
    onFailure: (error: unknown) => void;
  }) {
    this.#environment = options.environment;
    this.#api = options.api;
    this.#replica = options.replica;
    this.#onFailure = options.onFailure;
  }

  start(): void {
    this.#stopListening ??= this.#replica.subscribe(() => this.#consider());
    this.#consider();
  }

  close(): void {
    this.#done = true;
    this.#stopListening?.();
  }

  /** Only beside an exchange that worked: then there is somebody who answers, and a session that is good. */
  #consider(): void {
    if (this.#busy || this.#done || this.#replica.status().reachable !== true) return;
    const now = this.#environment.now();
    if (this.#triedAt !== null && elapsed(this.#triedAt, now) < retryInterval) return;
    this.#busy = true;
    this.#triedAt = now;
    const { tenant_id, user_id } = this.#replica;
    requestGrant(this.#environment, this.#api, { tenant_id, user_id })
      .then(() => this.close())
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#busy = false;
      });
  }

  #failed(error: unknown): void {
    if (error instanceof NoNetworkError || error instanceof UnreadableAnswerError) return;
    if (!(error instanceof ApiProblem)) {
      if (!this.#done) this.#onFailure(error);
      return;
    }
    // A no for good: the next sign-in asks again.
    if (error.status < 500 && error.status !== 429) this.close();
  }
}
