import { createAffiliations } from './modules/affiliations/affiliations.module.ts';
import { badgeCheck } from './modules/cards/badges.ts';
import { createCards } from './modules/cards/cards.module.ts';
import { createCart } from './modules/cart/cart.module.ts';
import { createCatalogue } from './modules/catalogue/catalogue.module.ts';
import { createCategories } from './modules/categories/categories.module.ts';
import { beginWithOffered } from './modules/categories/categories.service.ts';
import { addUpAllCauses, listSumDifferences } from './modules/causes/cause-recount.ts';
import { addUpCausesOf, isRaised } from './modules/causes/cause-sums.ts';
import { createCauses } from './modules/causes/causes.module.ts';
import { countOpenCauses, findCauses } from './modules/causes/causes.repository.ts';
import { createCertificates } from './modules/certificates/certificates.module.ts';
import { createChampions } from './modules/champions/champions.module.ts';
import { createClasses } from './modules/classes/classes.module.ts';
import { classAccess } from './modules/classes/classes.service.ts';
import { createClosings } from './modules/closings/closings.module.ts';
import { listUnsettled } from './modules/closings/unsettled.ts';
import { createContentEditing } from './modules/content-editing/content-editing.module.ts';
import { findPage, lockPage } from './modules/content-editing/editor.repository.ts';
import { createContent } from './modules/content/content.module.ts';
import { createDashboard } from './modules/dashboard/dashboard.module.ts';
import { createDearWorld } from './modules/dear-world/dear-world.module.ts';
import { createDevices } from './modules/devices/devices.module.ts';
import { createExports } from './modules/exports/exports.module.ts';
import { createFilms } from './modules/films/films.module.ts';
import { createFindings } from './modules/findings/findings.module.ts';
import { createHealth } from './modules/health/health.module.ts';
import { createHelp } from './modules/help/help.module.ts';
import { createIdentity, type Identity } from './modules/identity/identity.module.ts';
import { memberAccounts } from './modules/identity/member-accounts.ts';
import { sessionEnding } from './modules/identity/session-ending.ts';
import { createImports } from './modules/imports/imports.module.ts';
import { createInvoices, type Invoices } from './modules/invoices/invoices.module.ts';
import { createLearning } from './modules/learning/learning.module.ts';
import { listLearning } from './modules/learning/learning.repository.ts';
import { createLibrary } from './modules/library/library.module.ts';
import { createListFilesOfPanel } from './modules/list-files/list-files.module.ts';
import { createMail } from './modules/mail/mail.module.ts';
import { createMedia } from './modules/media/media.module.ts';
import { championAccounts } from './modules/members/champion-accounts.ts';
import { addFirstMember } from './modules/members/first-member.ts';
import { findSchoolName } from './modules/members/invitations.repository.ts';
import { createMembers, type Members } from './modules/members/members.module.ts';
import { createModeration } from './modules/moderation/moderation.module.ts';
import { createModes } from './modules/modes/modes.module.ts';
import { createMonitoring, worksAcross } from './modules/monitoring/monitoring.module.ts';
import { createNumbers, type Numbers } from './modules/numbers/numbers.module.ts';
import { createOffers } from './modules/offers/offers.module.ts';
import { createOrders, type Orders } from './modules/orders/orders.module.ts';
import { findSeller } from './modules/orders/shop.repository.ts';
import { createOwnWorks } from './modules/own-works/own-works.module.ts';
import { createPanelPeople, type PanelPeople } from './modules/panel-people/panel-people.module.ts';
import { createPanelWorks } from './modules/panel-works/panel-works.module.ts';
import { createPanelPages } from './modules/panel/panel.module.ts';
import { createPasswords, type Passwords } from './modules/passwords/passwords.module.ts';
import { createPayments, paymentLists } from './modules/payments/payments.module.ts';
import { createPermissions } from './modules/permissions/permissions.module.ts';
import { createPaymentProviders } from './modules/providers/providers.module.ts';
import { createReading, onShelf } from './modules/reading/reading.module.ts';
import { createRequests } from './modules/requests/requests.module.ts';
import { summariseOpen } from './modules/requests/requests.repository.ts';
import { createResources } from './modules/resources/resources.module.ts';
import { searchResources } from './modules/resources/resources.repository.ts';
import { createReviews } from './modules/reviews/reviews.module.ts';
import { createServedPages } from './modules/served-pages/served-pages.module.ts';
import { createShelves } from './modules/shelves/shelves.module.ts';
import { createStudents } from './modules/students/students.module.ts';
import { refuseGrowth } from './modules/subscriptions/standing.ts';
import { createSubscriptions, type Subscriptions } from './modules/subscriptions/subscriptions.module.ts';
import { grantRevocation } from './modules/sync/grants.service.ts';
import type { SnapshotSource } from './modules/sync/snapshot-source.ts';
import { createSync, type Sync } from './modules/sync/sync.module.ts';
import { createTenants, type Tenants } from './modules/tenants/tenants.module.ts';
import { markSetUp } from './modules/tenants/tenants.repository.ts';
import { guestRowOf } from './modules/visits/guest-row.ts';
import { listLinkedSchools } from './modules/visits/linked-schools.ts';
import { standing } from './modules/visits/standing.ts';
import { countIn, listLinked } from './modules/visits/visits.repository.ts';
import { createVisits } from './modules/visits/visits.module.ts';
import { createWorks, works as keptWorks } from './modules/works/works.module.ts';
import { createWriting } from './modules/writing/writing.module.ts';
import { later, type Module, type Platform } from './platform/module.ts';
import { usualBackupDays } from './platform/retention.ts';
import type { AppOptions } from './wiring/app-options.ts';

/** What any module may ask about works, and do with them. */
const works = { ...keptWorks, ...onShelf, ...worksAcross };

export type Modules = ReturnType<typeof createModules>;

/**
 * All modules, in the order in which they need each other: this is where they meet. What a later one is needed for comes by `later()`;
 * functions without dependencies are imported directly. A module that nobody else needs is one line of the list at the end.
 */
export function createModules(platform: Platform, options: AppOptions) {
  const { baseDomain } = platform;
  const worksOnTenants = options.worksOnTenants === true;
  const by = {
    ...platform,
    classes: classAccess,
    sessions: sessionEnding,
    grants: grantRevocation,
    standing,
    works,
    refuseGrowth,
    worksOnTenants,
  };

  const mail = createMail({
    ...by,
    mail: options.mail,
    returnsKey: options.mailReturnsKey ?? null,
    sweeps: options.sweeps === true,
    sendAgain: {
      'members.confirm_email': (id, call) => members.emails.askAgain(id, call),
      'members.invitation': (id, call) => members.invitations.sendAgain(id, call),
      'passwords.reset_link': (id, call) => passwords.passwords.sendLinkAgain(id, call),
    },
    onNearlyAll: (...sent) => tenants.tell.mailsNearlyFull(...sent),
  });
  const { outbox, suppressions } = mail;

  const visits = createVisits({
    ...by,
    outbox,
    openGuestSession: (...session) => identity.identity.openGuestSession(...session),
  });
  const students = createStudents({
    ...by,
    handles: later(() => identity.handles, 'of', 'open'),
    notePublishedWorks: works.notePublishedWorks,
  });
  const { accounts } = students;
  const identity: Identity = createIdentity({
    ...by,
    studentAccounts: accounts,
    badges: badgeCheck,
    visitors: visits.visitors,
  });
  const { community } = identity;
  const passwords: Passwords = createPasswords({
    ...by,
    members: memberAccounts,
    outbox,
    onReset: markSetUp,
  });
  const devices = createDevices({ ...by, tiles: students.tiles });
  const { tablets } = devices;
  const affiliations = createAffiliations({
    ...by,
    outbox,
    tablets,
    askedFor: later(() => members.askedFor, 'end'),
    tenants: later(() => tenants.tenants, 'at'),
  });
  const members: Members = createMembers({
    ...by,
    outbox,
    tablets,
    accounts: memberAccounts,
    passwords: passwords.passwords,
    links: affiliations.links,
    visits: visits.allowed,
    openMemberSession: identity.identity.openMemberSession,
    across: later(() => people.across, 'read', 'create', 'update'),
  });
  const tenants: Tenants = createTenants({
    ...by,
    outbox,
    addFirstMember,
    passwords: passwords.passwords,
    beginWithOffered,
    links: affiliations.links,
    domainRecords: options.domainRecords,
  });

  const pages = createContent({
    ...by,
    community,
    countReach: async ({ transaction, now }) => ({
      ...(await numbers.reach(now)),
      causes: await countOpenCauses(transaction),
    }),
  });
  const { content } = pages;
  const editing = createContentEditing({ ...by, content });
  const servedPages = createServedPages({ ...by, content, tenants: tenants.tenants });

  const providers = createPaymentProviders({ ...by, options: options.payments });
  const sales = createPayments({
    ...by,
    providers: providers.providers,
    banks: providers.banks,
    causes: { listSumDifferences, addUpAllCauses },
    followers: later(() => orders.followers, 'paid', 'refunded', 'lapsed', 'disputed'),
  });
  const { payments, takesMoney } = sales;
  const { isTest } = payments;
  const certificates = createCertificates({ ...by, content, isTest, listLearning, countsAs: isRaised });
  const orders: Orders = createOrders({
    ...by,
    outbox,
    community,
    payments,
    listWithRefunds: paymentLists.listWithRefunds,
    refunding: sales.refunding,
    certificates: certificates.giving,
    addUpCauses: addUpCausesOf,
    invoices: later(
      () => invoices.invoices,
      'issueForPaid',
      'issueForRefund',
      'issueForLapsed',
      'issueForPlan',
      'list',
    ),
    plans: later(() => subscriptions.lifecycle, 'paid', 'refunded', 'lapsed'),
  });
  const invoices: Invoices = createInvoices(orders);
  const subscriptions: Subscriptions = createSubscriptions({
    ...by,
    outbox,
    payments,
    findSeller,
    orders: orders.planOrders,
    completeFree: (...order) => payments.completeFree(...order),
    visits: { countIn, listLinked },
  });

  const numbers: Numbers = createNumbers({
    ...by,
    summariseOpen,
    listUnsettled,
    countsTenants: options.countsTenants === true,
  });
  const people: PanelPeople = createPanelPeople({
    ...by,
    accounts: memberAccounts,
    schools: visits.schools,
    members: members.members,
    invitations: members.invitations,
    passwords: passwords.passwords,
  });

  const readers = { ...by, community, findActor: identity.findActor, findBuyer: orders.findBuyer };

  // Queued calls lock rows in this order, too: classes, then children, then stories. It stays so while servers are replaced.
  const shown: readonly Module<SnapshotSource>[] = [
    createClasses(),
    students,
    createImports({ ...by, accounts, students: students.students }),
    identity,
    createWorks(readers),
    createCategories(readers),
    createLibrary({
      ...readers,
      isTest,
      findCauses: (transaction, _tenantId, query) => findCauses(transaction, query),
      findPages: pages.findPages,
      searchResources,
    }),
    createCatalogue({
      listSchools: (transaction, organizationId) =>
        listLinkedSchools(transaction, organizationId, baseDomain),
    }),
    createWriting({ accounts }),
    createReviews(),
    createPermissions(),
    createModeration(readers),
    createMonitoring({ ...readers, guestRowOf }),
    createOwnWorks(by),
    createResources(readers),
    createOffers({ ...readers, outbox }),
    createReading(),
    createMedia({
      ...readers,
      findGranted: (...signed) => sync.grants.findSigner(...signed),
      publicSeconds: options.delivery?.publicSeconds ?? 0,
    }),
    createCart({ ...works }),
    createLearning({
      ...by,
      outbox,
      content,
      joinLinks: editing.joinLinks,
      ofPerson: works.ofPerson,
    }),
    mail,
    visits,
    passwords,
    devices,
    affiliations,
    members,
    createCards({ ...by, accounts, students: students.students }),
    createDashboard({ hasWork: works.hasOwnWork }),
    pages,
    editing,
    createFilms({ ...by, content, pages: { findPage, lockPage } }),
    servedPages,
    createHelp({ articles: options.articles ?? [] }),
    providers,
    sales,
    createFindings({ ...by, outbox, takesMoney }),
    certificates,
    orders,
    invoices,
    subscriptions,
    createCauses({ ...by, ...paymentLists, outbox, community, isTest, takesMoney }),
    createShelves(),
    createRequests({ ...by, outbox }),
    createHealth(platform),
    createExports({ ...by, outbox }),
    createClosings({
      ...by,
      ...paymentLists,
      outbox,
      backupDays: options.backupDays ?? usualBackupDays,
      checkPassword: (password, caller) => passwords.passwords.check(password, caller),
    }),
    createModes(by),
    createPanelPages({
      ...by,
      suppressions,
      schools: visits.schools,
      mail: mail.letters,
      transport: options.mail?.transport.goesTo,
    }),
    createPanelWorks({ ...by, guestRowOf, schools: visits.schools }),
    createListFilesOfPanel(by),
    createDearWorld({ ...by, guestRowOf }),
    createChampions({
      ...by,
      outbox,
      people: championAccounts,
      accounts: memberAccounts,
      findName: findSchoolName,
      invitations: members.invitations,
    }),
    people,
    numbers,
    tenants,
  ];
  const sync: Sync = createSync({
    ...by,
    identity: identity.identity,
    routes: shown.flatMap(({ routes }) => routes),
    sources: shown.flatMap(({ snapshots = [] }) => snapshots),
    directUrl: options.directUrl ?? options.databaseUrl,
    pushes: options.rates?.pushes,
    resetsPerSecond: options.resetsPerSecond,
    pokes: options.pokes ?? {},
    tellManyStreams: tenants.tell.manyStreams,
  });
  return { all: [...shown, sync], identity, tenants, servedPages };
}
