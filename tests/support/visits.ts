import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import type { ApiWorld, TestSchool } from './api-world.ts';

/** Tokens of links into a school, as its guest from the platform would open them; good for a minute of the test's clock. */
export async function makeVisitLinks(
  world: ApiWorld,
  { tenant }: Pick<TestSchool, 'tenant'>,
  count: number,
): Promise<string[]> {
  const platform = await world.as(world.platformAdmin);
  const tokens: string[] = [];
  while (tokens.length < count) {
    const { token } = await world.call(platform, visitEndpoints.makeLink, { body: { tenant_id: tenant.id } });
    tokens.push(token);
  }
  return tokens;
}
