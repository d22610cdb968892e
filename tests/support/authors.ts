import { uuidv7 } from 'uuidv7';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
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

interface WorkToBegin {
  kind?: WorkKind;
  title?: string;
  /** The id of its page. */
  challenge?: string;
}

export async function beginWork(
  world: ApiWorld,
  author: Caller,
  { kind = 'story', title = 'The kite', ...entry }: WorkToBegin = {},
): Promise<BegunWork> {
  const [id, chapter_id] = [uuidv7(), uuidv7()];
  await world.call(author, writingEndpoints.begin, {
    body: { id, kind, title, language: 'en', chapter_id, ...entry },
  });
  return { id, chapterId: chapter_id };
}

/** Writes something into a work, hands it in, and lets staff say yes to it. */
export async function getApproved(
  world: ApiWorld,
  { author, staff }: { author: Caller; staff: Caller },
  { id, chapterId }: BegunWork,
): Promise<void> {
  await world.call(author, writingEndpoints.saveChapter, {
    params: { workId: id, chapterId },
    body: { version: uuidv7(), based_on: null, title: '', document: documentOf('Once there was a bucket.') },
  });
  const of = { params: { workId: id } };
  await world.call(author, writingEndpoints.handIn, { ...of, body: { chapters: [chapterId] } });
  await world.call(staff, reviewEndpoints.approve, { ...of, body: {} });
}
