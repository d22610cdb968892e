import { uuidv7 } from 'uuidv7';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { makeStudent } from '#server/seeds/factories.ts';
import type { ApiWorld, Caller, Person, TestSchool } from './api-world.ts';

/** A child of the school's class whom no other test is about. */
export async function anotherChild(world: ApiWorld, { tenant, ownClass }: TestSchool): Promise<Person> {
  const signIn = { username: `kit-${uuidv7().slice(-8)}`, password: 'quiet-otter-11' };
  const { id } = await makeStudent(world.context, tenant, ownClass, signIn);
  return { id, tenant_id: tenant.id, ...signIn };
}

export interface BegunWork {
  id: string;
  /** Its one chapter or page, which is empty. */
  chapterId: string;
}

export async function beginWork(
  world: ApiWorld,
  author: Caller,
  { kind = 'story', title = 'The kite' }: { kind?: WorkKind; title?: string } = {},
): Promise<BegunWork> {
  const [id, chapter_id] = [uuidv7(), uuidv7()];
  await world.call(author, writingEndpoints.begin, {
    body: { id, kind, title, language: 'en', chapter_id },
  });
  return { id, chapterId: chapter_id };
}
