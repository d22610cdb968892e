import { describe, expect, it } from 'vitest';
import { findCrossings, type Crossing } from './cross-tenant.ts';
import { readProject } from './import-graph.ts';

/*
 * One question is about one tenant, so that the rows of all could lie on many machines (law 3 of operation). What crosses tenants is named here,
 * each with its reason; what is new has to give one, and must be in no path that children wait for.
 */

const allowed: Readonly<Record<string, Readonly<Record<string, Crossing>>>> = {
  'who belongs to whom, and their names (decision 26)': {
    'server/modules/affiliations/affiliations.repository.ts': { all: 1, other: 0 },
    'server/modules/affiliations/affiliations.service.ts': { all: 0, other: 5 },
  },
  'visitors from another school, and the school that they visit': {
    'server/modules/visits/consent.service.ts': { all: 0, other: 2 },
    'server/modules/visits/guest-row.ts': { all: 0, other: 1 },
    'server/modules/visits/overrides.service.ts': { all: 0, other: 3 },
    'server/modules/visits/schools.ts': { all: 0, other: 2 },
    'server/modules/visits/standing.ts': { all: 0, other: 1 },
    'server/modules/visits/visitors.ts': { all: 0, other: 1 },
    'server/modules/visits/visits.audit.ts': { all: 0, other: 2 },
    'server/modules/visits/visits.repository.ts': { all: 3, other: 0 },
    'server/modules/visits/visits.service.ts': { all: 0, other: 1 },
  },
  'causes are the platform’s, and each seller has its own part of them': {
    'server/modules/causes/cause-news.ts': { all: 1, other: 2 },
    'server/modules/causes/cause-sums.ts': { all: 1, other: 0 },
    'server/modules/causes/causes.service.ts': { all: 1, other: 0 },
    'server/modules/causes/collect.task.ts': { all: 3, other: 1 },
    'server/modules/causes/payouts.service.ts': { all: 1, other: 5 },
    'server/modules/causes/payouts.web.ts': { all: 1, other: 0 },
  },
  'certificates are looked up by the platform for all sellers': {
    'server/modules/certificates/certificates.service.ts': { all: 1, other: 1 },
  },
  'the platform closes and deletes a tenant': {
    'server/modules/closings/begin-closing.ts': { all: 0, other: 1 },
    'server/modules/closings/closings.repository.ts': { all: 0, other: 1 },
    'server/modules/closings/closings.service.ts': { all: 0, other: 3 },
    'server/modules/closings/deletion.task.ts': { all: 0, other: 2 },
    'server/modules/closings/first-word.ts': { all: 0, other: 1 },
    'server/modules/closings/reminders.task.ts': { all: 0, other: 1 },
    'server/modules/closings/write-offs.service.ts': { all: 0, other: 3 },
  },
  'an export is asked for by the platform, or tells it, and its link is good while its giver may give one': {
    'server/modules/exports/exports.service.ts': { all: 0, other: 1 },
    'server/modules/exports/exports.task.ts': { all: 0, other: 1 },
    'server/modules/exports/exports.web.ts': { all: 0, other: 1 },
  },
  'an address that takes no letters takes none from anybody': {
    'server/modules/mail/suppressions.ts': { all: 2, other: 0 },
  },
  'modes are the platform’s, and every school has them': {
    'server/modules/modes/platform-modes.service.ts': { all: 4, other: 0 },
  },
  'the platform’s books of what it sells': {
    'server/modules/orders/seller.service.ts': { all: 3, other: 0 },
    'server/modules/orders/sold.service.ts': { all: 2, other: 0 },
    'server/modules/orders/staff-orders.service.ts': { all: 0, other: 3 },
    'server/modules/findings/findings.task.ts': { all: 1, other: 0 },
    'server/modules/findings/findings.ts': { all: 0, other: 1 },
    'server/modules/payments/staff-payments.service.ts': { all: 6, other: 3 },
  },
  'staff of the platform look into one school, or list all': {
    'server/modules/champions/community-works.service.ts': { all: 0, other: 2 },
    'server/modules/dear-world/messages.service.ts': { all: 0, other: 5 },
    'server/modules/dear-world/messages.web.ts': { all: 0, other: 1 },
    'server/modules/numbers/numbers.service.ts': { all: 0, other: 1 },
    'server/modules/panel/panel-audit.service.ts': { all: 0, other: 1 },
    'server/modules/panel/panel-mail.service.ts': { all: 0, other: 2 },
    'server/modules/panel-works/picks.service.ts': { all: 0, other: 2 },
    'server/modules/panel-works/school-pictures.web.ts': { all: 0, other: 1 },
    'server/modules/panel/tenant-life.service.ts': { all: 0, other: 1 },
    'server/modules/monitoring/watch.service.ts': { all: 0, other: 2 },
    'server/modules/monitoring/watched-words.service.ts': { all: 2, other: 0 },
    'server/modules/panel-works/works.service.ts': { all: 0, other: 1 },
    'server/modules/panel-works/works.shown.ts': { all: 0, other: 1 },
  },
  'requests to the platform, and the schools that they name': {
    'server/modules/requests/enrolments.ts': { all: 1, other: 0 },
    'server/modules/requests/requests.service.ts': { all: 0, other: 2 },
    'server/modules/requests/staff-requests.service.ts': { all: 1, other: 0 },
  },
  'schools that show their books to anybody': {
    'server/modules/shelves/shelves.repository.ts': { all: 1, other: 0 },
    'server/modules/catalogue/catalogue.service.ts': { all: 0, other: 2 },
  },
  'plans are the platform’s; an organization’s plan covers its schools': {
    'server/modules/subscriptions/plans.service.ts': { all: 2, other: 0 },
    'server/modules/subscriptions/seats.ts': { all: 0, other: 1 },
    'server/modules/subscriptions/standing.ts': { all: 0, other: 1 },
    'server/modules/subscriptions/subscriptions.service.ts': { all: 1, other: 0 },
  },
  'tenants are made and listed': {
    'server/modules/tenants/registration.repository.ts': { all: 0, other: 1 },
    'server/modules/tenants/registration.service.ts': { all: 0, other: 2 },
    'server/modules/tenants/tenant-details.service.ts': { all: 0, other: 1 },
    'server/modules/tenants/tenant-usage.service.ts': { all: 0, other: 2 },
    'server/modules/tenants/tenants.repository.ts': { all: 1, other: 1 },
  },
  'works that the platform watches, and categories that it offers': {
    'server/modules/categories/categories.service.ts': { all: 0, other: 1 },
    'server/modules/monitoring/watched-assets.web.ts': { all: 0, other: 1 },
  },
  'one tenant, found by its id, and what is written in both': {
    'server/platform/at-tenant.ts': { all: 1, other: 1 },
    'server/platform/audit-both.ts': { all: 0, other: 1 },
    'server/platform/platform-tenant.ts': { all: 1, other: 0 },
  },
  'background work that finds its tenants by itself, a page at a time': {
    'server/platform/due-work.ts': { all: 2, other: 0 },
    'server/platform/media-mover.ts': { all: 1, other: 0 },
    'server/platform/metrics-server.ts': { all: 1, other: 0 },
    'server/platform/rotation.ts': { all: 1, other: 0 },
    'server/platform/sweep.ts': { all: 1, other: 0 },
  },
  'the self-test at a start tries the wall between tenants': {
    'server/platform/self-test.ts': { all: 1, other: 0 },
  },
};

describe('code that looks beyond one tenant', () => {
  it('is what is named here, and no more', () => {
    const named = Object.assign({}, ...Object.values(allowed)) as Record<string, Crossing>;
    expect(Object.fromEntries(findCrossings(readProject()))).toEqual(named);
  });

  it.each<[string, string, Crossing]>([
    ['all tenants', 'await elsewhere(transaction, null, () => read());', { all: 1, other: 0 }],
    ['the platform scope', 'await inPlatformScope(database, read);', { all: 1, other: 0 }],
    ['the scope of background work', 'await inWorkScope(database, read);', { all: 1, other: 0 }],
    ['another tenant', 'await elsewhere(transaction, school.id, () => read());', { all: 0, other: 1 }],
    [
      'one that was found',
      'return await atTenant(call.transaction, { id, missing }, read);',
      { all: 0, other: 1 },
    ],
    ['more than one line', 'await elsewhere(\n  transaction,\n  null,\n  read,\n);', { all: 1, other: 0 }],
  ])('is seen where it goes to %s', (_what, text, crossing) => {
    expect([...findCrossings([['server/modules/new/new.service.ts', text]])]).toEqual([
      ['server/modules/new/new.service.ts', crossing],
    ]);
  });

  it('is not what only has a similar name, what gives the scopes, or a test', () => {
    expect([
      ...findCrossings([
        ['server/modules/new/new.service.ts', 'const isElsewhere = inTenant(database, id, read);'],
        ['server/modules/new/new.test.ts', 'await inPlatformScope(database, read);'],
        ['server/platform/database.ts', 'return elsewhere(transaction, null, work);'],
      ]),
    ]).toEqual([]);
  });
});
