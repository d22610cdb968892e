import * as v from 'valibot';

/** A form sends texts; a program may send the value itself. */
export function yesOrNo(required: string) {
  return v.pipe(
    v.union([v.boolean(), v.picklist(['true', 'false'])], required),
    v.transform((value) => value === true || value === 'true'),
  );
}
