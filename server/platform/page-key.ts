import * as v from 'valibot';
import { Problem, requestProblems } from '#contract/kit/problem.ts';

/* Where a page of a list ends, as `after` says it: the values by which the list is ordered, of the last row. */

const Key = v.array(v.pipe(v.string(), v.maxLength(1000)));
const Uuid = v.pipe(v.string(), v.uuid());

/** What a value may look like; anything else was not made here. */
export type KeyForm = 'text' | 'moment' | 'number' | 'id';

const looks: Readonly<Record<KeyForm, (value: string) => boolean>> = {
  // PostgreSQL takes no text with a zero in it.
  text: (value) => !value.includes('\0'),
  moment: isMoment,
  number: (value) => /^\d{1,15}$/u.test(value),
  id: (value) => v.is(Uuid, value),
};

/** PostgreSQL takes no 30th of February. */
function isMoment(value: string): boolean {
  if (!/^(?:19|20|21)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/u.test(value)) return false;
  const moment = new Date(value);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value.slice(0, 19));
}

export function writeKey(values: readonly string[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** @throws Problem `request.invalid` for what no page of a list in this order ends with */
export function readKey(after: string, forms: readonly KeyForm[]): string[] {
  const key = v.safeParse(Key, parsed(Buffer.from(after, 'base64url').toString()));
  const values = key.success ? key.output : [];
  if (values.length !== forms.length || !forms.every((form, place) => looks[form](values[place] ?? '')))
    throw new Problem(requestProblems.invalid, {
      errors: { after: ['after must come from the page before, in the same order'] },
    });
  return values;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
