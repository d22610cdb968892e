import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import * as v from 'valibot';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { ProblemBody } from '#contract/kit/problem.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { makeCategory, makeMember, makeWorks } from '#server/seeds/factories.ts';
import { multipartOf, sendTo, urlOf, type ApiWorld, type Caller } from './api-world.ts';
import type { KnownIds, TextField } from './text-fields.ts';

/** Puts texts into fields of the API, as somebody who may do what the endpoint does wherever anybody may. */
export interface HostileCaller {
  /** Fails where the server does not say of this text in this field what the contract says of it. */
  put(endpoint: Endpoint, field: TextField, text: string): Promise<void>;
}

const partsOf = (endpoint: Endpoint, input: object) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    return schema ? [v.safeParse(schema, input[part as keyof typeof input])] : [];
  });

export async function hostileCaller(world: ApiWorld): Promise<HostileCaller> {
  const { greenfield, riverside, context } = world;
  const admin = await world.as(greenfield.schoolAdmin);
  const platform = await world.as(world.platformAdmin);
  const own = { id: uuidv7(), chapter_id: uuidv7() };
  await world.call(admin, writingEndpoints.begin, { body: { ...own, title: 'Texts', language: 'en' } });
  const [waiting] = await makeWorks(context, greenfield.tenant, [
    { author_id: greenfield.student.id, state: 'submitted' },
  ]);
  const school: KnownIds = {
    workId: own.id,
    chapterId: own.chapter_id,
    classId: greenfield.ownClass.id,
    school_class_id: greenfield.ownClass.id,
    studentId: greenfield.student.id,
    tenantId: greenfield.tenant.id,
    userId: (await makeMember(context, greenfield.tenant, { role: 'teacher' })).id,
    categoryId: (await makeCategory(context, greenfield.tenant)).id,
  };
  const ofOthers: KnownIds = { ...school, workId: waiting?.id };
  const foreign = [riverside.tenant.id, riverside.ownClass.id, riverside.student.id];

  function idsFor({ name }: Endpoint): KnownIds {
    return name.startsWith('writing.') ? school : ofOthers;
  }

  async function callerFor({ roles, name }: Endpoint): Promise<Caller> {
    if (name === 'tenants.create' || name === 'tenants.register') return platform;
    if (roles === 'anyone') return await world.as('visitor');
    if (roles === 'signed-in' || roles.includes('school_admin')) return admin;
    if (roles.includes('organization_admin')) return await world.as(world.organization.admin);
    return roles.includes('teacher') ? await world.as(greenfield.teacher) : platform;
  }

  return {
    async put(endpoint, field, text) {
      const input = field.input(text, idsFor(endpoint));
      const { host, access } = await callerFor(endpoint);
      const form = endpoint.sends === 'multipart' ? await multipartOf(input.body) : null;
      const payload = form?.payload ?? (endpoint.body ? JSON.stringify(input.body) : undefined);
      // Or most would hear only that they are too many.
      await world.testDatabase.administrator.query('delete from failed_guesses');
      const answer = await sendTo(world.app, {
        method: endpoint.method,
        url: urlOf(endpoint, wellFormed(input)),
        ...(payload !== undefined && { payload }),
        headers: {
          host,
          ...(access !== null && { authorization: `Bearer ${access}` }),
          ...(form ? { 'content-type': form.type } : endpoint.body && { 'content-type': 'application/json' }),
        },
      });
      const said = `${endpoint.name} ${field.name} ${JSON.stringify(text.slice(0, 80))}: ${answer.body.slice(0, 600)}`;
      expect(answer.statusCode, said).toBeLessThan(500);
      const isCsv = endpoint.answers === 'csv' && answer.statusCode === 200;
      expect(answer.headers['content-type'], said).toMatch(isCsv ? /^text\/csv/u : /^application\/json/u);
      expect(answer.headers['x-content-type-options'], said).toBe('nosniff');
      // The platform's staff see every school.
      const isOfPlatform = access === platform.access;
      if (!isOfPlatform) for (const id of foreign) expect(answer.body, said).not.toContain(id);
      const body: unknown = isCsv ? answer.body : JSON.parse(answer.body);
      if (answer.statusCode === 200) {
        expect(v.is(endpoint.response, body), said).toBe(true);
        return;
      }
      const problem = v.safeParse(v.strictObject(ProblemBody.entries), body);
      expect(problem.issues, said).toBeUndefined();
      if (!problem.success || endpoint.sends === 'multipart' || field.name.startsWith('params')) return;
      // What the contract takes is not called wrong, and what it does not take is told at its field.
      const isTaken = partsOf(endpoint, input).every(({ success }) => success);
      const isCalledWrong = problem.output.code === 'request.invalid';
      if (isTaken && Object.keys(problem.output.errors).length === 0) expect(isCalledWrong, said).toBe(false);
      if (isCalledWrong) expect(Object.keys(problem.output.errors), said).not.toEqual([]);
    },
  };
}

/** What can stand in an address of `input`. */
function wellFormed({ params, query }: { params?: unknown; query?: unknown }) {
  const texts = (part: unknown) =>
    Object.fromEntries(
      Object.entries((part ?? {}) as Record<string, unknown>).map(([name, value]) => [
        name,
        // A step up leads to another endpoint, which may have an answer.
        typeof value === 'string' ? value.toWellFormed().replace(/^\.{1,2}$/u, '$& ') : value,
      ]),
    );
  return { params: texts(params), query: texts(query) };
}
