import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { profileEndpoints } from '#contract/students/profiles.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import type { Person } from '../support/api-world.ts';
import { fingerprinter } from '../support/fingerprint.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

async function choose(person: Person, avatar: string) {
  return await world.call(await world.as(person), profileEndpoints.chooseAvatar, { body: { avatar } });
}

async function write(person: Person, about_me: string) {
  return await world.call(await world.as(person), profileEndpoints.writeAboutMe, { body: { about_me } });
}

async function pull(person: Person) {
  return await world.call(await world.as(person), syncEndpoints.pull, {
    body: { client_id: randomUUID(), cursor: null },
  });
}

/** The own row of a person as the person's devices get it. */
async function own(person: Person) {
  const { scopes } = await pull(person);
  return scopes.find(({ scope }) => scope === scopeOf.user(person.id))?.tables.profile?.rows[0];
}

async function refusal(person: Person, path: string, body: object) {
  return await world.request(await world.as(person), 'PUT', path, { body });
}

describe('a child’s own picture', () => {
  it('is on all of the child’s devices and in the class list of the teacher, and nobody else’s changes', async () => {
    const { student, otherTeacher, teacher } = greenfield;
    expect(await own(student)).toMatchObject({ avatar: null, about_me: null });
    expect(await choose(student, 'otter')).toEqual({ avatar: 'otter' });
    expect(await own(student)).toMatchObject({ avatar: 'otter' });
    const rows = async (person: Person) =>
      (await pull(person)).scopes.flatMap(({ tables }) => tables.students?.rows ?? []);
    const listed = (await rows(teacher)).filter(({ avatar }) => avatar === 'otter');
    expect(listed.map(({ id }) => id)).toEqual([student.id]);
    expect((await rows(otherTeacher)).filter(({ avatar }) => avatar === 'otter')).toEqual([]);
    expect(await own(riverside.student)).toMatchObject({ avatar: null });
  });

  it('chosen once more changes nothing', async () => {
    await choose(riverside.student, 'owl');
    const fingerprint = await fingerprinter(world.testDatabase.administrator);
    const before = await fingerprint();
    expect(await choose(riverside.student, 'owl')).toEqual({ avatar: 'owl' });
    expect(await fingerprint()).toEqual(before);
  });

  it.each(['', 'unicorn', '__proto__', 'https://elsewhere.test/picture.png', null, 5])(
    'is one of the product’s animals and not %j',
    async (avatar) => {
      const answer = await refusal(greenfield.student, '/api/user/avatar/', { avatar });
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: { avatar: ['Please choose one of the animals'] } },
      });
    },
  );
});

describe('what a child says of itself', () => {
  it('is on the child’s own devices, and in no list', async () => {
    const { student, teacher } = greenfield;
    expect(await write(student, '  I like   owls 🦉 ')).toEqual({ about_me: 'I like owls 🦉' });
    expect(await own(student)).toMatchObject({ about_me: 'I like owls 🦉' });
    expect(JSON.stringify(await pull(teacher))).not.toContain('I like owls');
    expect(await own(riverside.student)).toMatchObject({ about_me: null });
  });

  it('can be taken back', async () => {
    await write(riverside.student, 'I am seven');
    expect(await write(riverside.student, '')).toEqual({ about_me: '' });
    expect(await own(riverside.student)).toMatchObject({ about_me: '' });
  });

  it('has 160 characters and not one more', async () => {
    expect(await write(greenfield.student, 'a'.repeat(160))).toEqual({ about_me: 'a'.repeat(160) });
    const answer = await refusal(greenfield.student, '/api/user/about-me/', { about_me: 'a'.repeat(161) });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { about_me: ['About me must not exceed 160 characters'] } },
    });
    expect(await own(greenfield.student)).toMatchObject({ about_me: 'a'.repeat(160) });
  });

  it('reaches the school with the next push, and what another tablet wrote is not replaced unseen', async () => {
    const { student } = riverside;
    await write(student, 'I am seven');
    const push = async (about_me: string, seen: string | null) => {
      const outbox = new TestOutbox();
      const [call] = outbox.number(queue.anything('profiles.writeAboutMe', { body: { about_me } }));
      if (!call) throw new Error('No call');
      return await world.call(await world.as(student), syncEndpoints.push, {
        body: {
          client_id: outbox.client_id,
          user_id: student.id,
          calls: [{ ...call, base: { about_me: seen } }],
        },
      });
    };
    const { results } = await push('I am a goalkeeper', 'I am six');
    expect(results).toMatchObject([
      {
        outcome: 'refused',
        problem: {
          code: 'profiles.about_me_changed_elsewhere',
          details: { theirs: 'I am seven', mine: 'I am a goalkeeper' },
        },
      },
    ]);
    expect(await own(student)).toMatchObject({ about_me: 'I am seven' });
    expect((await push('I am a goalkeeper', 'I am seven')).results).toMatchObject([{ outcome: 'applied' }]);
    expect(await own(student)).toMatchObject({ about_me: 'I am a goalkeeper' });
  });
});
