import { expect, it } from 'vitest';
import * as v from 'valibot';
import { endpoints } from '#contract/api.ts';
import { textFieldsOf } from '../support/text-fields.ts';

/*
 * PostgreSQL stores no NUL and takes none in a question. A text in an address, or a search, is refused or cleaned before it gets there.
 */

const fields = endpoints.flatMap((endpoint) =>
  textFieldsOf(endpoint)
    .filter(({ name }) => /^(?:params|query)\b/u.test(name))
    .map((field) => ({ endpoint, field })),
);

it('a NUL in an address reaches nobody who asks the database', () => {
  expect(fields.length).toBeGreaterThan(100);
  const letThrough = fields.filter(({ endpoint, field }) => {
    const part = field.name.startsWith('params') ? 'params' : 'query';
    const schema = endpoint[part];
    const parsed = schema && v.safeParse(schema, field.input('a\0b', {})[part]);
    return parsed?.success === true && JSON.stringify(parsed.output).includes(String.raw`\u0000`);
  });
  expect(letThrough.map(({ endpoint, field }) => `${endpoint.name} ${field.name}`)).toEqual([]);
});
