import { uuidv7 } from 'uuidv7';
import { documentOf } from '#contract/works/document.rules.ts';
import {
  makeCategory,
  makeDrawing,
  makeWorks,
  permitPublic,
  react,
  type FactoryContext,
  type MadeCategory,
  type MadeWork,
} from '#server/seeds/factories.ts';
import type { TestSchool } from './api-world.ts';

/** A drawing that nothing else is, by its words. */
export function drawingOf(words: string): { svg: string; width: number; height: number } {
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><title>${words}</title></svg>`,
    width: 40,
    height: 30,
  };
}

/** A book and a story with all that a work may have, in a category, with a kind word for each. */
export async function fillShelf(
  context: FactoryContext,
  { tenant, student, teacher, ownClass }: TestSchool,
): Promise<{ book: MadeWork; story: MadeWork; category: MadeCategory; sha256: string }> {
  const category = await makeCategory(context, tenant, 'Animals');
  const sha256 = await makeDrawing(context, tenant, drawingOf(`A hen of ${tenant.school_name}`));
  await permitPublic(context, tenant, [student.id]);
  const shared = {
    author_id: student.id,
    school_class_id: ownClass.id,
    cover: { sha256, alt: 'A hen' },
    categories: [category.id],
  };
  const [book, story] = await makeWorks(context, tenant, [
    { ...shared, kind: 'book', title: 'The hen' },
    {
      ...shared,
      kind: 'story',
      title: 'The fox',
      chapters: [{ id: uuidv7(), title: 'One', document: documentOf('A fox came.\n\nIt went again.') }],
    },
  ]);
  if (!book || !story) throw new Error('No work was made');
  await react(context, tenant, [
    { work_id: book.id, user_id: teacher.id, reaction: 'love' },
    { work_id: story.id, user_id: teacher.id, reaction: 'wow' },
  ]);
  return { book, story, category, sha256 };
}
