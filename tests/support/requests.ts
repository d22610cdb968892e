import { createHash, randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { beginsWithZeros, proofInput } from '#contract/requests/proof.rules.ts';
import { requestEndpoints } from '#contract/requests/requests.endpoints.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { ApiWorld, Caller } from './api-world.ts';

export interface TestRequest {
  id: string;
  secret: string;
  token: string;
  reference: string;
  /** As those see it who decide about it. */
  updated_at: string;
}

const hour = 60 * 60 * 1000;
const secretText = () => randomBytes(32).toString('base64url');

/** Requests as they lie in the database of a tenant. */
export async function makeRequests(
  { testDatabase, clock }: ApiWorld,
  { tenant }: { tenant: { id: string } },
  { count, state = 'open' }: { count: number; state?: 'new' | 'open' },
): Promise<TestRequest[]> {
  const now = clock.now();
  const requests = Array.from({ length: count }, () => ({
    id: uuidv7(),
    secret: secretText(),
    token: secretText(),
    reference: `Q-${randomBytes(4).toString('hex').toUpperCase()}`,
    updated_at: now.toISOString(),
  }));
  for (const { id, secret, token, reference } of requests)
    await testDatabase.administrator.query(
      `insert into requests (tenant_id, id, kind, reference, secret_hash, token_hash, ticket_hash, state, name, email, fields,
         words_hash, created_at, updated_at, ends_at)
       values ($1, $2, 'contact', $3, $4, $5, $6, $7, 'Ada', $8, '{"about": "other", "words": "Hello"}', $6, $9, $9, $10)`,
      [
        tenant.id,
        id,
        reference,
        sha256(Buffer.from(secret)),
        sha256(Buffer.from(token)),
        sha256(Buffer.from(id)),
        state,
        `${id}@example.org`,
        now,
        new Date(now.getTime() + 24 * hour),
      ],
    );
  return requests;
}

/** The number that a form works out for its ticket. */
function proofOf(ticket: string, bits: number): string {
  for (let number = 0; ; number += 1) {
    const proof = String(number);
    if (beginsWithZeros(createHash('sha256').update(proofInput(ticket, proof)).digest(), bits)) return proof;
  }
}

/** What goes along with a form that a person fills in for a while on a device that can count. */
export async function travelling(world: ApiWorld, by: Caller) {
  const { ticket, bits } = await world.call(by, requestEndpoints.ticket, {});
  world.clock.advance(60_000);
  return { id: uuidv7(), secret: secretText(), ticket, proof: proofOf(ticket, bits) };
}

export const contactFields = {
  kind: 'contact',
  about: 'account',
  words: 'I forgot my password.',
  name: 'Ada Shore',
  email: 'ada@example.org',
} as const;
