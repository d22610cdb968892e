import { randomBytes } from 'node:crypto';
import { beginsWithZeros, proofInput } from '#contract/requests/proof.rules.ts';
import { requestLimits } from '#contract/requests/requests.schema.ts';
import { isInFuture } from '#server/platform/clock.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import { sha256 } from '#server/platform/sha256.ts';

const hour = 60 * 60 * 1000;
/** Some 30,000 sums: a third of a second on a tablet. */
export const proofBits = 15;

/** What a form is given before it is sent. Nothing of it is kept: our own signature says when and where it was given. */
export function createTickets(secretKey: SecretKey) {
  const purpose = 'tickets of forms';
  const signed = (tenantId: string, issued: string, random: string) => `${tenantId} ${issued} ${random}`;

  return {
    issue(tenantId: string, now: Date): string {
      const issued = now.getTime().toString(36);
      const random = randomBytes(12).toString('base64url');
      const signature = secretKey.sign(purpose, signed(tenantId, issued, random));
      return [issued, random, signature.toString('base64url')].join('.');
    },

    /** Milliseconds since it was given; null for one that was not given here, or too long ago. */
    ageOf(tenantId: string, ticket: string, now: Date): number | null {
      const [issued = '', random = '', signature = '', ...more] = ticket.split('.');
      const given = Buffer.from(signature, 'base64url');
      if (more.length > 0 || !secretKey.isSigned(purpose, signed(tenantId, issued, random), given))
        return null;
      const moment = new Date(Number.parseInt(issued, 36));
      const age = now.getTime() - moment.getTime();
      return isInFuture(moment, now) || age > requestLimits.ticketHours * hour ? null : age;
    },
  };
}

export function isProof(ticket: string, proof: string): boolean {
  return beginsWithZeros(sha256(Buffer.from(proofInput(ticket, proof))), proofBits);
}
