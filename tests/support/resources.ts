import { uuidv7 } from 'uuidv7';
import { resourceEndpoints } from '#contract/resources/resources.endpoints.ts';
import type { Resource, SavedResource } from '#contract/resources/resources.schema.ts';
import type { ApiWorld, Caller } from './api-world.ts';

type Sent = Omit<SavedResource, 'categories'> & { categories: string };

/** A text for the staff, unless it is said otherwise. */
export function resourceForm(fields: Partial<Sent> = {}): Sent {
  return {
    title: 'Fractions in a minute',
    description: 'A warm-up.',
    text: 'Cut the cake in two.',
    level: '',
    categories: '',
    audience: 'staff',
    licence: 'own',
    credit: '',
    ...fields,
  };
}

/** Shares something new. */
export async function shareResource(
  world: ApiWorld,
  by: Caller,
  fields: Partial<Sent> = {},
): Promise<Resource> {
  return await world.call(by, resourceEndpoints.save, {
    params: { resourceId: uuidv7() },
    body: resourceForm(fields),
  });
}

/** The smallest PDF that says it is one, with words in it so that no two are the same. */
export function sheetPdf(words: string): File {
  const objects =
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n';
  const text = `%PDF-1.7\n% ${words}\n${objects}trailer\n<< /Root 1 0 R /Size 3 >>\nstartxref\n0\n%%EOF`;
  return new File([text], 'sheet.pdf', { type: 'application/pdf' });
}
