import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { requestEndpoints } from '#contract/requests/requests.endpoints.ts';
import { createTickets } from '#server/modules/requests/ticket.ts';
import { mailboxOfFile } from '../support/mailbox.ts';
import { pagesByKey } from '../support/pages-by-key.ts';
import { contactFields, travelling } from '../support/requests.ts';
import { testSecretKey } from '../support/test-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield } = worldOfFile();
const mail = mailboxOfFile(world);

it('a thousand robots keep nobody who means it from being heard: each real message is there, and before all of theirs', async () => {
  const tickets = createTickets(testSecretKey);
  const { host, tenant } = greenfield;
  let network = 0;
  /** From a network of its own, as machines that were taken over send. */
  const post = async (body: object) => {
    network += 1;
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/requests/',
      remoteAddress: `10.${network >> 8}.${network & 255}.9`,
      headers: { host },
      payload: body,
    });
    return { status: answer.statusCode, body: answer.json<{ reference: string }>() };
  };
  const robot = (number: number) => ({
    ...contactFields,
    id: uuidv7(),
    secret: randomBytes(32).toString('base64url'),
    ticket: tickets.issue(tenant.id, world.clock.now()),
    // What they do not do: work out the sum. What they do: fill in every field, and name what they sell.
    proof: '',
    website: 'https://sells.example',
    words: `Buy number ${number} at https://one.example or http://two.example`,
    email: `robot-${number}@example.org`,
  });
  const real: string[] = [];
  const by = await world.as('visitor', host);
  for (let number = 0; number < 1000; number += 1) {
    expect((await post(robot(number))).status).toBe(200);
    if (number % 100 !== 50) continue;
    // Of ten people one has a manager of passwords that fills in the unseen field; their words have a link.
    const manager = number === 50 && { website: 'ada', words: 'It is at https://school.example, I think.' };
    const along = await travelling(world, by);
    const sent = await post({ ...along, ...contactFields, email: mail.newEmail(), ...manager });
    expect(sent.status).toBe(200);
    real.push(sent.body.reference);
  }
  const staff = await world.as(greenfield.schoolAdmin);
  const pages = await pagesByKey((place) =>
    world.call(staff, requestEndpoints.list, { query: { limit: 100, ...place } }),
  );
  const inOrder = pages.flat().map(({ reference }) => reference);
  expect(inOrder).toHaveLength(1010);
  expect(new Set(inOrder.slice(0, real.length))).toEqual(new Set(real));
});
