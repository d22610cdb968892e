import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { studentOfficeEndpoints } from '#contract/students/student-office.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { makeClass, makeStudent, makeStudents } from '#server/seeds/factories.ts';
import { studentsAreaOfFile } from './students-area.support.ts';

const { world, greenfield, riverside, sql, search, found, auditOf } = studentsAreaOfFile();

describe('the search for students', () => {
  it('goes through the whole school by name, twenty at a time, and through no other school', async () => {
    const schoolClass = await makeClass(world.context, greenfield.tenant);
    const names = Array.from({ length: 25 }, (_, place) => `Pager${String.fromCodePoint(97 + place)}`);
    await makeStudents(
      world.context,
      greenfield.tenant,
      schoolClass,
      names.toReversed().map((first_name) => ({ first_name, last_name: 'Search' })),
    );
    const first = await search({ search: 'pager' });
    expect(first).toMatchObject({ count: 25, next: '?limit=20&offset=20&search=pager' });
    expect(first.results.map(({ first_name }) => first_name)).toEqual(names.slice(0, 20));
    expect(await found({ search: 'pager', offset: 20 })).toEqual(names.slice(20));
    expect(first.results[0]?.stu_class).toEqual({
      id: schoolClass.id,
      class_id: schoolClass.class_id,
      name: schoolClass.name,
    });
    expect(await search({ search: 'pager' }, riverside.schoolAdmin)).toMatchObject({ count: 0, results: [] });
    const refused = await world.request(
      await world.as(greenfield.schoolAdmin),
      'GET',
      '/api/api-admin/search-student/?limit=1001',
    );
    expect(refused.status).toBe(400);
  });

  it('needs every word, whatever case and accents, and knows new names at once', async () => {
    expect(await found({ search: 'ŁUKASZ wojcik', class_id: 'MAPXE247' })).toEqual(['Łukasz']);
    expect(await found({ search: 'fern ZOE', class_id: 'MAPXE247' })).toEqual(['Zoë']);
    expect(await found({ search: '田中 美' })).toHaveLength(2);
    expect(await found({ search: 'oe-otter-42' })).toEqual(['Zoë']);
    expect(await found({ search: '100%_' })).toEqual([]);
    const child = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass, {
      first_name: 'Before',
      last_name: 'Renaming',
    });
    await world.call(await world.as(greenfield.schoolAdmin), studentEndpoints.rename, {
      params: { id: child.id },
      body: { first_name: 'Afterwards', last_name: 'Renämed' },
    });
    expect(await found({ search: 'before renaming' })).toEqual([]);
    expect(await found({ search: 'renamed' })).toEqual(['Afterwards']);
  });

  it('finds those of a class by its code or its id, and nobody for a class that is not there', async () => {
    const schoolClass = await makeClass(world.context, greenfield.tenant);
    await makeStudents(world.context, greenfield.tenant, schoolClass, [{ first_name: 'Only' }]);
    expect(await found({ class_id: schoolClass.class_id.toLowerCase() })).toEqual(['Only']);
    expect(await found({ class_id: schoolClass.id })).toEqual(['Only']);
    expect(await found({ class_id: 'NOSUCH99' })).toEqual([]);
    expect(await found({ class_id: riverside.ownClass.id })).toEqual([]);
  });

  it('finds by archive, privacy, sign-in and work, each alone and together', async () => {
    const schoolClass = await makeClass(world.context, greenfield.tenant);
    const class_id = schoolClass.class_id;
    const [ada, bo, cy] = await makeStudents(
      world.context,
      greenfield.tenant,
      schoolClass,
      ['Ada', 'Bo', 'Cy'].map((first_name) => ({ first_name })),
    );
    const admin = await world.as(greenfield.schoolAdmin);
    await world.call(admin, studentEndpoints.archive, { body: { user_ids: [cy?.id ?? ''] } });
    await world.call(admin, studentEndpoints.updatePrivacy, {
      params: { id: bo?.id ?? '' },
      body: { privacy_preference: 'community' },
    });
    await sql('update users set last_login = $2 where id = $1', [ada?.id, '2026-10-01T08:00:00Z']);
    await sql(
      `insert into works (tenant_id, id, kind, author_id, title) values ($1, gen_random_uuid(), 'book', $2, 'Otters')`,
      [greenfield.tenant.id, ada?.id],
    );
    expect(await found({ class_id })).toEqual(['Ada', 'Bo', 'Cy']);
    expect(await found({ class_id, is_archived: 'true' })).toEqual(['Cy']);
    expect(await found({ class_id, is_archived: 'false' })).toEqual(['Ada', 'Bo']);
    expect(await found({ class_id, student_privacy: 'community' })).toEqual(['Bo']);
    expect(await found({ class_id, never_signed_in: 'true' })).toEqual(['Bo', 'Cy']);
    expect(await found({ class_id, never_signed_in: 'false' })).toEqual(['Ada']);
    expect(await found({ class_id, not_signed_in_since: '2026-10-01' })).toEqual(['Bo', 'Cy']);
    expect(await found({ class_id, not_signed_in_since: '2026-10-02' })).toEqual(['Ada', 'Bo', 'Cy']);
    expect(await found({ class_id, no_work: 'true', is_archived: 'false' })).toEqual(['Bo']);
    expect(await found({ class_id, no_work: 'false' })).toEqual(['Ada']);
    expect((await search({ class_id, limit: 1, is_archived: 'false' })).next).toBe(
      `?limit=1&offset=1&class_id=${class_id}&is_archived=false`,
    );
  });

  it('finds those in no class, and says so', async () => {
    const { results } = await search({ search: 'nomad child' });
    expect(results).toMatchObject([{ first_name: 'Nomad', stu_class: null }]);
  });

  it('is for those who see the whole school', async () => {
    for (const who of ['teacherAdmin', 'schoolAdmin', 'organizationAdmin'] as const)
      expect((await search({ class_id: 'MAPXE247' }, greenfield[who])).count).toBeGreaterThan(0);
    for (const who of ['teacher', 'parent', 'student'] as const) {
      expect(
        await world.refusal(await world.as(greenfield[who]), studentOfficeEndpoints.search, { query: {} }),
      ).toMatchObject({ status: 403, code: 'request.forbidden' });
    }
  });
});

async function newChild(fields: { password?: string } = {}) {
  return await makeStudent(world.context, greenfield.tenant, greenfield.ownClass, {
    last_name: 'Fern',
    username: `child-${randomUUID().slice(0, 8)}`,
    password: 'sunny-otter-42',
    ...fields,
  });
}

describe('editing a student', () => {
  const edit = {
    first_name: 'Zoey',
    last_name: 'Hill',
    password: 'calm-heron-20',
    privacy_preference: 'public',
  } as const;

  it('changes name, password and privacy as one, and tells the devices and the audit', async () => {
    const child = await newChild();
    const saved = await world.call(await world.as(greenfield.teacher), studentOfficeEndpoints.update, {
      params: { id: child.id },
      body: edit,
    });
    expect(saved).toMatchObject({ first_name: 'Zoey', last_name: 'Hill', privacy_preference: 'public' });
    expect(JSON.stringify(saved)).not.toContain('calm-heron-20');
    await world.signIn(greenfield.host, child.username ?? '', 'calm-heron-20');
    const audited = await auditOf(child.id);
    expect(audited.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['students.renamed', 'students.privacy_changed', 'students.password_changed']),
    );
    expect(JSON.stringify(audited)).not.toContain('calm-heron-20');
    const { results } = await search({ search: child.username ?? '' });
    expect(results).toMatchObject([{ first_name: 'Zoey', privacy_preference: 'public' }]);
  });

  it('edits a child of a single name', async () => {
    const { id } = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass, {
      first_name: 'Wati',
      last_name: '',
    });
    const saved = await world.call(await world.as(greenfield.schoolAdmin), studentOfficeEndpoints.update, {
      params: { id },
      body: { ...edit, first_name: 'Watik', last_name: '' },
    });
    expect(saved).toMatchObject({ first_name: 'Watik', last_name: '' });
  });

  it.each([
    ['first_name', 'Please enter first name'],
    ['last_name', 'Please enter last name'],
    ['password', 'Please enter new password'],
  ])('asks for %s in the words of its form', async (field, text) => {
    const child = await newChild();
    const refused = await world.refusal(
      await world.as(greenfield.schoolAdmin),
      studentOfficeEndpoints.update,
      {
        params: { id: child.id },
        body: { ...edit, [field]: ' ' },
      },
    );
    expect(refused).toMatchObject({ status: 400, errors: { [field]: [text] } });
    await world.signIn(greenfield.host, child.username ?? '', 'sunny-otter-42');
  });

  it('asks for the privacy preference too, and changes nothing where one field is wrong', async () => {
    const child = await newChild();
    const answer = await world.request(
      await world.as(greenfield.schoolAdmin),
      'PUT',
      `/api/manage_student/${child.id}/`,
      { body: { ...edit, privacy_preference: 'secret' } },
    );
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { privacy_preference: ['Please select privacy preference'] } },
    });
    expect(await auditOf(child.id)).toEqual([]);
  });

  it('is refused for the student of a colleague, of the other school, and for staff', async () => {
    const ids = [greenfield.otherStudents[0]?.id, riverside.students[0]?.id, greenfield.otherTeacher.id];
    for (const id of ids) {
      expect(
        await world.refusal(await world.as(greenfield.teacher), studentOfficeEndpoints.update, {
          params: { id: id ?? '' },
          body: edit,
        }),
      ).toMatchObject({ status: 404, error: 'Student data not available.' });
    }
    await world.signIn(riverside.host, 'zoe-otter-42', 'sunny-otter-42');
  });
});

describe('a student’s new password', () => {
  async function change(id: string, body: { new_password: string; compromised?: boolean }) {
    return await world.call(await world.as(greenfield.teacher), studentOfficeEndpoints.changePassword, {
      params: { id },
      body,
    });
  }

  it('takes the place of the old one, ends what that opened, and leaves the login card alone', async () => {
    const child = await newChild();
    const username = child.username ?? '';
    const typed = await world.signIn(greenfield.host, username, 'sunny-otter-42');
    const teacher = await world.as(greenfield.teacher);
    const card = await world.call(teacher, cardEndpoints.issueForStudent, {
      params: { studentId: child.id },
    });
    const byCard = await world.signIn(greenfield.host, username, card.badge);
    await change(child.id, { new_password: ' brave-mole-31 ' });

    expect((await world.request(typed, 'GET', '/api/user/profile/')).status).toBe(401);
    expect((await world.request(byCard, 'GET', '/api/user/profile/')).status).toBe(200);
    await world.signIn(greenfield.host, username, card.badge);
    await world.signIn(greenfield.host, username, 'brave-mole-31');
    await expect(world.signIn(greenfield.host, username, 'sunny-otter-42')).rejects.toThrow(
      'wrong_credentials',
    );
    const login = await world.call(teacher, cardEndpoints.revealStudent, {
      params: { classCode: greenfield.ownClass.class_id, studentId: child.id },
    });
    expect(login.password).toBe('brave-mole-31');
  });

  it('opens the account at once, although somebody guessed at the old one', async () => {
    const child = await newChild();
    const username = child.username ?? '';
    for (let guess = 0; guess < 11; guess += 1)
      await expect(world.signIn(greenfield.host, username, `wrong-${guess}`)).rejects.toThrow();
    await change(child.id, { new_password: 'brave-mole-31' });
    await world.signIn(greenfield.host, username, 'brave-mole-31');
    expect((await auditOf(child.id)).at(-1)).toMatchObject({
      action: 'students.password_changed',
      details: { compromised: false },
    });
  });

  it('parks what tablets still send only where somebody else knew the old one', async () => {
    const [routine, compromised] = [await newChild(), await newChild()];
    for (const { id } of [routine, compromised])
      await sql(
        `insert into push_grants (tenant_id, id, user_id, device_id, public_key, expires_at)
         values ($1, gen_random_uuid(), $2, gen_random_uuid(), '{}', now() + interval '1 day')`,
        [greenfield.tenant.id, id],
      );
    await change(routine.id, { new_password: 'brave-mole-31' });
    await change(compromised.id, { new_password: 'brave-mole-31', compromised: true });
    const { rows } = await sql<{ user_id: string; revoked_reason: string | null }>(
      'select user_id, revoked_reason from push_grants where user_id = any($1)',
      [[routine.id, compromised.id]],
    );
    expect(new Map(rows.map((row) => [row.user_id, row.revoked_reason]))).toEqual(
      new Map([
        [routine.id, null],
        [compromised.id, 'password_compromised'],
      ]),
    );
  });

  it('stands nowhere in the clear: in no table, and not in a trace of a repeated call', async () => {
    const child = await newChild();
    const caller = await world.as(greenfield.teacher);
    const key = randomUUID();
    for (let time = 0; time < 2; time += 1) {
      const answer = await world.request(caller, 'PUT', `/api/change-password/${child.id}/`, {
        body: { new_password: 'witty-canary-77' },
        headers: { 'idempotency-key': key },
      });
      expect(answer.status).toBe(200);
    }
    const { rows } = await sql('select key from idempotency_keys where key = $1', [key]);
    expect(rows).toEqual([]);
    const { rows: tables } = await sql<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = current_schema()`,
      [],
    );
    for (const { name } of tables) {
      const { rows: hits } = await sql(`select 1 from "${name}" as row where row::text like '%canary%'`, []);
      expect(hits, name).toEqual([]);
    }
  });

  it('is four characters at least', async () => {
    const child = await newChild();
    const refused = await world.refusal(
      await world.as(greenfield.teacher),
      studentOfficeEndpoints.changePassword,
      {
        params: { id: child.id },
        body: { new_password: 'abc' },
      },
    );
    expect(refused.errors).toEqual({ new_password: ['New password must have at least 4 characters'] });
  });
});

describe('a student’s last sign-in', () => {
  it('is noted again when it is long enough ago, so that devices hear of it once a school day', async () => {
    const child = await newChild();
    const lastSignIn = async () => (await search({ search: child.username ?? '' })).results[0]?.last_login;
    const version = async () =>
      (
        await sql<{ version: string }>('select version from scope_versions where scope = $1', [
          scopeOf.schoolClass(greenfield.ownClass.id),
        ])
      ).rows[0]?.version;
    const first = world.clock.now().toISOString();
    await world.signIn(greenfield.host, child.username ?? '', 'sunny-otter-42');
    expect(await lastSignIn()).toBe(first);
    const noted = await version();

    world.clock.advance(15 * 60 * 60 * 1000);
    await world.signIn(greenfield.host, child.username ?? '', 'sunny-otter-42');
    expect(await lastSignIn()).toBe(first);
    expect(await version()).toBe(noted);

    world.clock.advance(60 * 60 * 1000);
    await world.signIn(greenfield.host, child.username ?? '', 'sunny-otter-42');
    expect(await lastSignIn()).toBe(world.clock.now().toISOString());
    expect(Number(await version())).toBeGreaterThan(Number(noted));
  });
});
