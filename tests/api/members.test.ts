import { beforeAll, describe, expect, it } from 'vitest';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import type { MemberQuery } from '#contract/members/members.schema.ts';
import { makeMember } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

beforeAll(async () => {
  await makeMember(world.context, greenfield.tenant, {
    role: 'teacher',
    first_name: 'Zoë',
    last_name: 'Ångström',
    email: 'zoe.a@greenfield.test',
  });
});

async function list(person: Person, query: Partial<MemberQuery> = {}) {
  return await world.call(await world.as(person), memberEndpoints.list, { query });
}

async function namesSeenBy(person: Person, query: Partial<MemberQuery> = {}): Promise<string[]> {
  return (await list(person, query)).results.map(({ first_name }) => first_name);
}

describe('the staff of a school', () => {
  it.each(['teacherAdmin', 'schoolAdmin', 'organizationAdmin'] as const)(
    'are seen by a %s, and nobody else: no student, no parent, nobody of the other school',
    async (who) => {
      const { count, next, results } = await list(greenfield[who]);
      expect(results.map(({ email }) => email)).toEqual([
        'zoe.a@greenfield.test',
        'admin@greenfield.test',
        'lead@greenfield.test',
        'other@greenfield.test',
        'teacher@greenfield.test',
        'trust@greenfield.test',
      ]);
      expect({ count, next }).toEqual({ count: 6, next: null });
      expect(results.find(({ id }) => id === greenfield.teacherAdmin.id)).toMatchObject({
        first_name: 'lead',
        last_name: 'greenfield',
        role: 'teacher_admin',
        avatar: null,
        archived_at: null,
      });
      expect(await namesSeenBy(riverside[who])).not.toContain('Zoë');
    },
  );

  it.each(['student', 'parent', 'teacher'] as const)('are not shown to a %s', async (who) => {
    expect(
      await world.refusal(await world.as(greenfield[who]), memberEndpoints.list, { query: {} }),
    ).toMatchObject({ status: 403, code: 'request.forbidden' });
  });

  it('are found by words of their names and addresses, whatever the accents', async () => {
    expect(await namesSeenBy(greenfield.schoolAdmin, { search: 'ANGSTROM zoe' })).toEqual(['Zoë']);
    expect(await namesSeenBy(greenfield.schoolAdmin, { search: 'lead@green' })).toEqual(['lead']);
    expect(await namesSeenBy(greenfield.schoolAdmin, { search: 'riverside' })).toEqual([]);
  });

  it('are narrowed to a role', async () => {
    expect(await namesSeenBy(greenfield.schoolAdmin, { role: 'teacher' })).toEqual([
      'Zoë',
      'other',
      'teacher',
    ]);
    expect(await namesSeenBy(greenfield.schoolAdmin, { role: 'school_admin' })).toEqual(['admin']);
  });

  it('come in the order that was asked for, and who has never signed in comes last', async () => {
    expect(await namesSeenBy(greenfield.schoolAdmin, { sort: '-name' })).toEqual([
      'trust',
      'teacher',
      'other',
      'lead',
      'admin',
      'Zoë',
    ]);
    const byRole = (await list(greenfield.schoolAdmin, { sort: '-role' })).results.map(({ role }) => role);
    expect(byRole).toEqual([
      'organization_admin',
      'school_admin',
      'teacher_admin',
      'teacher',
      'teacher',
      'teacher',
    ]);
    for (const sort of ['last_login', '-last_login'] as const) {
      const moments = (await list(greenfield.schoolAdmin, { sort })).results.map((row) => row.last_login);
      expect(moments.at(-1)).toBeNull();
      expect(moments[0]).not.toBeNull();
    }
  });

  it('come in pages, the next one with the same filters', async () => {
    const first = await list(greenfield.schoolAdmin, { limit: 2, role: 'teacher', sort: '-name' });
    expect(first.results.map(({ first_name }) => first_name)).toEqual(['teacher', 'other']);
    expect(first).toMatchObject({ count: 3, next: '?limit=2&offset=2&role=teacher&sort=-name' });
    const { body } = await world.request(
      await world.as(greenfield.schoolAdmin),
      'GET',
      `/api/v1/members/${first.next}`,
    );
    expect(body).toMatchObject({ count: 3, next: null, results: [{ first_name: 'Zoë' }] });
  });

  it('are those of the organization and of the platform on their own hosts', async () => {
    expect((await list(world.organization.admin)).results.map(({ id }) => id)).toEqual([
      world.organization.admin.id,
    ]);
    expect((await list(world.platformAdmin)).results.map(({ id }) => id)).toEqual([world.platformAdmin.id]);
  });
});
