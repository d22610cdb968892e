import * as v from 'valibot';
import { Id } from '../kit/id.ts';

/** A part of the library with a picture of its own. Specification, section 3. */
export const Mode = v.object({
  id: Id,
  name: v.string(),
  /** Address of its picture. */
  image: v.string(),
  /** True where the school has closed it: it is shown, and nobody can choose it. */
  locked: v.boolean(),
  /** False for one that the platform has made and does not offer yet. */
  active: v.boolean(),
  /** `INACTIVE`: the platform has taken it back. */
  status: v.picklist(['ACTIVE', 'INACTIVE']),
});
export type Mode = v.InferOutput<typeof Mode>;
