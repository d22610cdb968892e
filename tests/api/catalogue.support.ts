import { uuidv7 } from 'uuidv7';
import { beforeAll } from 'vitest';
import { catalogueEndpoints } from '#contract/catalogue/catalogue.endpoints.ts';
import type { EndpointInput } from '#contract/kit/endpoint.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import { makeWorks, setPrivacy } from '#server/seeds/factories.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export type Query = EndpointInput<typeof catalogueEndpoints.list>['query'];

/** Two schools with stories, and what their staff list of them. A world of its own for each test file. */
export function catalogueOfFile() {
  const { world, greenfield, riverside } = worldOfFile();

  const office = {} as Caller;
  const teacher = {} as Caller;
  const teacherOfBirch = {} as Caller;
  const neighbours = {} as Caller;

  beforeAll(async () => {
    Object.assign(office, await world.as(greenfield.schoolAdmin));
    Object.assign(teacher, await world.as(greenfield.teacher));
    Object.assign(teacherOfBirch, await world.as(greenfield.otherTeacher));
    Object.assign(neighbours, await world.as(riverside.schoolAdmin));
    await setPrivacy(world.context, greenfield.tenant, [greenfield.student.id], 'community');
  });

  const list = (caller: Caller, query: Partial<Query> = {}) =>
    world.call(caller, catalogueEndpoints.list, { query: { kind: 'story', ...query } });

  /** Stories of a child of the class of maples, or of somebody else, with a chapter each. */
  async function stories(
    school: TestSchool,
    ...works: (Partial<Parameters<typeof makeWorks>[2][number]> & { title: string })[]
  ): Promise<string[]> {
    const made = await makeWorks(
      world.context,
      school.tenant,
      works.map((work) => ({
        author_id: school.student.id,
        school_class_id: school.ownClass.id,
        kind: 'story' as const,
        visibility: 'community' as const,
        chapters: [{ id: uuidv7(), title: '', document: documentOf('Once upon a time.') }],
        ...work,
      })),
    );
    return made.map(({ id }) => id);
  }

  return { world, greenfield, riverside, office, teacher, teacherOfBirch, neighbours, list, stories };
}
