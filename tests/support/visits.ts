import type { GuestConsent, GuestMay } from '#contract/visits/visits.schema.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import type { ApiWorld, Caller, TestSchool } from './api-world.ts';

type School = Pick<TestSchool, 'tenant'>;

/** How a tenant takes visits of the platform, as if its office had said so. */
export async function setGuestConsent(
  world: ApiWorld,
  { tenant }: { tenant: { id: string } },
  consent: GuestConsent,
) {
  await world.testDatabase.administrator.query('update tenants set guest_consent = $1 where id = $2', [
    consent,
    tenant.id,
  ]);
}

/** Tokens of links into a school that always lets the platform in; each good for a minute of the test's clock. */
export async function makeVisitLinks(world: ApiWorld, school: School, count: number): Promise<string[]> {
  await setGuestConsent(world, school, 'always');
  const platform = await world.as(world.platformAdmin);
  const tokens: string[] = [];
  while (tokens.length < count) {
    const { token } = await world.call(platform, visitEndpoints.makeLink, {
      body: { tenant_id: school.tenant.id, reason: 'A test looks around' },
    });
    tokens.push(token);
  }
  return tokens;
}

/** A guest of the platform in a school, who was allowed to look or to help by its office. */
export async function visitByYes(
  world: ApiWorld,
  school: Pick<TestSchool, 'tenant' | 'host' | 'schoolAdmin'>,
  may: GuestMay,
  home?: Caller,
): Promise<Caller & { guestId: string }> {
  const platform = home ?? (await world.as(world.platformAdmin));
  const params = { tenantId: school.tenant.id };
  await world.call(platform, visitEndpoints.ask, { params, body: { wants: may, reason: 'A test visits' } });
  const office = await world.as(school.schoolAdmin);
  const { waiting } = await world.call(office, visitEndpoints.readHere, {});
  for (const { id } of waiting)
    await world.call(office, visitEndpoints.answer, { params: { requestId: id }, body: { answer: may } });
  const { token } = await world.call(platform, visitEndpoints.makeLink, {
    body: { tenant_id: school.tenant.id },
  });
  const { access, user } = await world.call({ host: school.host, access: null }, visitEndpoints.redeem, {
    body: { token },
  });
  return { host: school.host, access, guestId: user.id };
}
