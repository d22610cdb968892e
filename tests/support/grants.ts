import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import * as v from 'valibot';
import { grantEndpoints } from '#contract/sync/grants.endpoints.ts';
import { grantMessage } from '#contract/sync/grants.rules.ts';
import { DevicePublicKey, type PushGrant, type SignedPush } from '#contract/sync/grants.schema.ts';
import type { CallResult, QueuedCall } from '#contract/sync/sync.schema.ts';
import type { ApiWorld, Person } from './api-world.ts';

/** A tablet with a key of its own, which signs what it sends for somebody who has signed out. */
export class SigningTablet {
  readonly device_id = randomUUID();
  readonly client_id = randomUUID();
  readonly public_key: DevicePublicKey;
  readonly #privateKey: KeyObject;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.public_key = v.parse(DevicePublicKey, publicKey.export({ format: 'jwk' }));
    this.#privateKey = privateKey;
  }

  /** Signs the student in and asks for the grant, as the app does. */
  async grantFor(world: ApiWorld, student: Person): Promise<PushGrant> {
    return await world.call(await world.as(student), grantEndpoints.requestGrant, {
      body: { device_id: this.device_id, public_key: this.public_key },
    });
  }

  signMessage(message: string): string {
    const key = { key: this.#privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return sign('sha256', Buffer.from(message), key).toString('base64url');
  }

  signText(grant_id: string, push: string): SignedPush {
    return { grant_id, push, signature: this.signMessage(grantMessage(grant_id, push)) };
  }

  sign(grant_id: string, user_id: string, calls: readonly QueuedCall[]): SignedPush {
    return this.signText(grant_id, JSON.stringify({ client_id: this.client_id, user_id, calls }));
  }
}

/** What the school answers to a signed push, on this host and with no session at all. */
export async function pushSigned(world: ApiWorld, host: string, body: SignedPush): Promise<CallResult[]> {
  return (await world.call({ host, access: null }, grantEndpoints.pushByGrant, { body })).results;
}
