import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { healthEndpoints } from '#contract/health/health.endpoints.ts';
import { openApiWorld, type ApiWorld } from '../support/api-world.ts';

let world: ApiWorld;

beforeAll(async () => {
  world = await openApiWorld();
});

afterAll(() => world.close());

describe('the health check', () => {
  it.each([
    'greenfield.localhost',
    'localhost',
    'no-school.localhost',
    '127.0.0.1:8080',
    'health.example.org',
  ])('says that the service and its database answer, on any address: %s', async (host) => {
    expect(await world.call({ host, access: null }, healthEndpoints.check, {})).toEqual({ status: 'ok' });
  });
});
