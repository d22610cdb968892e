import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { ApiWorld } from '../../support/api-world.ts';
import type { CellInput, CellsOf, WhoMay } from '../../support/matrix/entry.ts';
import type { Outcome } from '../../support/matrix/names.ts';
import { byHost, elsewhere, forbidden, ok, refusedByRole } from '../../support/matrix/who-may.ts';

const notLinked = 'affiliations.not_found';

/** What a school's own administrators decide about its organizations; the cells of the two who may ask. */
const ofSchoolAlone = (schoolAdmin: readonly Outcome[]): WhoMay => ({
  ...refusedByRole(schoolAdmin.length),
  school_admin: schoolAdmin,
});

/** What the administrators of an organization decide about its schools; in a school there is nothing to decide. */
const ofOrganizationAlone = (inSchool: readonly Outcome[], onOwnHost: readonly Outcome[]): WhoMay => {
  const all = (outcome: Outcome) => onOwnHost.map(() => outcome);
  return {
    ...ofSchoolAlone(all(forbidden)),
    organization_admin: inSchool,
    organization_admin_on_own_host: onOwnHost,
  };
};

/** An organization that the school belongs to, and one that is not. */
const organizations = ['organization', 'nobody'] as const;

const organizationIn = (target: string, { organization }: ApiWorld): CellInput => ({
  params: { organizationId: target === 'organization' ? organization.tenant.id : randomUUID() },
});

/** A school of another organization, and one that is not. */
const strangeSchools = ['riverside', 'nobody'] as const;

const schoolIn = (target: string, { riverside }: ApiWorld): CellInput => ({
  params: { schoolId: target === 'riverside' ? riverside.tenant.id : randomUUID() },
});

export const cells: CellsOf<'affiliations'> = {
  'affiliations.listOrganizations': { cells: ofSchoolAlone([ok]) },
  'affiliations.accept': {
    // Saying yes again changes nothing.
    targets: organizations,
    input: organizationIn,
    cells: ofSchoolAlone([ok, notLinked]),
  },
  'affiliations.decline': {
    targets: organizations,
    input: organizationIn,
    cells: ofSchoolAlone([notLinked, notLinked]),
  },
  'affiliations.leave': {
    // What it does to a link stands in affiliations.test.ts; here all other cells need it.
    targets: ['nobody'],
    input: organizationIn,
    cells: ofSchoolAlone([notLinked]),
  },
  'affiliations.listAsked': { cells: ofOrganizationAlone([ok], [ok]) },
  'affiliations.ask': {
    targets: ['greenfield', 'nowhere'],
    input: (target) => ({ body: { address: target } }),
    cells: ofOrganizationAlone(
      ['affiliations.not_an_organization', 'affiliations.not_an_organization'],
      ['affiliations.already_linked', 'affiliations.unknown_school'],
    ),
  },
  'affiliations.listInvited': { cells: ofOrganizationAlone([ok], [ok]) },
  'affiliations.invite': {
    input: () => ({ body: { email: `${randomUUID()}@example.org` } }),
    cells: ofOrganizationAlone(['affiliations.not_an_organization'], [ok]),
  },
  'affiliations.uninvite': {
    // One that nobody has; school-links.test.ts has those that there are.

    input: () => ({ params: { invitationId: uuidv7() } }),
    cells: ofOrganizationAlone([notLinked], [notLinked]),
  },
  'affiliations.checkInvitation': {
    input: () => ({ body: { token: 'nobody-was-sent-this' } }),
    cells: byHost(['affiliations.link_refused'], ['affiliations.link_refused'], [elsewhere]),
  },
  'affiliations.withdraw': {
    targets: strangeSchools,
    input: schoolIn,
    cells: ofOrganizationAlone([notLinked, notLinked], [notLinked, notLinked]),
  },
  'affiliations.remove': {
    targets: strangeSchools,
    input: schoolIn,
    cells: ofOrganizationAlone([notLinked, notLinked], [notLinked, notLinked]),
  },
};
