import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import fastifyMultipart from '@fastify/multipart';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { endpoints } from '#contract/api.ts';
import { apiPrefix, headers } from '#contract/kit/http.ts';
import type { ProviderName } from '#contract/payments/payments.schema.ts';
import { affiliationRoutes } from './modules/affiliations/affiliations.routes.ts';
import { createAffiliationService } from './modules/affiliations/affiliations.service.ts';
import { oldSchoolLinks } from './modules/affiliations/school-links.repository.ts';
import { createSchoolLinks } from './modules/affiliations/school-links.ts';
import { badgeCheck } from './modules/cards/badges.ts';
import { oldReveals } from './modules/cards/cards.repository.ts';
import { cardRoutes } from './modules/cards/cards.routes.ts';
import { createCardService } from './modules/cards/cards.service.ts';
import { countOpenCauses, findCauses } from './modules/causes/causes.repository.ts';
import { listLines } from './modules/cart/cart.repository.ts';
import { cartRoutes } from './modules/cart/cart.routes.ts';
import { createCartService } from './modules/cart/cart.service.ts';
import { addUpCausesOf, addUpTask, isRaised } from './modules/causes/cause-sums.ts';
import { createCauseNews } from './modules/causes/cause-news.ts';
import { arrivedTask } from './modules/causes/arrived.task.ts';
import { addUpAllCauses, listSumDifferences } from './modules/causes/cause-recount.ts';
import { collectTask } from './modules/causes/collect.task.ts';
import { causeRoutes } from './modules/causes/causes.routes.ts';
import { createCauseService } from './modules/causes/causes.service.ts';
import { shownCausePictures } from './modules/causes/causes.web.ts';
import { certificateRoutes } from './modules/certificates/certificates.routes.ts';
import { createCertificateService } from './modules/certificates/certificates.service.ts';
import { createLearnedCertificates } from './modules/certificates/learned-certificates.ts';
import { createGivingCertificates } from './modules/certificates/giving-certificates.ts';
import { payoutRoutes } from './modules/causes/payouts.routes.ts';
import { createPayoutService } from './modules/causes/payouts.service.ts';
import { servePayoutProofs } from './modules/causes/payouts.web.ts';
import { closingRoutes } from './modules/closings/closings.routes.ts';
import { createClosingCodes } from './modules/closings/closing-codes.ts';
import { createClosingService } from './modules/closings/closings.service.ts';
import { createWriteOffService } from './modules/closings/write-offs.service.ts';
import { listUnsettled } from './modules/closings/unsettled.ts';
import { deletionTask } from './modules/closings/deletion.task.ts';
import { reminderTask } from './modules/closings/reminders.task.ts';
import { championRoutes } from './modules/panel/champions.routes.ts';
import { createChampionService } from './modules/panel/champions.service.ts';
import { classRoutes } from './modules/classes/classes.routes.ts';
import { classAccess } from './modules/classes/classes.service.ts';
import { classSnapshot } from './modules/classes/classes.snapshot.ts';
import { contentRoutes } from './modules/content/content.routes.ts';
import { createContentService } from './modules/content/content.service.ts';
import { createEditorService } from './modules/content/editor.service.ts';
import { createFilmBytes } from './modules/content/film-bytes.ts';
import { leftFilms } from './modules/content/films.repository.ts';
import { createFilmService } from './modules/content/films.service.ts';
import { serveFilms } from './modules/content/films.web.ts';
import { createJoinLinks } from './modules/content/join-links.ts';
import { createPreviews } from './modules/content/previews.ts';
import { createSearchPages } from './modules/content/search-pages.ts';
import { createPageWriter, serveCrawlers } from './modules/content/served-pages.web.ts';
import { dashboardRoutes } from './modules/dashboard/dashboard.routes.ts';
import { deviceRoutes } from './modules/devices/devices.routes.ts';
import { createDeviceService } from './modules/devices/devices.service.ts';
import { createGivenTablets } from './modules/devices/given-tablets.ts';
import { createPreparationService } from './modules/devices/preparations.service.ts';
import { healthRoutes } from './modules/health/health.routes.ts';
import { oldExports } from './modules/exports/exports.repository.ts';
import { exportRoutes } from './modules/exports/exports.routes.ts';
import { createExportService } from './modules/exports/exports.service.ts';
import { exportTask } from './modules/exports/exports.task.ts';
import { serveExports } from './modules/exports/exports.web.ts';
import type { Article } from './modules/help/articles.ts';
import { helpRoutes } from './modules/help/help.routes.ts';
import { createHelpService } from './modules/help/help.service.ts';
import { createCommunityService } from './modules/identity/community.service.ts';
import { guardSignIn } from './modules/identity/guarded-sign-in.ts';
import { identityRoutes } from './modules/identity/identity.routes.ts';
import { createIdentityService } from './modules/identity/identity.service.ts';
import { sessionEnding } from './modules/identity/session-ending.ts';
import { oldRefreshTokens } from './modules/identity/identity.repository.ts';
import { profileSnapshot } from './modules/identity/identity.snapshot.ts';
import { profileRoutes } from './modules/students/profiles.routes.ts';
import { createProfileService } from './modules/students/profiles.service.ts';
import { importRoutes } from './modules/imports/imports.routes.ts';
import { createImportService } from './modules/imports/imports.service.ts';
import { importSnapshot } from './modules/imports/imports.snapshot.ts';
import { createStudentHandles } from './modules/identity/student-handles.ts';
import { createClassPicker } from './modules/students/class-picker.ts';
import { createPupilTiles } from './modules/students/pupil-tiles.ts';
import { memberAccounts } from './modules/identity/member-accounts.ts';
import { createMailOutbox } from './modules/mail/mail.outbox.ts';
import { oldMessages } from './modules/mail/mail.repository.ts';
import { createAssignmentService } from './modules/learning/assignments.service.ts';
import { assignmentSnapshot } from './modules/learning/assignments.snapshot.ts';
import { listLearning } from './modules/learning/learning.repository.ts';
import { createJoiningService } from './modules/learning/joining.service.ts';
import { learningRoutes } from './modules/learning/learning.routes.ts';
import { createReminderService } from './modules/learning/reminders.service.ts';
import { eventReminderTask } from './modules/learning/reminders.task.ts';
import { mailRoutes } from './modules/mail/mail.routes.ts';
import { createMailService } from './modules/mail/mail.service.ts';
import { mailTask } from './modules/mail/mail.task.ts';
import { serveMailReturns } from './modules/mail/mail.web.ts';
import { createSuppressions } from './modules/mail/suppressions.ts';
import { beginSweepingSuppressions, suppressionsTask } from './modules/mail/suppressions.task.ts';
import { championAccounts } from './modules/members/champion-accounts.ts';
import { createAskedFor } from './modules/members/asked-for.ts';
import { createEmailChangeService } from './modules/members/email-changes.service.ts';
import { addFirstMember } from './modules/members/first-member.ts';
import { memberRoutes } from './modules/members/members.routes.ts';
import { oldEmailChanges } from './modules/members/email-changes.repository.ts';
import { findSchoolName, oldInvitations } from './modules/members/invitations.repository.ts';
import { createInvitationService } from './modules/members/invitations.service.ts';
import { createMemberService } from './modules/members/members.service.ts';
import { modeRoutes } from './modules/modes/modes.routes.ts';
import { shownModePictures } from './modules/modes/modes.web.ts';
import { createPlatformModeService } from './modules/modes/platform-modes.service.ts';
import { withTransfer, type PaymentOptions } from './modules/payments/providers.ts';
import { oldResets } from './modules/passwords/passwords.repository.ts';
import { invoiceRoutes } from './modules/invoices/invoices.routes.ts';
import { createInvoiceService } from './modules/invoices/invoices.service.ts';
import { createAddresses } from './modules/orders/addresses.ts';
import { createFollowers } from './modules/orders/followers.ts';
import { createOrderService } from './modules/orders/orders.service.ts';
import { orderRoutes } from './modules/orders/orders.routes.ts';
import { createPlanOrders } from './modules/orders/plan-orders.ts';
import { createOwnOrderService } from './modules/orders/own-order.service.ts';
import { buyersOf } from './modules/orders/buyers.ts';
import { createPasses } from './modules/orders/passes.ts';
import { createQuotes } from './modules/orders/quotes.ts';
import { createSellerService } from './modules/orders/seller.service.ts';
import { findSeller } from './modules/orders/shop.repository.ts';
import { createShopService } from './modules/orders/shop.service.ts';
import { createSoldService } from './modules/orders/sold.service.ts';
import { createStaffOrderService } from './modules/orders/staff-orders.service.ts';
import { panelMailRoutes } from './modules/panel/panel-mail.routes.ts';
import { createPanelMailService } from './modules/panel/panel-mail.service.ts';
import { createMembersAcross } from './modules/panel/members-across.ts';
import { createListFiles } from './modules/panel/list-files.service.ts';
import { createNumberService } from './modules/panel/numbers.service.ts';
import { listFileRoutes, messageRoutes, panelRoutes, pickRoutes } from './modules/panel/panel.routes.ts';
import { createPanelService } from './modules/panel/panel.service.ts';
import { personRoutes } from './modules/panel/people.routes.ts';
import { createPersonService } from './modules/panel/people.service.ts';
import { tenantLifeRoutes } from './modules/panel/tenant-life.routes.ts';
import { createTenantLifeService } from './modules/panel/tenant-life.service.ts';
import { createDearWorldService } from './modules/panel/messages.service.ts';
import { serveMessageDrawings } from './modules/panel/messages.web.ts';
import { createPickService } from './modules/panel/picks.service.ts';
import { servePickedCovers } from './modules/panel/picks.web.ts';
import { createReach } from './modules/panel/reach.ts';
import { createCommunityWorkService } from './modules/panel/community-works.service.ts';
import { createPanelWorkService } from './modules/panel/works.service.ts';
import { watchRoutes } from './modules/panel/watch.routes.ts';
import { createWatchService } from './modules/panel/watch.service.ts';
import { createWatchedWordService } from './modules/panel/watched-words.service.ts';
import { watchedWordsTask } from './modules/panel/watched-words.task.ts';
import { beginCounting, countTenantsTask } from './modules/panel/tenant-numbers.task.ts';
import { passwordRoutes } from './modules/passwords/passwords.routes.ts';
import { createPasswordService } from './modules/passwords/passwords.service.ts';
import { createAwaitTransfer } from './modules/orders/transfer-waits.ts';
import { createBanks } from './modules/payments/banks.ts';
import { findingsTask } from './modules/payments/findings.task.ts';
import { createPaying } from './modules/payments/paying.service.ts';
import { insertTransfers, listPayments, listWithRefunds } from './modules/payments/payments.repository.ts';
import { checkTask, lapseOrder, lapseTask, refundTask } from './modules/payments/payments.tasks.ts';
import { servePaymentEvents } from './modules/payments/payments.web.ts';
import { paymentRoutes } from './modules/payments/payments.routes.ts';
import { isProviderRefusal, type Provider } from './modules/payments/provider.ts';
import { reconcileTask } from './modules/payments/reconcile.task.ts';
import { createRefunding } from './modules/payments/refunding.service.ts';
import { createSettling } from './modules/payments/settling.service.ts';
import { createStaffPaymentService } from './modules/payments/staff-payments.service.ts';
import { originOn } from './platform/host.ts';
import { shelfRoutes } from './modules/shelves/shelves.routes.ts';
import { setupRoutes } from './modules/dashboard/setup.routes.ts';
import { createSetupService } from './modules/dashboard/setup.service.ts';
import { createStudentAccounts } from './modules/students/student-accounts.ts';
import { studentRoutes } from './modules/students/students.routes.ts';
import { createStudentService } from './modules/students/students.service.ts';
import { studentSnapshot } from './modules/students/students.snapshot.ts';
import { createLifecycle } from './modules/subscriptions/lifecycle.ts';
import { createPlanService } from './modules/subscriptions/plans.service.ts';
import { createSeats } from './modules/subscriptions/seats.ts';
import { refuseGrowth } from './modules/subscriptions/standing.ts';
import { subscriptionRoutes } from './modules/subscriptions/subscriptions.routes.ts';
import { createSubscriptionService } from './modules/subscriptions/subscriptions.service.ts';
import { remindTask, renewTask } from './modules/subscriptions/subscriptions.tasks.ts';
import { createCheckService } from './modules/sync/check.service.ts';
import { createPokeService, type PokeLimits } from './modules/sync/pokes.service.ts';
import { grantRoutes } from './modules/sync/grants.routes.ts';
import { oldGrants } from './modules/sync/grants.repository.ts';
import { createGrantService, grantRevocation } from './modules/sync/grants.service.ts';
import { createParkedService } from './modules/sync/parked.service.ts';
import { createPullService } from './modules/sync/pull.service.ts';
import { createPushService, findPushed } from './modules/sync/push.service.ts';
import { readableScopesOf } from './modules/sync/readable-scopes.ts';
import { createResetGate } from './modules/sync/reset-gate.ts';
import { syncRoutes } from './modules/sync/sync.routes.ts';
import { refuseGone, refuseWhileClosing } from './modules/tenants/closing.ts';
import { createDomainProofs } from './modules/tenants/domain-proofs.ts';
import { neverSetUp, oldRegistrations } from './modules/tenants/registration.repository.ts';
import { createRegistrationService } from './modules/tenants/registration.service.ts';
import { createTenantDetailsService } from './modules/tenants/tenant-details.service.ts';
import { refuseSuspended, refuseWhileSuspended } from './modules/tenants/suspension.ts';
import { markSetUp } from './modules/tenants/tenants.repository.ts';
import { createMailsNearlyFull, createNearlyFull } from './modules/tenants/tenant-usage.letters.ts';
import { tenantUsageRoutes } from './modules/tenants/tenant-usage.routes.ts';
import { tenantRoutes } from './modules/tenants/tenants.routes.ts';
import { createTenantService } from './modules/tenants/tenants.service.ts';
import { serveTenantWeb } from './modules/tenants/tenants.web.ts';
import { createAllowedVisits } from './modules/visits/allowed-visits.ts';
import { createConsentService } from './modules/visits/consent.service.ts';
import { oldRequests as oldVisitRequests } from './modules/visits/consent.repository.ts';
import { oldOverrides } from './modules/visits/overrides.repository.ts';
import { createOverrideService } from './modules/visits/overrides.service.ts';
import { guestRowOf } from './modules/visits/guest-row.ts';
import { standing } from './modules/visits/standing.ts';
import { createSchools } from './modules/visits/schools.ts';
import { createVisitors } from './modules/visits/visitors.ts';
import { listLinkedSchools } from './modules/visits/linked-schools.ts';
import { countIn, listLinked, oldLinks } from './modules/visits/visits.repository.ts';
import { visitRoutes } from './modules/visits/visits.routes.ts';
import { createVisitService } from './modules/visits/visits.service.ts';
import { beginWithOffered } from './modules/works/categories.service.ts';
import { catalogueRoutes } from './modules/works/catalogue.routes.ts';
import * as monitoring from './modules/works/monitoring.service.ts';
import { watchWork } from './modules/works/watch.ts';
import { listWorksWith } from './modules/works/watched-words.ts';
import { noteCopies, oldCopies } from './modules/works/kept-copies.ts';
import { moderationRoutes } from './modules/works/moderation.routes.ts';
import { oldRequests, summariseOpen } from './modules/requests/requests.repository.ts';
import { requestRoutes } from './modules/requests/requests.routes.ts';
import { createRequestService } from './modules/requests/requests.service.ts';
import { createStaffRequestService } from './modules/requests/staff-requests.service.ts';
import { oldOffers } from './modules/works/offers.repository.ts';
import { offerRoutes } from './modules/works/offers.routes.ts';
import { createOfferService } from './modules/works/offers.service.ts';
import { serveOfferedPages } from './modules/works/offers.web.ts';
import { ownWorkRoutes } from './modules/works/own-works.routes.ts';
import { createOwnWorkService } from './modules/works/own-works.service.ts';
import { permissionRoutes } from './modules/works/permissions.routes.ts';
import { pictureRoutes } from './modules/works/pictures.routes.ts';
import { serveAssets } from './modules/works/assets.web.ts';
import { clearPrices, findForSale, listCollecting, lockSale, setSale } from './modules/works/for-sale.ts';
import { ofPerson } from './modules/works/own-snapshot.ts';
import { findOnShelf, listOnShelf } from './modules/works/reading.service.ts';
import { looksAfterPerson, looksAfterWork } from './modules/works/looked-after.ts';
import { listRaised } from './modules/works/raised.repository.ts';
import { findMessageDrawing, listMessagesForStrangers } from './modules/works/messages.ts';
import { findShownCover, listForStrangers, readAcross } from './modules/works/read-across.ts';
import { audienceOf, readerOf, visibleTo } from './modules/works/reader.ts';
import { notePublishedWorks } from './modules/works/published-works.ts';
import { cardsForStrangers, findWork, hasOwnWork } from './modules/works/works.repository.ts';
import { readingForRequests } from './modules/works/request-reading.web.ts';
import { resourceRoutes } from './modules/works/resources.routes.ts';
import { serveResourceFiles } from './modules/works/resources.web.ts';
import { readingRoutes } from './modules/works/reading.routes.ts';
import { readingSnapshot, settingsSnapshot } from './modules/works/reading.snapshot.ts';
import { serveWatchedAssets } from './modules/works/watched-assets.web.ts';
import { workRoutes } from './modules/works/works.routes.ts';
import { listChapters, listPages } from './modules/works/works.service.ts';
import { writingRoutes } from './modules/works/writing.routes.ts';
import { chapterSnapshot, storySnapshot } from './modules/works/writing.snapshot.ts';
import { Announcements } from './platform/announcements.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { contentSecurityPolicy } from './platform/content-security-policy.ts';
import type { PoolLoad } from './platform/admission.ts';
import type { Database, TenantTransaction } from './platform/database.ts';
import type { HostTenant } from './platform/route.ts';
import type { DomainRecords } from './platform/domain-records.ts';
import { Drain } from './platform/drain.ts';
import { createDueWork, type DueWork } from './platform/due-work.ts';
import { answerUnreadable, sendEarlyError } from './platform/failures.ts';
import { createGuesses, forgottenGuesses } from './platform/guesses.ts';
import { createKnownBrowsers } from './platform/known-device.ts';
import { oldAnswers, oldKeys } from './platform/idempotency.ts';
import { logController, logOptions } from './platform/log.ts';
import type { MailTransport } from './platform/mail.ts';
import { createMedia } from './platform/media.ts';
import { createMediaMover } from './platform/media-mover.ts';
import { createPurger } from './platform/purges.ts';
import type { MediaStore } from './platform/media-store.ts';
import { createPasswordHasher, type PasswordCost } from './platform/passwords.ts';
import { openApiDocument } from './platform/open-api.ts';
import type { Panel } from './platform/panel.ts';
import type { SecretKey } from './platform/secret-key.ts';
import { PictureWorkers, type PictureLimits } from './platform/picture-workers.ts';
import { createReadiness } from './platform/readiness.ts';
import { watchRequests } from './platform/request-log.ts';
import { serve } from './platform/serve.ts';
import { serveShownPictures } from './platform/shown-pictures.ts';
import { serveStoredFiles } from './platform/stored-files.ts';
import type { Rates } from './platform/rates.ts';
import { createUsageCounter, oldUsage } from './platform/usage.ts';
import { retainedRows, usualBackupDays, usualRetention, type Retention } from './platform/retention.ts';
import { createSweeper, type OldRows } from './platform/sweep.ts';
import { oldTasks } from './platform/tasks.repository.ts';
import { answerUnknownAddresses, serveWeb } from './platform/web.ts';

export interface AppOptions {
  database: Database;
  /** How busy its connections are; left out: nobody is refused at the door. */
  load?: PoolLoad;
  /** Address of the same database, for looks whether it answers. */
  databaseUrl: string;
  /** Past a pooler, for the connection on which servers tell each other what was written; left out: the same. */
  directUrl?: string;
  /** Reads all schools for the platform's own lists; left out: there are none. */
  panel?: Panel;
  secretKey: SecretKey;
  baseDomain: string;
  /** Endings of hosts, without a dot before them, on which the platform's own site answers, too. */
  stagingHosts?: readonly string[];
  /** Who is asked what is said about a domain in public; left out, no domain can be shown to be somebody's. */
  domainRecords?: DomainRecords;
  trustProxy: boolean | string[];
  /** Folder of the built web app; null serves the API alone. */
  webRoot: string | null;
  /** Of the Help Center; left out, it is empty. */
  articles?: readonly Article[];
  /** Where bytes are kept beside the database; left out: in its rows. */
  mediaStore?: MediaStore | null;
  /** How e-mail goes out; left out, it waits for another server on this database. */
  mail?: { transport: MailTransport; from: string };
  /** Of the mail server that hands in what came back; left out: nothing is taken. */
  mailReturnsKey?: string | null;
  /** Scheme and port of links in e-mail; left out: those of the request that causes them. */
  publicUrl?: string | null;
  /** How money is taken; left out: nothing is sold. */
  payments?: PaymentOptions;
  /** Serves the pay pages of practice providers. */
  serveSandbox?: (app: FastifyInstance) => void;
  /** Whether this server sweeps away what is old, once a day. One of them that does is enough. */
  sweeps?: boolean;
  /** How much one person and one device may ask for; left out: whatever they want. */
  rates?: Rates;
  /** Devices that may begin anew in a second; left out: as many as want to. */
  resetsPerSecond?: number;
  /** How long is kept what grows with use; left out: as usual. */
  retention?: Retention;
  /** Whether this server takes bytes of rows into the store of media, once an hour. */
  movesMedia?: boolean;
  /** How pictures and recordings leave, beside from here; left out: from here alone. */
  delivery?: {
    redirects: boolean;
    publicSeconds: number;
    purgeUrl: string | null;
    /** Scheme and host of the store of media, where pages are sent to it. */
    storeOrigin: string | null;
  };
  /** Whether the numbers of tenants are kept for the platform's lists, by whichever server has time. */
  countsTenants?: boolean;
  /** Whether it is counted what schools use; each server counts its own part. */
  countsUsage?: boolean;
  /** Milliseconds between two looks for work that is due; what this server adds itself does not wait for one. */
  lookForWorkEvery?: number;
  /** Whether this server writes the exports of schools, and deletes those that closed. One of them that does is enough. */
  worksOnTenants?: boolean;
  /** Days until a backup is gone, for receipts of schools that closed. */
  backupDays?: number;
  clock?: Clock;
  /** How much of the machine pictures get that people send; left out: what suits a server. */
  pictures?: Partial<PictureLimits>;
  /** What a password hash costs; tests make it cheaper. */
  passwordCost?: PasswordCost;
  /** Of the streams that poke devices; tests make them shorter. */
  pokes?: Partial<PokeLimits> & { heartbeat?: number };
  /** Told when the server is about to end; left out: it ends at once. */
  drain?: Drain;
  /** Milliseconds that a request may take to arrive; tests make it shorter. */
  requestTimeout?: number;
  logLevel?: 'silent' | 'warn' | 'info' | 'trace';
  /** Where the lines of the log go; left out: standard output. */
  logTo?: { write(line: string): void };
}

/** Milliseconds in which the largest file arrives over a line of 1 Mbit/s, with room to spare. */
const usualRequestTimeout = 120_000;
/** Seconds. */
const year = 365 * 24 * 60 * 60;

/** The rows that a sweep deletes once a day. */
export const retentionRules = (retention: Retention): readonly OldRows[] => [
  forgottenGuesses,
  oldAnswers,
  oldKeys,
  oldMessages,
  oldTasks,
  oldResets,
  oldLinks,
  oldVisitRequests,
  oldOverrides,
  oldRefreshTokens,
  oldReveals,
  oldGrants,
  oldInvitations,
  oldEmailChanges,
  oldRegistrations,
  oldSchoolLinks,
  oldOffers,
  oldRequests,
  oldCopies,
  oldExports,
  oldUsage,
  leftFilms,
  ...retainedRows(retention),
  // Last, when what they had is gone as far as it is old.
  neverSetUp,
];

/** Puts the house together: modules meet here and nowhere else. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, panel, secretKey, baseDomain, stagingHosts = [], clock = systemClock } = options;
  const { requestTimeout = usualRequestTimeout } = options;
  const app = Fastify({
    logger: {
      level: options.logLevel ?? 'warn',
      ...logOptions,
      ...(options.logTo && { stream: options.logTo }),
    },
    logController: logController(),
    trustProxy: options.trustProxy,
    bodyLimit: 1024 * 1024,
    requestTimeout,
    // Node would take the longer of the two times for the one of the whole request.
    http: {
      headersTimeout: Math.min(requestTimeout, 60_000),
      connectionsCheckingInterval: Math.min(requestTimeout, 30_000),
    },
    clientErrorHandler: answerUnreadable,
    genReqId: (request) => requestId(request.headers[headers.requestId]),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: sendEarlyError,
  });
  // JSON alone is read: a form of another site can send plain text without asking first. It can send files, too; those
  // are read where an endpoint says that it takes them, and such a one wants a token that no other site has.
  app.removeContentTypeParser('text/plain');
  watchRequests(app, (tenantId) => usage?.note(tenantId, { calls: 1 }));
  await app.register(fastifyMultipart);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header(headers.requestId, request.id);
    // Of this host alone: what the others of a domain speak is for its owner to say.
    if (request.protocol === 'https') void reply.header('strict-transport-security', `max-age=${year}`);
  });

  const { delivery } = options;
  const linked = delivery?.redirects === true && delivery.storeOrigin !== null ? [delivery.storeOrigin] : [];
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: contentSecurityPolicy(linked),
    // Said above where the request came by https; on http://localhost it would lock developers out.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('permissions-policy', 'camera=(self), microphone=(self), geolocation=(), payment=()');
  });
  // Small answers cost more to compress than to send.
  await app.register(fastifyCompress, { threshold: 4096, encodings: ['gzip', 'identity'] });
  await app.register(fastifySwagger, {
    mode: 'static',
    specification: { document: openApiDocument(endpoints) as never },
  });
  // Without a policy of its own: the one for all pages stands.
  await app.register(fastifySwaggerUi, { routePrefix: `${apiPrefix}/docs` });

  const { drain = new Drain() } = options;
  const readiness = createReadiness({ url: options.databaseUrl });
  app.addHook('onReady', () => readiness.start());
  app.addHook('onClose', () => readiness.close());

  const pictures = new PictureWorkers(options.pictures);
  // Before the server waits for its connections to end: some of them wait for a picture.
  app.addHook('preClose', () => pictures.close());

  const media = createMedia(options.mediaStore ?? null, { redirects: linked.length > 0 });
  const tenants = createTenantService({ database, baseDomain, stagingHosts });
  const hasher = createPasswordHasher(options.passwordCost);
  const studentAccounts = createStudentAccounts(secretKey);
  const handles = createStudentHandles(secretKey);
  const tiles = createPupilTiles(handles);
  const guesses = createGuesses({ database, secretKey });
  const browsers = createKnownBrowsers({ secretKey, guesses });
  const visitors = createVisitors({ baseDomain });
  const schools = createSchools({ baseDomain });
  const identity = createIdentityService({
    database,
    secretKey,
    hasher,
    studentAccounts,
    handles,
    badges: badgeCheck,
    visitors,
  });
  const { mail, mailReturnsKey = null } = options;
  const takesReturns = mailReturnsKey !== null;
  const providers = options.payments
    ? withTransfer(options.payments, database)
    : new Map<ProviderName, Provider>();
  const isTest = [...providers.values()].every(({ is_test }) => is_test);
  const banks = createBanks(options.payments?.bankDetails ?? null);
  const addTask: DueWork['add'] = (...task) => work.add(...task);
  const suppressions = createSuppressions({ secretKey });
  const outbox = createMailOutbox({ secretKey, addTask, suppressions });
  const usage =
    options.countsUsage === true
      ? createUsageCounter({
          database,
          clock,
          onNearlyFull: createNearlyFull({ outbox }),
          onFailure: (error) => app.log.warn({ err: error }, 'what schools use could not be counted'),
        })
      : null;
  app.addHook('onReady', async () => usage?.start());
  app.addHook('onClose', () => usage?.close());
  const overrides = createOverrideService({ baseDomain, outbox });
  const closingCodes = createClosingCodes({ database, secretKey });
  const addresses = createAddresses({ secretKey });
  const passes = createPasses({ secretKey });
  const invoices = createInvoiceService({ addresses, passes });
  const certificates = createGivingCertificates();
  const refunding = createRefunding({ addTask });
  const planOrders = createPlanOrders({
    addresses,
    invoices,
    refunding,
    isTest,
    lapseOrder,
    addTask,
  });
  const seats = createSeats({ countIn, listLinked });
  const lifecycle = createLifecycle({
    orders: planOrders,
    completeFree: (...order) => settling.completeFree(...order),
    seats,
    outbox,
    addTask,
  });
  const followers = createFollowers({
    outbox,
    invoices,
    certificates,
    addTask,
    addUpCauses: addUpCausesOf,
    plans: lifecycle,
  });
  const settling = createSettling({ database, clock, providers, addTask, followers });
  const work: DueWork = createDueWork({
    database,
    clock,
    ...(options.lookForWorkEvery !== undefined && { lookEvery: options.lookForWorkEvery }),
    kinds: [
      ...(mail
        ? [
            mailTask({
              ...mail,
              database,
              clock,
              secretKey,
              takesReturns,
              suppressions,
              onNearlyAll: createMailsNearlyFull({ outbox }),
            }),
          ]
        : []),
      suppressionsTask({ database, clock, addTask }),
      ...(options.worksOnTenants === true
        ? [
            exportTask({ database, clock, media, outbox }),
            ...(panel
              ? [watchedWordsTask({ database, panel, clock, watch: { listWorksWith, watchWork } })]
              : []),
            reminderTask({ outbox }),
            deletionTask({
              database,
              clock,
              media,
              outbox,
              secretKey,
              backupDays: options.backupDays ?? usualBackupDays,
            }),
          ]
        : []),
      renewTask({ database, clock, lifecycle }),
      remindTask({ database, clock, lifecycle }),
      eventReminderTask({ listPages: (asking) => content.listWithMoments(asking), outbox, addTask }),
      ...(panel
        ? [
            countTenantsTask({
              database,
              panel,
              clock,
              addTask,
              isForStrangers: (tenantId) => visibleTo({ kind: 'visitor' }, tenantId),
              audienceOf,
            }),
          ]
        : []),
      // Where nobody takes payments, nothing of them is due.
      ...(providers.size > 0
        ? [
            checkTask({ settling, addTask }),
            refundTask({ settling }),
            lapseTask({ database, clock, addTask, followers }),
            addUpTask({ database }),
            collectTask({ database, clock }),
            arrivedTask({ outbox, isTest }),
            reconcileTask({
              database,
              clock,
              settling,
              addTask,
              causes: { listSumDifferences, addUpAllCauses },
            }),
            findingsTask({
              outbox,
              addTask,
              origin: options.publicUrl ? originOn(options.publicUrl, baseDomain) : null,
            }),
          ]
        : []),
    ],
    onProblem: ({ error, what, task }) => {
      const about = task && { tenant_id: task.tenant_id, id: task.id, kind: task.kind };
      app.log.warn({ err: error, task: about }, `a task was ${what}`);
    },
  });
  app.addHook('onReady', async () => {
    if (options.countsTenants === true) await beginCounting(database, addTask, clock.now());
    if (options.sweeps === true) await beginSweepingSuppressions(database, addTask, clock.now());
    work.start();
  });
  app.addHook('onClose', async () => {
    await work.close();
    mail?.transport.close?.();
  });
  if (options.sweeps === true) {
    const { retention = usualRetention } = options;
    const onFailure = (error: unknown) => app.log.warn({ err: error }, 'what is old could not be swept away');
    const sweeper = createSweeper({ database, clock, rows: retentionRules(retention), onFailure });
    app.addHook('onReady', async () => sweeper.start());
    app.addHook('onClose', () => sweeper.close());
  }
  if (media.store && options.movesMedia === true) {
    const onFailure = (error: unknown) => app.log.warn({ err: error }, 'media could not be moved');
    const mover = createMediaMover({ database, store: media.store, clock, onFailure });
    app.addHook('onReady', async () => mover.start());
    app.addHook('onClose', () => mover.close());
  }
  if (delivery?.purgeUrl) {
    const purger = createPurger({
      database,
      url: delivery.purgeUrl,
      baseDomain,
      publicUrl: options.publicUrl ?? null,
      onFailure: (error) => app.log.warn({ err: error }, 'a shared cache could not be told what to forget'),
    });
    app.addHook('onClose', () => purger.close());
  }
  const passwords = createPasswordService({
    database,
    secretKey,
    hasher,
    members: memberAccounts,
    outbox,
    guesses,
    onReset: markSetUp,
  });
  const schoolLinks = createSchoolLinks({ database, outbox, guesses, standing });
  const askedFor = createAskedFor({
    links: schoolLinks,
    visits: createAllowedVisits(sessionEnding),
  });
  const tablets = createGivenTablets({ standing });
  const invitations = createInvitationService({
    database,
    hasher,
    accounts: memberAccounts,
    outbox,
    guesses,
    standing,
    openMemberSession: identity.openMemberSession,
  });
  const emails = createEmailChangeService({
    database,
    guesses,
    accounts: memberAccounts,
    invitations,
    outbox,
    standing,
  });
  const letters = createMailService({
    secretKey,
    suppressions,
    sendAgain: {
      'members.confirm_email': (id, call) => emails.askAgain(id, call),
      'members.invitation': (id, call) => invitations.sendAgain(id, call),
      'passwords.reset_link': (id, call) => passwords.sendLinkAgain(id, call),
    },
  });
  const members = createMemberService({
    accounts: memberAccounts,
    invitations,
    emails,
    askedFor,
    grants: grantRevocation,
    passwords,
    tablets,
    classes: classAccess,
    pictures,
  });
  const students = createStudentService({
    classes: classAccess,
    accounts: studentAccounts,
    grants: grantRevocation,
    sessions: sessionEnding,
    guesses,
    notePublishedWorks,
  });
  const cards = createCardService({
    classes: classAccess,
    students,
    accounts: studentAccounts,
    grants: grantRevocation,
    sessions: sessionEnding,
    guesses,
  });
  const devices = createDeviceService({ classes: classAccess, given: tablets, standing });
  const preparations = createPreparationService({
    database,
    secretKey,
    devices,
    classes: classAccess,
    given: tablets,
    standing,
    sessions: sessionEnding,
    tiles,
    guesses,
  });
  const community = createCommunityService({
    database,
    secretKey,
    hasher,
    guesses,
    browsers,
    standing,
  });
  const paying = createPaying({ database, secretKey, providers, banks, addTask, settling });
  const payments = {
    ...settling,
    ...paying,
    list: listPayments,
    isRefusal: isProviderRefusal,
    lapseOrder,
  };
  const reach = createReach({ panel });
  const content = createContentService({
    countReach: async ({ transaction, now }) => ({
      ...(await reach(now)),
      causes: await countOpenCauses(transaction),
    }),
  });
  const joinLinks = createJoinLinks({ secretKey });
  const editor = createEditorService({ content, joinLinks });
  const filmBytes = createFilmBytes({ database, media });
  const films = createFilmService({ database, secretKey, bytes: filmBytes });
  const previews = createPreviews({ database, secretKey, content, editor, standing });
  const routes = [
    ...healthRoutes({ readiness, drain }),
    ...shelfRoutes(),
    ...helpRoutes(createHelpService(options.articles ?? [])),
    ...tenantRoutes({
      database,
      tenants,
      details: createTenantDetailsService({
        database,
        proofs: createDomainProofs({ secretKey, baseDomain, stagingHosts }),
        records: options.domainRecords,
        guesses,
        pictures,
      }),
      registration: createRegistrationService({
        database,
        secretKey,
        baseDomain,
        tenants,
        passwords,
        addFirstMember,
        beginWithOffered,
        links: schoolLinks,
        outbox,
        guesses,
        pictures,
      }),
    }),
    ...tenantUsageRoutes,
    ...tenantLifeRoutes(createTenantLifeService({ sessions: sessionEnding })),
    ...exportRoutes(createExportService({ addTask, standing })),
    ...closingRoutes(
      createClosingService({
        database,
        secretKey,
        codes: closingCodes,
        outbox,
        addTask,
        standing,
        checkPassword: (password, by) => passwords.check(password, by),
      }),
      createWriteOffService({ database, codes: closingCodes, outbox, standing, insertTransfers }),
    ),
    ...identityRoutes({
      identity,
      signIn: guardSignIn({ database, identity, guesses, browsers }),
      community,
    }),
    ...visitRoutes(
      createVisitService({
        database,
        baseDomain,
        visitors,
        guesses,
        openGuestSession: identity.openGuestSession,
      }),
      createConsentService({ baseDomain, visitors, outbox, overrides, sessions: sessionEnding }),
      overrides,
    ),
    ...affiliationRoutes(
      createAffiliationService({
        database,
        baseDomain,
        tenants,
        sessions: sessionEnding,
        askedFor,
        tablets,
        outbox,
      }),
      schoolLinks,
    ),
    ...profileRoutes(createProfileService({ accounts: studentAccounts })),
    ...mailRoutes(letters),
    ...panelMailRoutes(
      createPanelMailService({
        mail: letters,
        suppressions,
        transport: mail?.transport.goesTo ?? { kind: 'none', host: null },
        schools,
      }),
    ),
    ...memberRoutes({
      members,
      across: createMembersAcross({ members, schools, panel, refuseGrowth }),
      invitations,
    }),
    ...passwordRoutes(passwords),
    ...panelRoutes(
      createPanelService({ baseDomain }),
      createNumberService({ summariseOpen, listUnsettled }),
      createPanelWorkService({
        works: { listForStrangers, cardsForStrangers, read: readAcross },
        schools,
        guestRowOf,
      }),
    ),
    ...listFileRoutes(createListFiles({ database, works: { cardsForStrangers }, baseDomain })),
    ...pickRoutes(
      createPickService({ works: { listForStrangers, cardsForStrangers }, guestRowOf, baseDomain }),
    ),
    ...messageRoutes(createDearWorldService({ listMessages: listMessagesForStrangers, guestRowOf })),
    ...personRoutes(
      createPersonService({ panel, schools, members, accounts: memberAccounts, invitations, passwords }),
    ),
    ...championRoutes(
      createChampionService({
        people: championAccounts,
        accounts: memberAccounts,
        invitations,
        outbox,
        findName: findSchoolName,
      }),
      createCommunityWorkService({ panel, works: { listForStrangers, cardsForStrangers }, baseDomain }),
    ),
    ...classRoutes(),
    ...studentRoutes({
      database,
      students,
      picker: createClassPicker({ database, classes: classAccess, tiles, guesses, browsers }),
    }),
    ...importRoutes(createImportService({ classes: classAccess, students, accounts: studentAccounts })),
    ...cardRoutes(cards),
    ...dashboardRoutes(),
    ...modeRoutes(createPlatformModeService({ pictures })),
    ...causeRoutes(
      createCauseService({
        database,
        pictures,
        isTest: paying.isTest,
        works: { readerOf, listCollecting, listRaised },
        community,
        tell: createCauseNews({ outbox, baseDomain }),
      }),
    ),
    ...certificateRoutes(
      createCertificateService({
        isTest: paying.isTest,
        countsAs: isRaised,
        works: { readerOf, listRaised, looksAfterWork, looksAfterPerson },
        learned: createLearnedCertificates({ content, listLearning, people: { readerOf, looksAfterPerson } }),
      }),
    ),
    ...payoutRoutes(createPayoutService({ pictures, isTest: paying.isTest, addTask, insertTransfers })),
    ...setupRoutes(createSetupService({ hasWork: hasOwnWork })),
    ...deviceRoutes({ devices, preparations }),
    ...workRoutes({
      database,
      community,
      findCauses: (transaction, _tenantId, query) => findCauses(transaction, query),
      findPages: createSearchPages({ content, clock }),
      isTest: paying.isTest,
    }),
    ...contentRoutes({ database, community, content, editor, films, joinLinks, previews }),
    ...catalogueRoutes({
      listSchools: (transaction, organizationId) =>
        listLinkedSchools(transaction, organizationId, baseDomain),
    }),
    ...writingRoutes(),
    ...permissionRoutes,
    ...moderationRoutes({ database, community, guesses }),
    ...ownWorkRoutes(createOwnWorkService({ workers: pictures })),
    ...watchRoutes(
      createWatchService({
        guestRowOf,
        works: {
          read: monitoring.readWatched,
          claim: monitoring.claimWatched,
          keep: monitoring.keepWatched,
          ask: monitoring.askSchool,
          takeDown: monitoring.takeDownWatched,
          reinstate: monitoring.reinstateWatched,
          shownToStrangers: monitoring.shownToStrangers,
        },
      }),
      createWatchedWordService({ addTask }),
    ),
    ...resourceRoutes({ database, community, workers: pictures }),
    ...offerRoutes(createOfferService({ database, guesses, outbox, workers: pictures })),
    ...requestRoutes(
      createRequestService({ database, guesses, outbox, secretKey, pictures, baseDomain }),
      createStaffRequestService({ outbox }),
    ),
    ...readingRoutes(),
    ...learningRoutes(
      createAssignmentService({ classes: classAccess, content }),
      createReminderService({ addTask }),
      createJoiningService({ content, joinLinks }),
    ),
    ...cartRoutes(createCartService({ findOnShelf, listOnShelf })),
    ...invoiceRoutes(invoices),
    ...orderRoutes({
      shop: createShopService({ works: { lockSale, setSale, clearPrices }, payments, refuseGrowth }),
      orders: createOrderService({
        database,
        addresses,
        guesses,
        quotes: createQuotes({ secretKey }),
        payments,
        documents: invoices,
        awaitTransfer: createAwaitTransfer({ outbox, payments }),
        addTask,
        works: { readerOf, findForSale },
        community,
      }),
      own: createOwnOrderService({
        database,
        guesses,
        outbox,
        addresses,
        passes,
        refunding,
        certificates,
        works: { findWork, listPages, listChapters },
      }),
      staff: createStaffOrderService({
        payments: listWithRefunds,
        documents: invoices,
        refunding,
        baseDomain,
      }),
      sold: createSoldService({ addresses, refunding }),
      seller: createSellerService(),
    }),
    ...paymentRoutes(createStaffPaymentService({ database, settling, addTask })),
    ...subscriptionRoutes({
      plans: createPlanService({ payments }),
      subscriptions: createSubscriptionService({ lifecycle, orders: planOrders, seats, findSeller }),
    }),
  ];
  const readableScopes = readableScopesOf(classAccess);
  const sources = [
    classSnapshot,
    studentSnapshot,
    importSnapshot,
    profileSnapshot,
    storySnapshot,
    chapterSnapshot,
    readingSnapshot,
    settingsSnapshot,
    ofPerson('cart', listLines),
    ofPerson('learning', listLearning),
    assignmentSnapshot,
  ];
  const { resetsPerSecond: perSecond } = options;
  const resets = perSecond === undefined ? undefined : createResetGate({ clock, perSecond });
  const pull = createPullService({ readableScopes, sources, findOnShelf, noteCopies, clock, resets });
  const check = createCheckService({ readableScopes, sources });
  const push = createPushService({
    database,
    routes,
    onUnexpected: (error, call) => app.log.error({ err: error, call }, 'a queued call failed'),
  });

  const announcements = new Announcements({
    database,
    url: options.directUrl ?? options.databaseUrl,
    onFailure: (error, what) => app.log.warn({ err: error }, what),
  });
  const { heartbeat, ...pokeLimits } = options.pokes ?? {};
  const pokes = createPokeService({
    database,
    announcements,
    readableScopes,
    findActors: (transaction, tenantId, tokens) =>
      identity.findActors(transaction, tenantId, tokens, clock.now()),
    limits: pokeLimits,
    onFailure: (error) => app.log.warn({ err: error }, 'streams could not be looked after'),
  });
  app.addHook('onClose', async () => {
    await pokes.close();
    await announcements.close();
  });
  const parked = createParkedService({ classes: classAccess, routes });
  const grants = createGrantService({ database, push, parked });

  const findActor = (transaction: TenantTransaction, tenant: HostTenant, token: string) =>
    identity.findActor(transaction, tenant, token, clock.now());
  serve(app, {
    database,
    load: options.load,
    requests: options.rates?.requests,
    panel,
    clock,
    endpoints,
    routes: [
      ...routes,
      ...syncRoutes({ database, pull, push, pokes, check, pushes: options.rates?.pushes }),
      ...grantRoutes({ grants, parked }),
      ...pictureRoutes({
        database,
        findGranted: (signed, context) => grants.findSigner(signed, context),
        workers: pictures,
      }),
    ],
    async findTenant(host, endpoint) {
      const tenant = await tenants.ofHost(host);
      refuseWhileSuspended(endpoint, tenant);
      refuseWhileClosing(endpoint, tenant, clock.now());
      return tenant;
    },
    findActor,
    findPushed,
    refuseGrowth,
    baseDomain,
    publicUrl: options.publicUrl ?? null,
    ...(heartbeat !== undefined && { heartbeat }),
    drain,
  });
  servePaymentEvents(app, { database, clock, providers, addTask });
  serveMailReturns(app, { database, clock, secretKey, key: mailReturnsKey, suppressions });
  serveExports(app, { database, clock, standing });
  serveTenantWeb(app, tenants);
  servePayoutProofs(app, { database, findTenant: (host) => tenants.ofHost(host) });
  for (const shown of [shownCausePictures, shownModePictures])
    serveShownPictures(app, { database, findTenant: (host) => tenants.ofHost(host) }, shown);
  servePickedCovers(app, {
    media,
    database,
    findTenant: (host) => tenants.ofHost(host),
    findPicture: findShownCover,
  });
  serveMessageDrawings(app, {
    database,
    media,
    findTenant: (host) => tenants.ofHost(host),
    findPicture: findMessageDrawing,
  });
  serveStoredFiles(app, { database, media, findTenant: (host) => tenants.ofHost(host) });
  const findOpenTenant = async (host: string | undefined) => {
    const tenant = await tenants.ofHost(host);
    refuseSuspended(tenant);
    refuseGone(tenant, clock.now());
    return tenant;
  };
  const readFor = readingForRequests({
    database,
    clock,
    community,
    findTenant: findOpenTenant,
    findActor,
    findBuyer: buyersOf(passes, clock),
  });
  serveAssets(app, { readFor, media, publicSeconds: delivery?.publicSeconds ?? 0 });
  serveResourceFiles(app, { readFor, media });
  serveFilms(app, { database, clock, content, films, bytes: filmBytes, findTenant: findOpenTenant });
  serveOfferedPages(app, { readFor, media });
  serveWatchedAssets(app, { database, media, findTenant: findOpenTenant, findActor });
  options.serveSandbox?.(app);
  const pageOptions = {
    database,
    clock,
    content,
    findTenant: (host: string | undefined) => tenants.ofHost(host),
    baseDomain,
    publicUrl: options.publicUrl ?? null,
  };
  serveCrawlers(app, pageOptions);
  const { webRoot } = options;
  if (webRoot === null) answerUnknownAddresses(app, false);
  else {
    await serveWeb(app, webRoot);
    answerUnknownAddresses(app, true, await createPageWriter(webRoot, pageOptions));
  }
  return app;
}

/** The caller's id where it is one, so that the caller knows the answer again; else one of ours. */
function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w-]{8,64}$/u.test(header) ? header : uuidv7();
}
