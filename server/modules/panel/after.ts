import * as v from 'valibot';
import { Problem, requestProblems } from '#contract/kit/problem.ts';

const Key = v.tuple([
  v.pipe(v.string(), v.maxLength(1000)),
  v.pipe(v.string(), v.uuid()),
  v.pipe(v.string(), v.uuid()),
]);

/** Where a page ends: the sort value of its last row, its tenant and its id. */
export type ListKey = v.InferOutput<typeof Key>;

/** What a sort value may look like; anything else was not made here. */
export type ValueForm = 'text' | 'moment' | 'number';

const forms: Readonly<Record<ValueForm, RegExp>> = {
  text: /^/u,
  moment: /^(?:19|20|21)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/u,
  number: /^\d{1,15}$/u,
};

export function writeAfter(key: ListKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** @throws Problem `request.invalid` for what no page of a list in this order ends with */
export function readAfter(after: string, form: ValueForm): ListKey {
  const key = v.safeParse(Key, parsed(Buffer.from(after, 'base64url').toString()));
  if (!key.success || !isValue(key.output[0], form))
    throw new Problem(requestProblems.invalid, {
      errors: { after: ['after must come from the page before, in the same order'] },
    });
  return key.output;
}

/** PostgreSQL takes no text with a zero in it, and no 30th of February. */
function isValue(value: string, form: ValueForm): boolean {
  if (value.includes('\0') || !forms[form].test(value)) return false;
  if (form !== 'moment') return true;
  const moment = new Date(value);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value.slice(0, 19));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
