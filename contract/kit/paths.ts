/*
 * Addresses inside the app, each with its pattern and a function that builds one. The router, links, e-mails and tests read them
 * here, so that an address is written once.
 */

type NameIn<Part extends string> = Part extends `:${infer Name}?`
  ? { [Key in Name]?: string | undefined }
  : Part extends `:${infer Name}`
    ? { [Key in Name]: string }
    : unknown;

type ParamsOf<Pattern extends string> = Pattern extends `${infer Part}/${infer Rest}`
  ? NameIn<Part> & ParamsOf<Rest>
  : NameIn<Pattern>;

type Values<Pattern extends string> = ParamsOf<Pattern> & Readonly<Record<string, string | undefined>>;

/** Builds an address: what the pattern names becomes a part of the path, everything else the query. Undefined is left out. */
export interface Path<Pattern extends string> {
  (
    ...values: unknown extends ParamsOf<Pattern>
      ? [values?: Values<Pattern>]
      : Partial<ParamsOf<Pattern>> extends ParamsOf<Pattern>
        ? [values?: Values<Pattern>]
        : [values: Values<Pattern>]
  ): string;
  /** As React Router takes it. */
  readonly pattern: Pattern;
}

/** Declares an address by its pattern. */
export function path<const Pattern extends string>(pattern: Pattern): Path<Pattern> {
  const build = (values: Readonly<Record<string, string | undefined>> = {}): string => {
    const parts = new Set<string>();
    const place = pattern.replaceAll(/\/:(\w+)\??/gu, (_, name: string) => {
      parts.add(name);
      const value = values[name];
      return value === undefined ? '' : `/${encodeURIComponent(value)}`;
    });
    const pairs = Object.entries(values).flatMap(([name, value]) =>
      value === undefined || parts.has(name) ? [] : [`${name}=${encodeURIComponent(value)}`],
    );
    return pairs.length === 0 ? place : `${place}?${pairs.join('&')}`;
  };
  return Object.assign(build, { pattern }) as Path<Pattern>;
}

export const paths = {
  home: path('/'),
  signIn: path('/login'),
  /** The name of a school in addresses, or a one-time link. */
  signInAt: path('/login/:place'),
  signOut: path('/logout'),
  register: path('/register/:token?'),
  forgotPassword: path('/resetpasswordemail'),
  newPassword: path('/password-reset-confirm/'),
  acceptInvitation: path('/accept-invitation/:token?/'),
  confirmEmail: path('/verification/'),
  terms: path('/terms-of-use'),
  refunds: path('/refund-policy'),
  privacy: path('/privacy-policy'),
  contact: path('/contact'),
  faq: path('/faq'),
  library: path('/library'),
  work: path('/library/:id/:chapterSlug?'),
  /** `add` in the query: ids of works, with commas, that are put in. */
  cart: path('/cart'),
  checkout: path('/checkout'),
  /** Where a provider sends a buyer back to, with the order's token as `order`: success, failed or cancel. */
  stripePayment: path('/stripe-payment/:outcome'),
  paypalPayment: path('/paypal-payment/:outcome'),
  phonepePayment: path('/phonepe-payment/:outcome'),
  trackOrder: path('/trackorder/:token'),
  /** One of them by its id or its name in addresses. */
  causes: path('/charities/:place?'),
  /** A receipt, an invoice or a credit note. */
  invoice: path('/invoice/:type/:id'),
  /** Shows whether a certificate is valid. */
  certificate: path('/certificates/:publicId'),
  /** A page before it is live; the token of the link stands behind the `#`. */
  preview: path('/preview'),
  kept: path('/on-this-tablet'),
  acknowledgement: path('/acknowledgement'),
  /** A child's own page; the classes of staff, and what stands next to them by `option`. */
  dashboard: path('/dashboard'),
  books: path('/uploadbook/:slug?'),
  stories: path('/uploadblogsteps/:slug?'),
  /** Messages to Dear World. */
  messages: path('/my-messages/:id?'),
  storyOnOneScreen: path('/upload-blog'),
  chapters: path('/storyedit'),
  resources: path('/uploadcontent/:id?'),
  /** Of a champion, on the platform's own site. */
  champion: path('/champion'),
  school: {
    home: path('/admin-school'),
    dashboard: path('/admin-school/dashboard'),
    classes: path('/admin-school/classes'),
    /** `id` in the query; an address with it in the path works as well. */
    classDetails: path('/admin-school/classdetails/:classId?'),
    students: path('/admin-school/students'),
    student: path('/admin-school/studentprofile/:userId?'),
    teachers: path('/admin-school/teachers'),
    teacher: path('/admin-school/teacher/:id/profile'),
    stories: path('/admin-school/stories'),
    books: path('/admin-school/books'),
    reviews: path('/admin-school/reviews'),
    users: path('/admin-school/users'),
    userForm: path('/admin-school/userprofile/:userId?'),
    modes: path('/admin-school/school-modes'),
    organizations: path('/admin-school/organizations'),
    categories: path('/admin-school/book-categories'),
    categoryForm: path('/admin-school/add-book-category/:categoryId?'),
    reports: path('/admin-school/reports'),
    offers: path('/admin-school/offered-books'),
    /** Labelled Book Sales. */
    donations: path('/admin-school/donations'),
    /** Labelled Causes. */
    causes: path('/admin-school/charities'),
    cause: path('/admin-school/charity-details-view/:charityId'),
    causeForm: path('/admin-school/addcharities/:charityId?'),
    /** Labelled Plans. */
    plans: path('/admin-school/subscriptions'),
    planPayments: path('/admin-school/payment-history'),
    tablets: path('/admin-school/tablets'),
    profile: path('/admin-school/profile'),
    newTable: path('/admin-school/new-table'),
  },
  organization: {
    home: path('/admin-organization'),
    dashboard: path('/admin-organization/dashboard'),
    schools: path('/admin-organization/schools'),
    stories: path('/admin-organization/stories'),
    books: path('/admin-organization/books'),
    people: path('/admin-organization/user-dashboard'),
    person: path('/admin-organization/user-dashboard/:userId'),
    /** Labelled Plans. */
    plans: path('/admin-organization/subscriptions'),
    planPayments: path('/admin-organization/payment-history'),
    profile: path('/admin-organization/profile'),
  },
  platform: {
    home: path('/admin-panel'),
    dashboard: path('/admin-panel/dashboard'),
    tenants: path('/admin-panel/all-tenants'),
    tenant: path('/admin-panel/tenant/:tenantId?'),
    modes: path('/admin-panel/modes'),
    reports: path('/admin-panel/reports'),
    offers: path('/admin-panel/offered-books'),
    causesDashboard: path('/admin-panel/charities-dashboard'),
    causes: path('/admin-panel/all-charities'),
    cause: path('/admin-panel/charity-details-view/:charityId'),
    causeForm: path('/admin-panel/charity/:charityId?'),
    /** Of one order with the ids of its school and its own. */
    orders: path('/admin-panel/orders/:tenantId?/:orderId?'),
    payments: path('/admin-panel/payment-history'),
    /** Labelled Sales and gifts. */
    donations: path('/admin-panel/donations'),
    plans: path('/admin-panel/subscription-plan'),
    planVariants: path('/admin-panel/subscription-variant'),
    /** Who has which plan. */
    subscriptions: path('/admin-panel/subscription-details'),
  },
} as const;

/** What `?option=` opens on the dashboard: of staff, then of a child. */
export const dashboardOptions = [
  'Teacher Dashboard',
  'Students',
  'Stories',
  'All Books',
  'All Stories',
  'Reports',
  'Books from visitors',
  'Tablets',
  'My Books',
  'My Stories',
  'Money I Have Raised',
  'My Passport',
  'Profile',
] as const;
export type DashboardOption = (typeof dashboardOptions)[number];

/** The page of the dashboard that an option opens, with further parts of its query. */
export function dashboardAt(
  option: DashboardOption,
  more: Readonly<Record<string, string | undefined>> = {},
): string {
  return paths.dashboard({ option, ...more });
}
