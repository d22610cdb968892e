import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { registrationEndpoints } from '#contract/tenants/registration.endpoints.ts';
import { tenantDetailsEndpoints } from '#contract/tenants/tenant-details.endpoints.ts';
import { payloadOf, urlOf, type ApiWorld, type Caller, type TestSchool } from '../support/api-world.ts';
import { hostilePictures } from '../support/hostile-pictures.ts';
import { pngLogo, registration } from '../support/registrations.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const never = 10 * 60_000;
/** Where a picture gets a moment of a processor. */
const { world, greenfield, riverside } = worldOfFile({ pictures: { cpuMs: 300 } });
/** Where a hostile picture is drawn for as long as somebody waits for it. */
const endless = worldOfFile({
  pictures: { cpuMs: never, waitMs: never, answerMs: never, memory: Infinity },
});

const [blurred] = hostilePictures;
const fileOf = async ({ type, bytes }: Pick<(typeof hostilePictures)[number], 'type' | 'bytes'>) =>
  new Blob([new Uint8Array(await bytes())], { type });
const hostileLogo = async () => fileOf(blurred!);

const updateOf = ({ tenant }: TestSchool, logo: Blob) => ({
  params: { tenantId: tenant.id },
  body: { logo },
});

const forgetGuesses = ({ testDatabase }: ApiWorld) =>
  testDatabase.administrator.query('delete from failed_guesses');
/** What counts as a guess; a browser that signed in for the first time is counted alike. */
async function guessesOf({ testDatabase }: ApiWorld): Promise<Record<string, number>> {
  const { rows } = await testDatabase.administrator.query<{ kind: string; failures: number }>(
    "select kind, failures from failed_guesses where kind <> 'new_browser'",
  );
  return Object.fromEntries(rows.map(({ kind, failures }) => [kind, failures]));
}

beforeEach(async () => {
  await forgetGuesses(world);
  await forgetGuesses(endless.world);
});

/** A call over the network, so that the caller can hang up. */
async function send(
  at: ApiWorld,
  caller: Caller,
  url: string,
  method: string,
  payload: Awaited<ReturnType<typeof payloadOf>>,
) {
  if (!at.app.server.listening) await at.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = at.app.server.address() as AddressInfo;
  const call = request({
    host: '127.0.0.1',
    port,
    path: url,
    method,
    headers: {
      ...payload.headers,
      host: caller.host,
      ...(caller.access !== null && { authorization: `Bearer ${caller.access}` }),
    },
  });
  call.on('error', () => undefined);
  call.end(payload.payload);
  return { hangUp: () => call.destroy() };
}

describe('a hostile picture', () => {
  it('is one of forty, each by a name of its own', () => {
    expect(new Set(hostilePictures.map(({ what }) => what)).size).toBe(40);
  });

  it.each(hostilePictures)('is drawn or refused at its field: $what', async (picture) => {
    const caller = await world.as(greenfield.schoolAdmin);
    const input = updateOf(greenfield, await fileOf(picture));
    const payload = await payloadOf(tenantDetailsEndpoints.update, input);
    const url = urlOf(tenantDetailsEndpoints.update, input);
    const { status, body } = await world.request(caller, tenantDetailsEndpoints.update.method, url, payload);
    expect([status, body]).toEqual([
      expect.toBeOneOf([200, 400]),
      status === 200
        ? expect.objectContaining({ logo: expect.stringMatching(/logo-[\da-f]{64}\.webp$/u) })
        : expect.objectContaining({
            code: 'tenants.logo_unreadable',
            errors: {
              logo: [
                expect.toBeOneOf([
                  'Unsupported file format',
                  'This picture is too complicated. Please choose a simpler one.',
                ]),
              ],
            },
          }),
    ]);
  });

  it('is refused as a picture of a person, at that field, and nobody is added', async () => {
    const caller = await world.as(riverside.schoolAdmin);
    const picture = hostilePictures.find(({ type }) => type === 'image/jpeg')!;
    const refused = await world.refusal(caller, memberEndpoints.create, {
      body: {
        first_name: 'Noa',
        last_name: 'Reed',
        email: 'noa@riverside.test',
        country: 'NZ',
        avatar: await fileOf(picture),
      },
    });
    expect(refused).toMatchObject({
      code: 'members.picture_unreadable',
      errors: {
        // A quick machine reads it to its broken end; on a slow one its time is over first.
        avatar: [
          expect.toBeOneOf([
            'This picture is too complicated. Please choose a simpler one.',
            'This picture cannot be read. Please choose another one.',
          ]),
        ],
      },
    });
    const { results } = await world.call(caller, memberEndpoints.list, { query: { search: 'noa@' } });
    expect(results).toEqual([]);
  });

  it('counts before it is drawn, of a school and of somebody who registers one', async () => {
    const caller = await world.as(greenfield.schoolAdmin);
    const sent = Array.from({ length: 32 }, async () =>
      world.refusal(
        caller,
        tenantDetailsEndpoints.update,
        updateOf(greenfield, new Blob(['no'], { type: 'image/png' })),
      ),
    );
    const codes = (await Promise.all(sent)).map(({ code }) => code);
    expect(codes.filter((code) => code === 'request.too_many')).toHaveLength(2);
    // A good one of another school is taken, and does not count.
    const other = await world.as(riverside.schoolAdmin);
    await world.call(other, tenantDetailsEndpoints.update, updateOf(riverside, await pngLogo()));
    expect(await guessesOf(world)).toEqual({ logo_tenant: 32 });
  });
});

describe('while a hostile picture is drawn', () => {
  it('no transaction is open, and other schools go on', async () => {
    const { world: at, greenfield: theirs, riverside: ours } = endless;
    const caller = await at.as(theirs.schoolAdmin);
    const input = updateOf(theirs, await hostileLogo());
    const payload = await payloadOf(tenantDetailsEndpoints.update, input);
    const { hangUp } = await send(
      at,
      caller,
      urlOf(tenantDetailsEndpoints.update, input),
      tenantDetailsEndpoints.update.method,
      payload,
    );
    await expect.poll(() => guessesOf(at)).toEqual({ logo_tenant: 1 });
    await at.signIn(ours.host, ours.teacher.email);
    const other = await at.as(ours.schoolAdmin);
    const { logo } = await at.call(other, tenantDetailsEndpoints.update, updateOf(ours, await pngLogo()));
    expect(logo).toMatch(/^\/icons\/app\/logo-/u);
    const { rows } = await at.testDatabase.administrator.query(
      `select query from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
    );
    expect(rows).toEqual([]);
    hangUp();
    // The same school has one turn, so this one is drawn only because the other ended with its caller.
    await at.call(caller, tenantDetailsEndpoints.update, updateOf(theirs, await pngLogo('#204060')));
    expect(await guessesOf(at)).toEqual({ logo_tenant: 1 });
  });

  it('of somebody who registers a school, their hanging up ends it and counts', async () => {
    const { world: at } = endless;
    const visitor = { host: 'localhost', access: null };
    const input = { query: {}, body: registration({ logo: await hostileLogo() }) };
    const payload = await payloadOf(registrationEndpoints.register, input);
    const { hangUp } = await send(at, visitor, urlOf(registrationEndpoints.register, input), 'POST', payload);
    await expect.poll(() => guessesOf(at)).toEqual({ registration_network: 1 });
    hangUp();
    await at.call(visitor, registrationEndpoints.register, {
      query: {},
      body: registration({ logo: await pngLogo() }),
    });
    expect(await guessesOf(at)).toEqual({ registration_network: 1 });
  });
});
