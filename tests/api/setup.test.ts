import { beforeAll, describe, expect, it } from 'vitest';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { setupEndpoints } from '#contract/dashboard/setup.endpoints.ts';
import { setupSteps } from '#contract/dashboard/setup.schema.ts';
import { tenantDetailsEndpoints } from '#contract/tenants/tenant-details.endpoints.ts';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import { makeClass, makeMember, makeStudents, makeWorks } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { pngLogo, registeredSchool } from '../support/registrations.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
let admin: Caller;
let other: Caller;

beforeAll(async () => {
  ({ admin } = await registeredSchool(world));
  ({ admin: other } = await registeredSchool(world, { button_color: '#00AA00' }));
});

const read = async (caller: Caller) => (await world.call(caller, setupEndpoints.read, {})).setup;
const hide = async (caller: Caller, is_hidden: boolean) =>
  (await world.call(caller, setupEndpoints.hide, { body: { is_hidden } })).setup;
const done = async (caller: Caller) =>
  (await read(caller))?.steps.filter(({ is_done }) => is_done).map(({ key }) => key);

async function tenantOf(caller: Caller) {
  const { rows } = await world.testDatabase.administrator.query<{
    id: string;
    school_name: string;
    subdomain: string;
  }>('select id, school_name, subdomain from tenants where subdomain = $1', [caller.host.split('.')[0]]);
  const [tenant] = rows;
  if (!tenant) throw new Error('There is no such school');
  return tenant;
}

describe('the list of what a new school does first', () => {
  it('is made of what there is, and one school’s says nothing of another’s', async () => {
    expect(await read(admin)).toEqual({
      is_hidden: false,
      class_id: null,
      steps: ['brand', 'first_class', 'students', 'cards', 'teacher', 'first_story'].map((key) => ({
        key,
        is_done: false,
      })),
    });
    expect(await done(other)).toEqual(['brand']);

    const tenant = await tenantOf(admin);
    await world.call(admin, tenantDetailsEndpoints.update, {
      params: { tenantId: tenant.id },
      body: { logo: await pngLogo() },
    });
    expect(await done(admin)).toEqual(['brand']);

    const made = await makeClass(world.context, tenant, { name: 'Owls' });
    expect(await read(admin)).toMatchObject({ class_id: made.id });
    expect(await done(admin)).toEqual(['brand', 'first_class']);

    const [child] = await makeStudents(world.context, tenant, made, [{ first_name: 'Ada' }]);
    expect(await done(admin)).toEqual(['brand', 'first_class', 'students']);

    const card = await world.request(admin, 'POST', `/api/student/${child?.id}/login-cards/`);
    expect(card.status).toBe(200);
    expect(await done(admin)).toEqual(['brand', 'first_class', 'students', 'cards']);

    const { id } = await world.call(admin, invitationEndpoints.invite, {
      body: { email: 'teacher@hillside.test', role: 'teacher' },
    });
    expect(await done(admin)).toEqual(['brand', 'first_class', 'students', 'cards', 'teacher']);
    await world.call(admin, invitationEndpoints.revoke, { params: { id } });
    expect(await done(admin)).not.toContain('teacher');
    await makeMember(world.context, tenant, { role: 'teacher', email: 'teacher@hillside.test' });

    await makeWorks(world.context, tenant, [
      { kind: 'story', title: 'A tale from elsewhere', author_id: null },
    ]);
    expect(await done(admin)).not.toContain('first_story');
    await makeWorks(world.context, tenant, [
      { kind: 'story', title: 'The owl', author_id: child?.id ?? null, state: 'draft' },
    ]);
    expect(await done(admin)).toEqual([...setupSteps]);
    expect(await done(other)).toEqual(['brand']);

    await world.call(admin, classEndpoints.archive, { params: { id: made.id } });
    expect(await read(admin)).toMatchObject({ class_id: null });
  });

  it('is put away and taken out again for this school alone', async () => {
    expect(await hide(admin, true)).toMatchObject({ is_hidden: true });
    expect(await read(admin)).toMatchObject({ is_hidden: true });
    expect(await read(other)).toMatchObject({ is_hidden: false });
    expect(await hide(admin, false)).toMatchObject({ is_hidden: false });
  });

  it('is none for a school that nobody registered, and for an organization', async () => {
    for (const school of [greenfield, riverside]) {
      const caller = await world.as(school.schoolAdmin);
      expect(await read(caller)).toBeNull();
      expect(await hide(caller, true)).toBeNull();
    }
    const organization = await registeredSchool(world, { is_organization: true });
    expect(await read(organization.admin)).toBeNull();
    const { rows } = await world.testDatabase.administrator.query<{ subdomain: string }>(
      'select subdomain from tenants where setup_hidden_at is not null',
    );
    expect(rows).toEqual([]);
  });
});
