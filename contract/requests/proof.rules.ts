/**
 * A small sum that a form works out while somebody types: a number whose SHA-256 with the ticket begins with `bits` zeros. It takes a
 * person nothing, and whoever sends thousands a little.
 */
export function proofInput(ticket: string, proof: string): string {
  return `${ticket} ${proof}`;
}

/** @param hash the SHA-256 of `proofInput` */
export function beginsWithZeros(hash: Uint8Array, bits: number): boolean {
  for (let bit = 0; bit < bits; bit += 1)
    if (((hash[bit >> 3] ?? 0xff) & (0x80 >> (bit & 7))) !== 0) return false;
  return true;
}
