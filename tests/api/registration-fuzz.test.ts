import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fieldErrors } from '#contract/kit/problem.ts';
import { Registration } from '#contract/tenants/registration.schema.ts';
import { seedsOf } from '../support/pinned-seeds.ts';
import { atPlatform, registration } from '../support/registrations.ts';
import { registrationEndpoints } from '#contract/tenants/registration.endpoints.ts';
import { payloadOf, urlOf } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const runs = 250;
const { world } = worldOfFile();

const odd = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a'.repeat(5000),
  '<script>',
  "'; drop table tenants --",
  '../..',
  'ﷺ',
  '👩‍🏫',
  'www',
  'xn--a',
  'A',
  'a--b',
  '-',
  'a.b',
  'localhost',
  'greenfield',
  'x'.repeat(63),
  'x'.repeat(64),
  'https://',
  'https://a',
  'javascript://a.b',
  'https://a.b',
  'http://[::1]',
  'https://user@a.b',
  '//a.b',
  'a@b',
  'a@b.test',
  'A@B.Test ',
  '@',
  'a@b.test,c@d.test',
  'a@b.test\r\nBcc: c@d.test',
  '#123456',
  '#12345g',
  '#fff',
  'red',
  'url(#)',
  '#1234567',
  'true',
  'false',
  'yes',
  '0',
);
const value = fc.oneof(odd, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary', maxLength: 120 }));
const change = fc.tuple(
  fc.constantFrom(...Object.keys(registration()), 'is_organization', 'is_platform', 'id'),
  fc.option(value, { nil: undefined }),
);

describe(`${runs} forms with something odd in them`, () => {
  it.each(seedsOf('registrationFuzz'))(
    'are taken or refused by the server as the contract says, field by field (seed %i)',
    async (seed) => {
      const outcomes = new Set<string>();
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
          const { logo: _none, ...whole } = registration();
          // What a form sends is text, well-formed and with one kind of line end.
          const texts = changes.map(([name, text]): [string, string | undefined] => [
            name,
            text?.toWellFormed().replaceAll(/\r\n|\r|\n/gu, '\r\n'),
          ]);
          const body: Record<string, unknown> = Object.fromEntries(
            Object.entries<unknown>({ ...whole, ...Object.fromEntries(texts) }).filter(
              ([, text]) => text !== undefined,
            ),
          );
          await world.testDatabase.administrator.query('delete from registrations');
          // A field says the first thing that is wrong with it.
          const said = v.safeParse(Registration, body, { abortPipeEarly: true });
          const payload = await payloadOf(registrationEndpoints.register, { body });
          const url = urlOf(registrationEndpoints.register, {});
          const answer = await world.request(atPlatform, 'POST', url, payload);
          outcomes.add(String(answer.status));
          if (said.success) {
            // A name that is taken is known to the server alone.
            expect([200, 409]).toContain(answer.status);
          } else {
            expect(answer.status).toBe(400);
            expect(answer.body).toMatchObject({ errors: fieldErrors(said.issues) });
          }
        }),
        { numRuns: runs, seed },
      );
      expect([...outcomes].toSorted()).toEqual(expect.arrayContaining(['200', '400']));
      const { rows } = await world.testDatabase.administrator.query(
        'select id from tenants where is_platform and id <> $1',
        [world.platform.id],
      );
      expect(rows).toEqual([]);
    },
  );
});
