import { beforeAll, beforeEach } from 'vitest';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { linkSchool, type MadeMember, makeMember, makeTenant } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { setGuestConsent } from '../support/visits.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export const minute = 60_000;

export const at = (host: string): Caller => ({ host, access: null });

/** The platform says why it comes. */
const visitTo = ({ host }: Caller, { tenant }: { tenant: { id: string } }) => ({
  tenant_id: tenant.id,
  ...(host === 'localhost' && { reason: 'To look around' }),
});

export const linkRefused = {
  status: 410,
  code: 'visits.link_refused',
  error: 'This link does not work any more.',
};

/** Two schools of an organization, and links into them. A world of its own for each test file. */
export function visitsOfFile() {
  const { world, greenfield, riverside } = worldOfFile();
  /** Of a second organization, which riverside is linked to. */
  let otherAdmin: MadeMember;

  beforeAll(async () => {
    const other = await makeTenant(world.context, { school_name: 'Other Trust', is_organization: true });
    otherAdmin = await makeMember(world.context, other, {
      role: 'organization_admin',
      password: 'Test-password-1',
    });
    await linkSchool(world.context, other, riverside.tenant);
    // Schools that let the platform in; visits-by-consent.test.ts has those that are asked.
    for (const school of [greenfield, riverside, world.organization])
      await setGuestConsent(world, school, 'always');
    otherHost = `${other.subdomain ?? ''}.localhost`;
  });

  let otherHost = '';

  beforeEach(() => {
    // Wrong tries of earlier tests are forgotten, and everybody signs in afresh.
    world.clock.advance(11 * minute);
  });

  /** A session of this very test at home. */
  async function atHome(who: 'organization' | 'other' | 'platform' = 'organization') {
    if (who === 'platform') return await world.signIn('localhost', world.platformAdmin.email);
    if (who === 'other') return await world.signIn(otherHost, otherAdmin.email);
    return await world.signIn(world.organization.host, world.organization.admin.email);
  }

  function makeLink(home: Caller, school: { tenant: { id: string } } = greenfield) {
    return world.call(home, visitEndpoints.makeLink, { body: visitTo(home, school) });
  }

  function refusedLink(home: Caller, school: { tenant: { id: string } }) {
    return world.refusal(home, visitEndpoints.makeLink, { body: visitTo(home, school) });
  }

  function redeem(token: string, host = greenfield.host) {
    return world.call(at(host), visitEndpoints.redeem, { body: { token } });
  }

  function refusedRedeem(token: string, host = greenfield.host) {
    return world.refusal(at(host), visitEndpoints.redeem, { body: { token } });
  }

  /** A guest in greenfield, from the organization where nobody else is named. */
  async function visit(home?: Caller, school = greenfield) {
    const { token } = await makeLink(home ?? (await atHome()), school);
    const session = await redeem(token, school.host);
    return { ...session, caller: { host: school.host, access: session.access } };
  }

  async function rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await world.testDatabase.administrator.query<Row>(text, values)).rows;
  }

  return { world, greenfield, riverside, atHome, makeLink, refusedLink, redeem, refusedRedeem, visit, rows };
}
