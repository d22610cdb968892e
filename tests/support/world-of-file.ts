import { afterAll, beforeAll } from 'vitest';
import { openApiWorld, type ApiWorld, type TestSchool } from './api-world.ts';

/** One world for all tests of a file. It is there as soon as their first `beforeAll` runs, and closed after the last of them. */
export function worldOfFile(options?: Parameters<typeof openApiWorld>[0]): {
  world: ApiWorld;
  greenfield: TestSchool;
  riverside: TestSchool;
} {
  // Filled later, so that tests need not say `world.` before each school.
  const world = {} as ApiWorld;
  const greenfield = {} as TestSchool;
  const riverside = {} as TestSchool;
  beforeAll(async () => {
    const opened = await openApiWorld(options);
    Object.assign(greenfield, opened.greenfield);
    Object.assign(riverside, opened.riverside);
    Object.assign(world, opened, { greenfield, riverside });
  });
  afterAll(() => world.close());
  return { world, greenfield, riverside };
}
