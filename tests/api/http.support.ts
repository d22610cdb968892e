import { afterAll, beforeAll } from 'vitest';
import { type ApiWorld, type Caller, openApiWorld } from '../support/api-world.ts';

export const signInUrl = '/api/auth/token/';

/** Callers of every kind, for what holds of every request. A world of its own for each test file. */
export function wireOfFile() {
  const world = {} as ApiWorld;
  const visitor = {} as Caller;
  const teacher = {} as Caller;
  const platform = {} as Caller;

  beforeAll(async () => {
    Object.assign(world, await openApiWorld());
    Object.assign(visitor, await world.as('visitor'));
    Object.assign(teacher, await world.as(world.greenfield.teacher));
    Object.assign(platform, await world.as(world.platformAdmin));
  });

  afterAll(() => world.close());

  return { world, visitor, teacher, platform };
}
