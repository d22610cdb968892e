import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { tutorialKeys, type TutorialKey } from '#contract/identity/identity.schema.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import type { Person } from '../support/api-world.ts';
import { fingerprinter } from '../support/fingerprint.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

async function mark(person: Person, key: TutorialKey) {
  return await world.call(await world.as(person), identityEndpoints.markTutorialSeen, { params: { key } });
}

/** The tours that a device of the person knows to be seen. */
async function pulled(person: Person): Promise<readonly string[] | undefined> {
  const answer = await world.call(await world.as(person), syncEndpoints.pull, {
    body: { client_id: randomUUID(), cursor: null },
  });
  const scope = answer.scopes.find((each) => each.scope === scopeOf.user(person.id));
  return scope?.tables.profile?.rows[0]?.tutorials;
}

describe('the guided tours', () => {
  it.each(['student', 'parent', 'teacher', 'teacherAdmin', 'schoolAdmin', 'organizationAdmin'] as const)(
    'that a %s has seen are remembered on every device, in alphabetical order',
    async (who) => {
      const person = greenfield[who];
      expect(await pulled(person)).toEqual([]);
      expect(await mark(person, 'stories')).toEqual({ tutorials: ['stories'] });
      expect(await mark(person, 'books')).toEqual({ tutorials: ['books', 'stories'] });
      expect(await pulled(person)).toEqual(['books', 'stories']);
    },
  );

  it('are everybody’s own', async () => {
    await mark(greenfield.otherTeacher, 'charities');
    expect(await pulled(riverside.otherTeacher)).toEqual([]);
    expect(await pulled(greenfield.teacher)).not.toContain('charities');
  });

  it('are known by their keys, all nine', async () => {
    for (const key of tutorialKeys) await mark(riverside.teacher, key);
    expect(await pulled(riverside.teacher)).toEqual([...tutorialKeys].toSorted());
  });

  it('marked once more change nothing', async () => {
    await mark(riverside.schoolAdmin, 'books');
    const fingerprint = await fingerprinter(world.testDatabase.administrator);
    const before = await fingerprint();
    expect(await mark(riverside.schoolAdmin, 'books')).toEqual({ tutorials: ['books'] });
    expect(await fingerprint()).toEqual(before);
  });

  it.each(['', 'Stories', 'juggling', '__proto__'])('are not %j', async (key) => {
    const teacher = await world.as(greenfield.teacher);
    const answer = await world.request(teacher, 'PUT', `/api/user/tutorials/${key}/`, {});
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await pulled(greenfield.teacher)).not.toContain(key);
  });

  it('can be marked without a network and reach the school with the next push', async () => {
    const { student } = riverside;
    const outbox = new TestOutbox();
    const answer = await world.call(await world.as(student), syncEndpoints.push, {
      body: {
        client_id: outbox.client_id,
        user_id: student.id,
        calls: outbox.number(
          queue.anything('identity.markTutorialSeen', { params: { key: 'stories' } }),
          queue.anything('identity.markTutorialSeen', { params: { key: 'stories' } }),
          queue.anything('identity.markTutorialSeen', { params: { key: 'juggling' } }),
        ),
        cursor: null,
      },
    });
    expect(answer.results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'refused']);
    expect(answer.pull?.scopes[0]?.tables.profile?.rows).toMatchObject([{ tutorials: ['stories'] }]);
  });
});
