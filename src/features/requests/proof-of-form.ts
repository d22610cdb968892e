import { beginsWithZeros, proofInput } from '#contract/requests/proof.rules.ts';

/** Sums that are begun together; between two of such rounds the page goes on. */
const atOnce = 256;
/** Past so many the ticket is no longer worth the time. */
const most = 1_000_000;

const textBytes = (text: string) => new TextEncoder().encode(text);

/** The number that belongs to a ticket; empty where this browser cannot count, which refuses nothing. */
export async function proofOf({ ticket, bits }: { ticket: string; bits: number }): Promise<string> {
  if (!window.isSecureContext) return '';
  for (let first = 0; first < most; first += atOnce) {
    const proofs = Array.from({ length: atOnce }, (_, place) => String(first + place));
    const hashes = await Promise.all(
      proofs.map((proof) => crypto.subtle.digest('SHA-256', textBytes(proofInput(ticket, proof)))),
    );
    const found = hashes.findIndex((hash) => beginsWithZeros(new Uint8Array(hash), bits));
    if (found >= 0) return proofs[found] ?? '';
  }
  return '';
}
