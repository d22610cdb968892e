import type { Locator, Page } from 'playwright';
import { product } from '#contract/kit/product.ts';
import type { Role } from '#contract/kit/roles.ts';

/** Somebody of the demo, at the host where they are at home. */
export interface Looker {
  /** Unset: the platform's own site. */
  readonly tenant?: string;
  /** What they type to sign in; null of a visitor. */
  readonly name: string | null;
  readonly password?: string;
  readonly role: Role | null;
  readonly colorScheme: 'light' | 'dark';
}

/** Half of them at night, so that pages of every kind are seen in both. */
export const lookers = {
  visitor: { name: null, role: null, colorScheme: 'light' },
  neighbour: { tenant: 'greenfield', name: null, role: null, colorScheme: 'dark' },
  student: {
    tenant: 'greenfield',
    name: 'zoe-otter-42',
    password: 'sunny-otter-42',
    role: 'student',
    colorScheme: 'dark',
  },
  teacher: { tenant: 'greenfield', name: 'teacher@greenfield.test', role: 'teacher', colorScheme: 'light' },
  lead: { tenant: 'greenfield', name: 'lead@greenfield.test', role: 'teacher_admin', colorScheme: 'dark' },
  office: { tenant: 'greenfield', name: 'admin@greenfield.test', role: 'school_admin', colorScheme: 'light' },
  trust: {
    tenant: 'brightfutures',
    name: 'org@brightfutures.test',
    role: 'organization_admin',
    colorScheme: 'dark',
  },
  platform: {
    name: 'platform@quillshelf.test',
    role: product.platformRole,
    colorScheme: 'dark',
  },
  // To the app a champion is a parent with a page of their own.
  champion: {
    name: `superpower-teacher@${product.slug}.test`,
    role: 'parent',
    colorScheme: 'light',
  },
  suggester: {
    name: `superpower-parent@${product.slug}.test`,
    role: 'parent',
    colorScheme: 'dark',
  },
} as const satisfies Record<string, Looker>;

export type LookerName = keyof typeof lookers;

type Find = (page: Page) => Locator;

interface LookedAt {
  readonly by: LookerName;
  /** Its address; with `:name` for what differs, where `from` says how one comes there. */
  readonly at: string;
  readonly from?: { readonly at: string; readonly press: Find };
  /** What comes last: as soon as it is there the page stands. */
  readonly stands: Find;
  /** The same on a phone, where that is something else. */
  readonly onPhone?: Find;
}

const button =
  (name: string | RegExp): Find =>
  (page) =>
    page.getByRole('button', { name, exact: true });
const field =
  (name: string): Find =>
  (page) =>
    page.getByRole('main').getByRole('textbox', { name, exact: true });
const labelled =
  (name: string): Find =>
  (page) =>
    page.getByRole('main').getByLabel(name);
const heading =
  (name: string): Find =>
  (page) =>
    page.getByRole('heading', { name, exact: true });
const words =
  (text: string): Find =>
  (page) =>
    page.getByText(text);
const link =
  (name: string | RegExp): Find =>
  (page) =>
    page.getByRole('main').getByRole('link', { name });
const row: Find = (page) => page.getByRole('rowheader');
const rowLink: Find = (page) => row(page).getByRole('link');
const shelf: Find = (page) => page.getByRole('main').getByRole('region').getByRole('link');
const country: Find = (page) => page.getByRole('combobox', { name: 'Country' });
const figures: Find = (page) => page.locator('dl[aria-busy="false"]');

const classes = '/dashboard?option=Teacher%20Dashboard';
const tale = '/library/the-hare-and-the-tortoise';

interface PublicPage extends LookedAt {
  /** What a child finds where others find a form. */
  readonly toChild?: Find;
}
const askTeacher = words('Please tell your teacher.');

/** What strangers come to read and to write to, by visitors: the pages of the platform, its lists, and the forms. */
const publicPages: readonly PublicPage[] = [
  { by: 'visitor', at: '/terms-of-use', stands: heading('Disclaimer') },
  { by: 'visitor', at: '/refund-policy', stands: heading('Refund Policy') },
  { by: 'visitor', at: '/privacy-policy', stands: heading('Privacy Policy') },
  { by: 'visitor', at: '/contact', stands: heading('Contact Us') },
  { by: 'visitor', at: '/report-a-problem', stands: button('Send report'), toChild: askTeacher },
  { by: 'neighbour', at: '/request-a-tour', stands: button('Request a tour'), toChild: askTeacher },
  { by: 'visitor', at: '/bulk-enrolment/', stands: button('Send the list'), toChild: askTeacher },
  { by: 'visitor', at: '/about', stands: heading('It works without a network') },
  { by: 'neighbour', at: '/our-framework', stands: heading('Five steps') },
  { by: 'visitor', at: '/our-team', stands: heading('Who does what') },
  { by: 'visitor', at: '/libraries', stands: link('Greenfield Primary') },
  { by: 'visitor', at: '/dear-world-book', stands: words('Message 1 of 6') },
  { by: 'visitor', at: '/global-reach', stands: heading('How we count') },
  { by: 'visitor', at: '/testimonials', stands: heading('How we collect words') },
  { by: 'neighbour', at: '/canva/', stands: heading('Nine checks') },
  { by: 'visitor', at: '/courses', stands: link('Be the change') },
  { by: 'neighbour', at: '/courses/be-the-change', stands: heading('Lessons') },
  { by: 'visitor', at: '/courses/be-the-change/choose-a-goal', stands: button('Check') },
  { by: 'visitor', at: '/hubs', stands: link('Reading at home') },
  { by: 'neighbour', at: '/hubs/water', stands: link('Clean water and sanitation') },
  { by: 'visitor', at: '/challenges', stands: link('A day with ten litres') },
  { by: 'visitor', at: '/challenges/a-day-with-ten-litres', stands: heading('Before you hand it in') },
  { by: 'neighbour', at: '/live', stands: link('World Book and Copyright Day') },
  { by: 'visitor', at: '/live/book-day', stands: button('Put it into my calendar') },
  { by: 'visitor', at: '/sdgs', stands: link('6. Clean water and sanitation') },
  { by: 'neighbour', at: '/sdgs/6', stands: heading('Talk about it') },
  { by: 'visitor', at: '/impact-films', stands: link('Seventeen goals') },
  { by: 'visitor', at: '/impact-films/where-our-water-goes', stands: button('Next') },
];

/** The same by a child, at night, and by a teacher: each has other parts there. */
const alsoByThoseSignedIn = ({ toChild, ...looked }: PublicPage): LookedAt[] => [
  { ...looked, by: 'student', stands: toChild ?? looked.stands },
  { ...looked, by: 'teacher' },
];

/**
 * Each page of the app by somebody who may open it. One that is missing here is missed by a test of the project as a whole
 * (`tests/architecture/every-page.test.ts`).
 */
export const everyPage: readonly LookedAt[] = [
  { by: 'visitor', at: '/', stands: shelf },
  { by: 'visitor', at: '/login', stands: button('Sign in') },
  { by: 'visitor', at: '/register', stands: button('Register') },
  { by: 'visitor', at: '/logout', stands: button('Sign in') },
  { by: 'visitor', at: '/resetpasswordemail', stands: button('Send me a link') },
  { by: 'visitor', at: '/password-reset-confirm/', stands: link('Ask for a new link') },
  { by: 'visitor', at: '/accept-invitation/', stands: link('Sign in') },
  { by: 'visitor', at: '/verification/', stands: link('Sign in') },
  ...publicPages,
  ...publicPages.flatMap(alsoByThoseSignedIn),
  { by: 'teacher', at: '/courses/be-the-change', stands: button('Set for a class') },
  { by: 'teacher', at: '/live/demo-ask-an-author', stands: button('Remind me by email') },
  { by: 'visitor', at: '/library', stands: shelf },
  { by: 'visitor', at: tale, stands: button('Something is not right here') },
  { by: 'visitor', at: '/preview', stands: link('Back to the start') },
  { by: 'visitor', at: '/acknowledgement', stands: link('Bed in Summer') },
  { by: 'neighbour', at: '/', stands: shelf },
  { by: 'neighbour', at: '/login/greenfield/', stands: button(/^Parent/u) },
  {
    by: 'neighbour',
    at: '/faq',
    stands: heading('How to sign in'),
    onPhone: button('How to sign in'),
  },
  { by: 'neighbour', at: `${tale}/2`, stands: link('Next') },
  { by: 'neighbour', at: '/cart', stands: link('Go to the library') },
  { by: 'neighbour', at: '/checkout', stands: words('Your cart is empty') },
  { by: 'visitor', at: '/stripe-payment/success', stands: words('There is no such order') },
  { by: 'neighbour', at: '/paypal-payment/cancel', stands: words('There is no such order') },
  { by: 'visitor', at: '/phonepe-payment/failed', stands: words('There is no such order') },
  {
    by: 'neighbour',
    at: '/trackorder/none',
    stands: words('There is no such order'),
  },
  { by: 'visitor', at: '/charities/', stands: link('Clean Water Wells') },
  { by: 'neighbour', at: '/charities/clean-water-wells', stands: words('One well costs about') },
  { by: 'visitor', at: '/certificates/none', stands: words('There is no such certificate') },
  { by: 'visitor', at: '/invoice/order/none', stands: words('There is no such document') },
  { by: 'neighbour', at: '/uploadbook', stands: button('Send me the link') },
  { by: 'student', at: '/', stands: shelf },
  { by: 'student', at: '/dashboard', stands: field('About me') },
  { by: 'student', at: '/dashboard?option=My%20Books', stands: words('You have no books yet') },
  { by: 'student', at: '/dashboard?option=My%20Stories', stands: words('You have no stories yet') },
  { by: 'student', at: '/dashboard?option=Money%20I%20Have%20Raised', stands: words('Nothing raised yet') },
  { by: 'student', at: '/dashboard?option=My%20Passport', stands: link('6. Clean water and sanitation') },
  { by: 'student', at: '/my-messages', stands: words('You have no messages yet') },
  { by: 'student', at: '/uploadblogsteps', stands: words('You have no stories yet') },
  { by: 'student', at: '/upload-blog', stands: words('You have no stories yet') },
  { by: 'student', at: '/storyedit', stands: words('You have no stories yet') },
  { by: 'student', at: '/uploadbook', stands: words('You have no books yet') },
  { by: 'student', at: '/on-this-tablet', stands: words('You keep nothing here yet') },
  { by: 'teacher', at: '/', stands: shelf },
  { by: 'teacher', at: '/dashboard?option=Profile', stands: country },
  { by: 'teacher', at: classes, stands: link('Maple') },
  {
    by: 'teacher',
    at: `${classes}&id=:id`,
    from: { at: classes, press: link('Maple') },
    stands: button('Manage Maple'),
  },
  { by: 'teacher', at: '/dashboard?option=Tablets', stands: heading('Tablets') },
  {
    by: 'teacher',
    at: '/dashboard?option=Stories',
    stands: words('The one that waits longest comes first.'),
  },
  { by: 'teacher', at: '/dashboard?option=All%20Books', stands: heading('Books') },
  { by: 'teacher', at: '/dashboard?option=All%20Stories', stands: heading('Stories') },
  { by: 'teacher', at: '/uploadcontent', stands: words('You share nothing yet') },
  { by: 'lead', at: classes, stands: link('Birch') },
  { by: 'lead', at: '/dashboard?option=Students', stands: row },
  { by: 'lead', at: '/dashboard?option=Reports', stands: words('Nobody reported anything') },
  { by: 'lead', at: '/dashboard?option=Books%20from%20visitors', stands: words('No book is waiting') },
  { by: 'lead', at: '/uploadcontent/new', stands: button('Share it') },
  { by: 'office', at: '/', stands: shelf },
  { by: 'office', at: '/admin-school', stands: words('have never signed in') },
  { by: 'office', at: '/admin-school/dashboard', stands: words('have never signed in') },
  { by: 'office', at: '/admin-school/classes', stands: link('Maple') },
  {
    by: 'office',
    at: '/admin-school/classdetails?id=:id',
    from: { at: '/admin-school/classes', press: link('Maple') },
    stands: button('Manage Maple'),
  },
  { by: 'office', at: '/admin-school/students', stands: row },
  {
    by: 'office',
    at: '/admin-school/studentprofile/:userId',
    from: { at: '/admin-school/students', press: rowLink },
    stands: words('Books may be sold'),
  },
  { by: 'office', at: '/admin-school/teachers', stands: row },
  {
    by: 'office',
    at: '/admin-school/teacher/:id/profile',
    from: { at: '/admin-school/teachers', press: rowLink },
    stands: link('Edit'),
  },
  { by: 'office', at: '/admin-school/stories', stands: row },
  { by: 'office', at: '/admin-school/books', stands: row },
  { by: 'office', at: '/admin-school/reviews', stands: words('The one that waits longest comes first.') },
  { by: 'office', at: '/admin-school/users', stands: row },
  {
    by: 'office',
    at: '/admin-school/users?tab=mail',
    stands: words('“Sent” means that the mail server took it'),
  },
  { by: 'office', at: '/admin-school/userprofile', stands: country },
  { by: 'office', at: '/admin-school/school-modes', stands: button('Lock How things work') },
  { by: 'office', at: '/admin-school/organizations', stands: words('Bright Futures Trust') },
  { by: 'office', at: '/admin-school/book-categories', stands: row },
  { by: 'office', at: '/admin-school/add-book-category', stands: field('Name') },
  {
    by: 'office',
    at: '/admin-school/add-book-category/:categoryId',
    from: { at: '/admin-school/book-categories', press: rowLink },
    stands: field('Name'),
  },
  { by: 'office', at: '/admin-school/reports', stands: words('Nobody reported anything') },
  { by: 'office', at: '/admin-school/offered-books', stands: words('No book is waiting') },
  { by: 'office', at: '/admin-school/content', stands: button(/^Hide /u) },
  { by: 'office', at: '/admin-school/content/none', stands: words('This is not here') },
  { by: 'office', at: '/admin-school/requests', stands: words('No message is here') },
  { by: 'office', at: '/admin-school/donations', stands: words('Nothing was sold yet') },
  { by: 'office', at: '/admin-school/donations?tab=causes', stands: words('Nothing was raised yet') },
  { by: 'office', at: '/admin-school/donations?tab=payouts', stands: words('Nothing was paid out yet') },
  { by: 'office', at: '/admin-school/donations?tab=shop', stands: labelled('Letters of the shop') },
  { by: 'office', at: '/admin-school/charities', stands: row },
  {
    by: 'office',
    at: '/admin-school/charity-details-view/:charityId',
    from: { at: '/admin-school/charities', press: rowLink },
    stands: button('Take back'),
  },
  { by: 'office', at: '/admin-school/addcharities', stands: field('Name') },
  { by: 'office', at: '/admin-school/subscriptions', stands: heading('Your plan') },
  { by: 'office', at: '/admin-school/payment-history', stands: words('No payments yet') },
  { by: 'office', at: '/admin-school/tablets', stands: heading('Tablets') },
  { by: 'office', at: '/admin-school/profile', stands: labelled('Mode switchboard') },
  { by: 'office', at: '/admin-school/new-table', stands: row },
  { by: 'trust', at: '/', stands: figures },
  { by: 'trust', at: '/admin-organization', stands: figures },
  { by: 'trust', at: '/admin-organization/dashboard', stands: figures },
  { by: 'trust', at: '/admin-organization/schools', stands: words('Greenfield Primary') },
  { by: 'trust', at: '/admin-organization/stories', stands: row },
  { by: 'trust', at: '/admin-organization/books', stands: row },
  { by: 'trust', at: '/admin-organization/user-dashboard', stands: row },
  { by: 'trust', at: '/admin-organization/user-dashboard/new', stands: country },
  { by: 'trust', at: '/admin-organization/subscriptions', stands: words('Greenfield Primary') },
  { by: 'trust', at: '/admin-organization/payment-history', stands: words('No payments yet') },
  { by: 'trust', at: '/admin-organization/profile', stands: country },
  { by: 'platform', at: '/', stands: figures },
  { by: 'platform', at: '/admin-panel', stands: figures },
  { by: 'platform', at: '/admin-panel/dashboard', stands: figures },
  { by: 'platform', at: '/admin-panel/all-tenants', stands: words('Riverside School') },
  {
    by: 'platform',
    at: '/admin-panel/tenant/:tenantId',
    from: { at: '/admin-panel/all-tenants', press: link('Edit Riverside School') },
    stands: labelled('Mode switchboard'),
  },
  { by: 'platform', at: '/admin-panel/all-users', stands: row },
  { by: 'platform', at: '/admin-panel/user', stands: button('Choose a school') },
  { by: 'platform', at: '/admin-panel/userprofile', stands: row },
  {
    by: 'platform',
    at: '/admin-panel/userprofile/:userId',
    from: { at: '/admin-panel/all-users', press: rowLink },
    stands: heading('Audit'),
  },
  { by: 'platform', at: '/admin-panel/user-dashboard', stands: row },
  { by: 'platform', at: '/admin-panel/users-dashboard', stands: button('Show as a table') },
  { by: 'platform', at: '/admin-panel/teachers', stands: row },
  { by: 'platform', at: '/admin-panel/students', stands: row },
  { by: 'platform', at: '/admin-panel/superpower-teacher', stands: row },
  { by: 'platform', at: '/admin-panel/superpower-parent', stands: row },
  {
    by: 'platform',
    at: '/admin-panel/charities-dashboard',
    stands: link('Check A pond for our school'),
  },
  { by: 'platform', at: '/admin-panel/all-charities', stands: row },
  {
    by: 'platform',
    at: '/admin-panel/charity-details-view/:charityId',
    from: { at: '/admin-panel/all-charities', press: link('A pond for our school') },
    stands: button('Give back'),
  },
  { by: 'platform', at: '/admin-panel/charity', stands: field('Name') },
  { by: 'platform', at: '/admin-panel/modes', stands: button('Take Tales and wonders back') },
  { by: 'platform', at: '/admin-panel/books-dashboard', stands: button('Show as a table') },
  { by: 'platform', at: '/admin-panel/all-book-categories', stands: row },
  { by: 'platform', at: '/admin-panel/book-category', stands: field('Name') },
  {
    by: 'platform',
    at: '/admin-panel/book-category/:categoryId',
    from: { at: '/admin-panel/all-book-categories', press: rowLink },
    stands: heading('Who uses it'),
  },
  { by: 'platform', at: '/admin-panel/all-books', stands: row },
  { by: 'platform', at: '/admin-panel/dear-world', stands: row },
  { by: 'platform', at: '/admin-panel/book', stands: button('Save') },
  { by: 'platform', at: '/admin-panel/view-book', stands: row },
  {
    by: 'platform',
    at: '/admin-panel/view-book/:tenantId/:workId',
    from: { at: '/admin-panel/all-books', press: rowLink },
    stands: heading('Facts'),
  },
  { by: 'platform', at: '/admin-panel/book-monitoring', stands: words('Nothing is waiting') },
  { by: 'platform', at: '/admin-panel/book-monitoring?tab=words', stands: words('No word is watched') },
  { by: 'platform', at: '/admin-panel/reports', stands: words('Nobody reported anything') },
  { by: 'platform', at: '/admin-panel/offered-books', stands: words('No book is waiting') },
  { by: 'platform', at: '/admin-panel/content', stands: row },
  {
    by: 'platform',
    at: '/admin-panel/content/:id',
    from: { at: '/admin-panel/content', press: link(/^Edit /u) },
    stands: field('Title'),
  },
  { by: 'platform', at: '/admin-panel/requests', stands: words('No message is here') },
  { by: 'platform', at: '/admin-panel/email-monitoring', stands: figures },
  {
    by: 'platform',
    at: '/admin-panel/email-monitoring?tab=suppressions',
    stands: words('Every address is written to'),
  },
  { by: 'platform', at: '/admin-panel/audit', stands: row },
  { by: 'platform', at: '/admin-panel/donations', stands: words('Nothing was sold yet') },
  { by: 'platform', at: '/admin-panel/orders', stands: words('Nothing was ordered yet') },
  { by: 'platform', at: '/admin-panel/orders?tab=seller', stands: button('Set a tax rate') },
  { by: 'platform', at: '/admin-panel/payment-history', stands: words('Nothing was paid yet') },
  {
    by: 'platform',
    at: '/admin-panel/payment-history?tab=findings',
    stands: words('There is nothing to look at'),
  },
  { by: 'platform', at: '/admin-panel/subscription-plan', stands: labelled('Schools have to have a plan') },
  { by: 'platform', at: '/admin-panel/subscription-variant', stands: row },
  { by: 'platform', at: '/admin-panel/subscription-details', stands: row },

  { by: 'champion', at: '/champion', stands: link('My pages') },
  { by: 'champion', at: '/champion/pages', stands: row },
  {
    by: 'champion',
    at: '/champion/pages/:id',
    from: { at: '/champion/pages', press: link('Edit Rivers') },
    stands: field('Title'),
  },
  { by: 'champion', at: '/champion/resources', stands: row },
  {
    by: 'champion',
    at: '/champion/resources/:id',
    from: { at: '/champion/resources', press: rowLink },
    stands: button('Send it'),
  },
  { by: 'suggester', at: '/champion', stands: row },
];

export function pagesLookedAtBy(name: LookerName): readonly LookedAt[] {
  return everyPage.filter(({ by }) => by === name);
}
