import { readingEndpoints } from '#contract/works/reading.endpoints.ts';
import { usualSettings } from '#contract/works/reading.schema.ts';
import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  reactions: { rights: ['select', 'insert', 'update', 'delete'] },
  reader_settings: { rights: ['select', 'insert', 'update'] },
  readings: { rights: ['select', 'insert', 'update'] },
};

export async function fill({ world, school, story }: Filling): Promise<void> {
  const reader = await world.as(school.student);
  await world.call(reader, readingEndpoints.reach, {
    params: { workId: story.id },
    body: { round: 1, reached: 1 },
  });
  await world.call(reader, readingEndpoints.choose, { body: usualSettings });
}
