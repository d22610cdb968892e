import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { SecretKey } from '#server/platform/secret-key.ts';

/** No username looks like it: those are short and in small letters, and e-mail addresses have an @. */
const shape = /^pupil\.([\w-]{22})$/u;
/** Ids are of version 7. What another key than the handle's opens looks so once in 64 times. */
const idShape = /^.{14}7.{4}[89ab]/u;

/** Names of pupils for those who are not signed in: nothing can be read from one, and it is good at one school only. */
export interface StudentHandles {
  of(tenantId: string, studentId: string): string;
  /** The id in a handle; null for what is none. One that was made up, or at another school, gives an id of nobody. */
  open(tenantId: string, text: string): string | null;
}

/**
 * A handle is the id, enciphered as one block with the school's own key. So it is the same each time: a page that was left
 * open over night still signs in, and a child's place in a list does not change while its pages are turned. A block
 * cipher is a permutation, so two ids never meet in one handle, and one that somebody makes up names one in 2^122.
 */
export function createStudentHandles(secretKey: SecretKey): StudentHandles {
  const algorithm = 'aes-256-ecb';
  const purposeOf = (tenantId: string) => `student handles ${tenantId}`;
  return {
    of(tenantId, studentId) {
      const cipher = createCipheriv(algorithm, secretKey.derive(purposeOf(tenantId)), null).setAutoPadding(
        false,
      );
      const block = Buffer.from(studentId.replaceAll('-', ''), 'hex');
      return `pupil.${Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url')}`;
    },
    open(tenantId, text) {
      const [, sealed] = shape.exec(text) ?? [];
      if (sealed === undefined) return null;
      const ids = secretKey.deriveAll(purposeOf(tenantId)).map((key) => {
        const decipher = createDecipheriv(algorithm, key, null).setAutoPadding(false);
        const hex = Buffer.concat([
          decipher.update(Buffer.from(sealed, 'base64url')),
          decipher.final(),
        ]).toString('hex');
        return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
      });
      return ids.find((id) => idShape.test(id)) ?? ids[0] ?? null;
    },
  };
}
