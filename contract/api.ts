import { affiliationEndpoints } from './affiliations/affiliations.endpoints.ts';
import { cardEndpoints } from './cards/cards.endpoints.ts';
import { cartEndpoints } from './cart/cart.endpoints.ts';
import { catalogueEndpoints } from './catalogue/catalogue.endpoints.ts';
import { causeEndpoints } from './causes/causes.endpoints.ts';
import { certificateEndpoints } from './certificates/certificates.endpoints.ts';
import { payoutEndpoints } from './causes/payouts.endpoints.ts';
import { championEndpoints, ownChampionEndpoints } from './champions/champions.endpoints.ts';
import { closingEndpoints } from './closings/closings.endpoints.ts';
import { classEndpoints } from './classes/classes.endpoints.ts';
import { contentEndpoints } from './content/content.endpoints.ts';
import { editorEndpoints } from './content/editor.endpoints.ts';
import { filmEndpoints } from './content/films.endpoints.ts';
import { dashboardEndpoints } from './dashboard/dashboard.endpoints.ts';
import { deviceEndpoints } from './devices/devices.endpoints.ts';
import { exportEndpoints } from './exports/exports.endpoints.ts';
import { savedListEndpoints } from './exports/saved-lists.endpoints.ts';
import { healthEndpoints } from './health/health.endpoints.ts';
import { probeEndpoints } from './health/probes.endpoints.ts';
import { helpEndpoints } from './help/help.endpoints.ts';
import { identityEndpoints } from './identity/identity.endpoints.ts';
import { importEndpoints } from './imports/imports.endpoints.ts';
import { invoiceEndpoints } from './invoices/invoices.endpoints.ts';
import type { Endpoint } from './kit/endpoint.ts';
import { invitationEndpoints } from './members/invitations.endpoints.ts';
import { mailEndpoints } from './mail/mail.endpoints.ts';
import { ownWorkEndpoints } from './own-works/own-works.endpoints.ts';
import { panelMailEndpoints } from './mail/panel-mail.endpoints.ts';
import { memberEndpoints } from './members/members.endpoints.ts';
import { moderationEndpoints } from './moderation/moderation.endpoints.ts';
import { modeEndpoints } from './modes/modes.endpoints.ts';
import { platformModeEndpoints } from './modes/platform-modes.endpoints.ts';
import { monitoringEndpoints } from './monitoring/monitoring.endpoints.ts';
import { offerEndpoints } from './offers/offers.endpoints.ts';
import { panelCategoryEndpoints } from './panel/categories.endpoints.ts';
import { panelAuditEndpoints } from './panel/panel-audit.endpoints.ts';
import { listFileEndpoints } from './panel/list-files.endpoints.ts';
import { numberEndpoints } from './panel/numbers.endpoints.ts';
import { panelEndpoints } from './panel/panel.endpoints.ts';
import { personEndpoints } from './panel/people.endpoints.ts';
import { dearWorldEndpoints } from './dear-world/dear-world.endpoints.ts';
import { messageEndpoints } from './dear-world/messages.endpoints.ts';
import { pickedEndpoints } from './panel/picked.endpoints.ts';
import { pickEndpoints } from './panel/picks.endpoints.ts';
import { suggestionEndpoints } from './panel/suggestions.endpoints.ts';
import { viewEndpoints } from './panel/views.endpoints.ts';
import { panelWorkEndpoints } from './panel/works.endpoints.ts';
import { paymentEndpoints } from './payments/payments.endpoints.ts';
import { permissionEndpoints } from './permissions/permissions.endpoints.ts';
import { profileEndpoints } from './students/profiles.endpoints.ts';
import { orderEndpoints, shopEndpoints } from './orders/orders.endpoints.ts';
import { sellerEndpoints } from './orders/seller.endpoints.ts';
import { soldEndpoints } from './orders/sold.endpoints.ts';
import { passwordEndpoints } from './passwords/passwords.endpoints.ts';
import { setupEndpoints } from './dashboard/setup.endpoints.ts';
import { studentOfficeEndpoints } from './students/student-office.endpoints.ts';
import { studentEndpoints } from './students/students.endpoints.ts';
import { checkEndpoints } from './sync/check.endpoints.ts';
import { grantEndpoints, parkedEndpoints } from './sync/grants.endpoints.ts';
import { shelfEndpoints } from './shelves/shelves.endpoints.ts';
import { learningEndpoints } from './learning/learning.endpoints.ts';
import { planEndpoints, subscriptionEndpoints } from './subscriptions/subscriptions.endpoints.ts';
import { syncEndpoints } from './sync/sync.endpoints.ts';
import { registrationEndpoints } from './tenants/registration.endpoints.ts';
import { tenantDetailsEndpoints } from './tenants/tenant-details.endpoints.ts';
import { tenantUsageEndpoints } from './tenants/tenant-usage.endpoints.ts';
import { tenantLifeEndpoints } from './tenants/tenant-life.endpoints.ts';
import { tenantEndpoints } from './tenants/tenants.endpoints.ts';
import { mediaWeekEndpoints } from './writing/media-weeks.endpoints.ts';
import { pictureEndpoints } from './writing/pictures.endpoints.ts';
import { recordingEndpoints } from './writing/recordings.endpoints.ts';
import { requestEndpoints } from './requests/requests.endpoints.ts';
import { resourceOfferEndpoints } from './resources/resource-offers.endpoints.ts';
import { resourceEndpoints } from './resources/resources.endpoints.ts';
import { reviewEndpoints } from './writing/reviews.endpoints.ts';
import { writingEndpoints } from './writing/writing.endpoints.ts';
import { visitEndpoints } from './visits/visits.endpoints.ts';
import { categoryEndpoints } from './works/categories.endpoints.ts';
import { libraryEndpoints } from './works/library.endpoints.ts';
import { readingEndpoints } from './works/reading.endpoints.ts';
import { workEndpoints } from './works/works.endpoints.ts';

// In two parts: the compiler writes no type as long as that of both together.
const fromAToM = {
  affiliations: affiliationEndpoints,
  cards: cardEndpoints,
  categories: categoryEndpoints,
  cart: cartEndpoints,
  catalogue: catalogueEndpoints,
  causes: causeEndpoints,
  certificates: certificateEndpoints,
  champions: { ...championEndpoints, ...ownChampionEndpoints },
  classes: classEndpoints,
  content: { ...contentEndpoints, ...editorEndpoints },
  dashboard: dashboardEndpoints,
  devices: deviceEndpoints,
  closings: closingEndpoints,
  exports: { ...exportEndpoints, ...savedListEndpoints },
  films: filmEndpoints,
  health: { ...healthEndpoints, ...probeEndpoints },
  help: helpEndpoints,
  identity: identityEndpoints,
  imports: importEndpoints,
  invitations: invitationEndpoints,
  invoices: invoiceEndpoints,
  learning: learningEndpoints,
  library: libraryEndpoints,
  mail: { ...mailEndpoints, ...panelMailEndpoints },
  members: memberEndpoints,
} as const;

const fromMToZ = {
  moderation: moderationEndpoints,
  monitoring: monitoringEndpoints,
  modes: modeEndpoints,
  platformModes: platformModeEndpoints,
  offers: offerEndpoints,
  orders: orderEndpoints,
  panel: {
    ...panelEndpoints,
    ...panelAuditEndpoints,
    ...personEndpoints,
    ...numberEndpoints,
    ...listFileEndpoints,
    ...viewEndpoints,
    ...panelWorkEndpoints,
    ...panelCategoryEndpoints,
  },
  ownWorks: ownWorkEndpoints,
  dearWorld: dearWorldEndpoints,
  messages: messageEndpoints,
  picks: { ...pickedEndpoints, ...pickEndpoints, ...suggestionEndpoints },
  payments: paymentEndpoints,
  payouts: payoutEndpoints,
  permissions: permissionEndpoints,
  plans: planEndpoints,
  profiles: profileEndpoints,
  passwords: passwordEndpoints,
  reading: readingEndpoints,
  requests: requestEndpoints,
  resources: { ...resourceEndpoints, ...resourceOfferEndpoints },
  reviews: reviewEndpoints,
  seller: sellerEndpoints,
  sold: soldEndpoints,
  setup: setupEndpoints,
  shelves: shelfEndpoints,
  shop: shopEndpoints,
  students: { ...studentEndpoints, ...studentOfficeEndpoints },
  subscriptions: subscriptionEndpoints,
  sync: { ...syncEndpoints, ...checkEndpoints, ...grantEndpoints, ...parkedEndpoints },
  tenants: {
    ...tenantEndpoints,
    ...tenantDetailsEndpoints,
    ...tenantLifeEndpoints,
    ...tenantUsageEndpoints,
    ...registrationEndpoints,
  },
  visits: visitEndpoints,
  works: workEndpoints,
  writing: writingEndpoints,
  mediaWeeks: mediaWeekEndpoints,
  pictures: pictureEndpoints,
  recordings: recordingEndpoints,
} as const;

/** Every endpoint of the product as one tree. */
export const api: typeof fromAToM & typeof fromMToZ = { ...fromAToM, ...fromMToZ };

const domains: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = api;

/** The same as a list, for all that is derived from the contract. */
export const endpoints: readonly Endpoint[] = Object.values(domains).flatMap((domain) =>
  Object.values(domain),
);
