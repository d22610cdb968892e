import * as v from 'valibot';
import { Id } from '../kit/id.ts';

/** A book or story in the cart of the signed-in person, as a device keeps it: every tablet of the staff carries this. */
export const CartRow = v.object({
  /** The work's. */
  id: Id,
  /** When it was put in, ISO 8601. */
  added_at: v.string(),
});
export type CartRow = v.InferOutput<typeof CartRow>;
