import * as v from 'valibot';
import { Id } from '../kit/id.ts';

/** What the books of children can collect for. Specification, section 3: Charity. */
export const Cause = v.object({
  id: Id,
  name: v.string(),
  /** Its name in addresses: small letters, digits and hyphens. */
  slug: v.string(),
});
export type Cause = v.InferOutput<typeof Cause>;
