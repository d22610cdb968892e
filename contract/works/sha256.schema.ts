import * as v from 'valibot';

/** SHA-256 in small hexadecimal digits. */
export const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u, 'This is not a hash'));
export type Sha256 = v.InferOutput<typeof Sha256>;
