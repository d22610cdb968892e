import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { createTickets } from '#server/modules/requests/ticket.ts';
import type { api } from '#contract/api.ts';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { dayOf } from '#contract/kit/day.ts';
import { importEndpoints } from '#contract/imports/imports.endpoints.ts';
import type { WantedLine } from '#contract/orders/orders.schema.ts';
import type { ResourceAudience } from '#contract/resources/resources.schema.ts';
import type { SignedPush } from '#contract/sync/grants.schema.ts';
import { usualSettings } from '#contract/works/reading.schema.ts';
import { defaultColors } from '#contract/tenants/tenants.schema.ts';
import { readText, revisionOf, toSeen } from '#server/modules/works/watch-text.ts';
import { inTenant } from '#server/platform/database.ts';
import { makeCategory, makeClass, makeWorks } from '#server/seeds/factories.ts';
import type { ApiWorld, Caller, TestSchool } from './api-world.ts';
import { causeForm } from './causes.ts';
import { deviceReport, reportAs } from './device-reports.ts';
import { SigningTablet } from './grants.ts';
import { makeChampion } from './champions.ts';
import { withChampions } from './champions-in-matrix.ts';
import { handedInBook, makeOffers, type TestOffer } from './offers.ts';
import { contactFields, makeRequests, type TestRequest } from './requests.ts';
import { stopTokenOf } from './member-links.ts';
import type { TestPicture } from './pictures.ts';
import type { TestRecording } from './recordings.ts';
import { buyers, orderOf, textOf } from './shops.ts';
import { resourceForm, shareResource, sheetPdf } from './resources.ts';

type Tree = typeof api;
type NameOf<Domain> =
  Domain extends Readonly<Record<string, { readonly name: infer Name extends string }>> ? Name : never;
/** Every name in the contract; one that the matrix does not declare is an error of types already. */
export type EndpointName = NameOf<Tree[keyof Tree]>;

/** Who calls on the host of greenfield, unless the name says otherwise. */
const usualCallers = [
  'visitor',
  'student',
  'parent',
  'teacher',
  'teacher_of_birch',
  'teacher_admin',
  'school_admin',
  'organization_admin',
  'organization_admin_on_own_host',
  'platform_admin_on_own_host',
  'anyone_signed_in_elsewhere',
] as const;
/** Who helps on the platform's own site for a while, on its host. */
const championCallers = ['superpower_teacher', 'superpower_parent'] as const;
type ChampionCaller = (typeof championCallers)[number];
export const callerNames = [...usualCallers, ...championCallers] as const;
export type CallerName = (typeof callerNames)[number];

/** `ok`, or the code of the problem. */
export type Outcome = 'ok' | `${string}.${string}`;

/** A part of the data that some may see and others may not. */
export type Part = 'maple' | 'birch' | 'no_class' | 'riverside';

/** What a cell's call is sent with. */
export interface CellInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

type StoryState = 'returned' | 'approved' | 'published' | 'withdrawn';

export interface MatrixTokens {
  /** Refresh tokens of sessions that are the matrix's own. */
  refresh: { greenfield: string; riverside: string };
  leave: { greenfield: string; riverside: string };
  /** Ids of tablets that a child of the class used last; enough for everybody to forget one, and one more. */
  tablets: Record<'maple' | 'birch' | 'riverside', string[]>;
  /** Ids of imports of one child each. */
  imports: Record<'maple' | 'birch' | 'riverside', string>;
  /** Of a tablet of each school that is prepared for a class of nobody. */
  prepared: { greenfield: string; riverside: string };
  /** Id of a course of the platform. */
  course: string;
  /** Id of a class of greenfield that no other cell is about. */
  spareClass: string;
  /** Pushes of a student of each school, signed by a tablet that has a grant for them. */
  signed: { greenfield: SignedPush; riverside: SignedPush };
  /** One picture for everybody, and what lets a tablet send it for a story of a student of each school. */
  picture: TestPicture;
  signedPictures: Record<'greenfield' | 'riverside', { workId: string; grant_id: string; signature: string }>;
  /** The same of a recording. */
  recording: TestRecording;
  signedRecordings: MatrixTokens['signedPictures'];
  /** Ids of parked calls of a student of each part, each good for one cell. */
  parked: Readonly<Record<Part, string[]>>;
  /** Tokens of links for a new password; greenfield's are enough for one in each cell. */
  links: { greenfield: string[]; riverside: string[] };
  /** Tokens of links into the schools; greenfield's are enough for one in each cell. */
  visits: { greenfield: string[]; riverside: string[] };
  /** Id of a teacher of each school whom nothing else is about. */
  members: { greenfield: string; riverside: string };
  /** Invitations, each good for one cell. */
  invitations: Record<'greenfield' | 'riverside', { id: string; token: string }[]>;
  /** Letters with such invitations, each good for one cell. */
  letters: Record<'greenfield' | 'riverside', string[]>;
  /** Ids of works: of a child of a part for nobody else, of the staff for the school and for everybody, and of the other school. */
  works: Record<'maple' | 'birch' | 'community' | 'public' | 'riverside', string>;
  /** Ids of stories of a child of each, by what became of them: to do it once more changes nothing. */
  stories: Record<StoryState, Record<'maple' | 'birch' | 'riverside', string>>;
  /** Ids of stories that the platform took down: of a child of each, one for each cell. */
  appeals: Record<'maple' | 'birch' | 'riverside', string[]>;
  /** Ids of stories about which the platform asked the school: of a child of each, one for each cell. */
  questions: Record<'maple' | 'birch' | 'riverside', string[]>;
  /** Stories of greenfield in monitoring, one for each decision of the platform, as it reads them. */
  watched: Record<WatchedFor, { id: string; revision: string }>;
  /** Ids of categories. */
  categories: Record<'greenfield' | 'riverside', string>;
  /** Ids of resources: by who sees them, one of a teacher that is changed, and for each cell one to remove. */
  resources: Record<'staff' | 'community' | 'public' | 'riverside' | 'changed', string> & {
    removed: string[];
  };
  /** Of visitors: one of each school that is confirmed and one that is handed in, and of greenfield's one for each cell. */
  offers: Record<'confirmed' | 'handed_in', Record<'greenfield' | 'riverside', TestOffer>> & {
    decided: TestOffer[];
  };
  /** Messages to each school; greenfield's are enough for one in each cell. And a ticket of a form for each host. */
  requests: Record<'greenfield' | 'riverside', TestRequest[]> & { ticketOf: (host: string) => string };
  /** Of a visitor at each school: a printed book that cost nothing. */
  orders: Record<
    'greenfield' | 'riverside',
    {
      token: string;
      id: string;
      line: string;
      quote: string;
      code: string;
      lines: WantedLine[];
      document: string;
    }
  >;
  /** Ids of causes that each school named, open. */
  causes: Record<'greenfield' | 'riverside', string>;
  /** Addresses of certificates: of a gift to each school, and withdrawn ones of works of each part. */
  certificates: Record<'greenfield' | 'riverside', string> &
    Record<'of_maple' | 'of_birch' | 'of_riverside', string>;
  /** Tokens of links that confirm an e-mail address; greenfield's are enough for two in each cell. */
  emails: { greenfield: string[]; riverside: string[] };
}

type ChampionCells = Readonly<Record<ChampionCaller, readonly Outcome[]>>;

export interface MatrixEntry {
  /** Whom or what the call is about, in the order of the columns. */
  targets: readonly string[];
  input(target: string, world: ApiWorld, tokens: MatrixTokens, userId: string): CellInput;
  cells: Readonly<Record<(typeof usualCallers)[number], readonly Outcome[]>>;
  /** Left out: `champions-in-matrix.ts` says what is usual. */
  champions?: ChampionCells;
}

/** With the cells of all callers. */
export interface WholeEntry extends Omit<MatrixEntry, 'cells' | 'champions'> {
  cells: Readonly<Record<CallerName, readonly Outcome[]>>;
}

const ok = 'ok';
const unknown = 'request.unauthenticated';
const forbidden = 'request.forbidden';
/** What is not served on the platform's own site. */
const elsewhere = 'request.not_found';

/** The school and the class of a target; maple and birch are greenfield's, riverside's Maple has the same code. */
function place(
  target: string,
  world: ApiWorld,
): { school: TestSchool; classId: string; classCode: string; studentId: string } {
  const { greenfield, riverside } = world;
  const of = (
    school: TestSchool,
    { id, class_id }: { id: string; class_id: string },
    student: { id: string } | undefined,
  ) => ({
    school,
    classId: id,
    classCode: class_id,
    studentId: student?.id ?? '',
  });
  if (target === 'maple') return of(greenfield, greenfield.ownClass, greenfield.students[1]);
  if (target === 'birch') return of(greenfield, greenfield.otherClass, greenfield.otherStudents[1]);
  if (target === 'no_class') return of(greenfield, greenfield.ownClass, greenfield.studentWithoutClass);
  return of(riverside, riverside.ownClass, riverside.students[1]);
}

const self = ['self'] as const;
const nothing = (): CellInput => ({});
const classes = ['maple', 'birch', 'riverside'] as const;
const students = ['maple', 'birch', 'no_class', 'riverside'] as const;
const noClass = 'classes.not_found';
const noStudent = 'students.not_found';
const noPermitted = 'permissions.no_student';
const noTablet = 'devices.not_found';
const notPrepared = 'devices.preparation_refused';
const noClassToAddTo = 'students.class_not_found';
const wrong = 'identity.wrong_credentials';
const wrongCommunity = 'identity.wrong_community_password';
const noSchool = 'tenants.unknown_slug';
/** Those of a school who sign in with an e-mail address, by the name before the @. */
const staffNames = ['teacher', 'other', 'lead', 'admin', 'trust', 'parent'] as const;
let drawn = 0;

/** Each in turn. */
function anyOf<Value>(values: readonly Value[]): Value | undefined {
  drawn += 1;
  return values[drawn % values.length];
}
const refused = 'identity.refresh_refused';
const noLink = 'passwords.link_refused';

/** Everyone who asks on greenfield's host gets the same; on their own hosts the other two get another. */
function byHost(
  greenfield: readonly Outcome[],
  organization: readonly Outcome[],
  platform: readonly Outcome[],
): MatrixEntry['cells'] {
  return {
    visitor: greenfield,
    student: greenfield,
    parent: greenfield,
    teacher: greenfield,
    teacher_of_birch: greenfield,
    teacher_admin: greenfield,
    school_admin: greenfield,
    organization_admin: greenfield,
    organization_admin_on_own_host: organization,
    platform_admin_on_own_host: platform,
    anyone_signed_in_elsewhere: greenfield,
  };
}

/** Refused to everybody, in so many columns; who may is written over it. */
function refusedTo(columns: number): MatrixEntry['cells'] {
  const all = (outcome: Outcome) => Array.from({ length: columns }, () => outcome);
  return {
    ...byHost(all(forbidden), all(forbidden), all(elsewhere)),
    visitor: all(unknown),
    anyone_signed_in_elsewhere: all(unknown),
  };
}

type Cells = Pick<MatrixEntry, 'targets' | 'cells'>;

/** What those may do who run the class that something stands in. `missing`: what the others hear. */
function ofItsClass(targets: readonly Part[], missing: Outcome): Cells {
  const may = (...parts: readonly Part[]) => targets.map((target) => (parts.includes(target) ? ok : missing));
  const wholeSchool = may('maple', 'birch', 'no_class');
  return {
    targets,
    cells: {
      ...refusedTo(targets.length),
      teacher: may('maple'),
      teacher_of_birch: may('birch'),
      teacher_admin: wholeSchool,
      school_admin: wholeSchool,
      organization_admin: wholeSchool,
      organization_admin_on_own_host: may(),
    },
  };
}

const addToClassCells = ofItsClass(classes, noClassToAddTo).cells;
const changeStudent = ofItsClass(students, noStudent);
const changeDevice = ofItsClass(classes, noTablet);
/** What those who run a class may do about it. */
const ofClass = ofItsClass(classes, noClass);

/** What those may do who see the whole school; each on the host that is asked. */
const ofWholeSchool: MatrixEntry['cells'] = {
  ...refusedTo(1),
  teacher_admin: [ok],
  school_admin: [ok],
  organization_admin: [ok],
  organization_admin_on_own_host: [ok],
};

/** What they may do about a class; cells that come later need the others as they are. */
const ofSpareClass: Cells = {
  targets: ['spare', 'riverside'],
  cells: {
    ...refusedTo(2),
    teacher_admin: [ok, noClass],
    school_admin: [ok, noClass],
    organization_admin: [ok, noClass],
    organization_admin_on_own_host: [noClass, noClass],
  },
};

function spareOr(target: string, world: ApiWorld, { spareClass }: MatrixTokens): string {
  return target === 'spare' ? spareClass : place(target, world).classId;
}
/** What only those see who run the school; each on the host that is asked. */
const ofAdministrators: MatrixEntry['cells'] = { ...ofWholeSchool, teacher_admin: [forbidden] };

/** An organization has none. */
const ofOffice: MatrixEntry['cells'] = {
  ...ofAdministrators,
  organization_admin_on_own_host: ['shelves.only_schools'],
};

const syncing: MatrixEntry['cells'] = {
  ...byHost([ok], [ok], [elsewhere]),
  visitor: [unknown],
  anyone_signed_in_elsewhere: [unknown],
};

/** Of a work that one may not see nothing is kept, and the answer is the same. */
const readingAnything: MatrixEntry['cells'] = {
  ...byHost([ok, ok], [ok, ok], [elsewhere, elsewhere]),
  visitor: [unknown, unknown],
  anyone_signed_in_elsewhere: [unknown, unknown],
};

/** Those who look after several schools from outside of them. */
const visiting: MatrixEntry['cells'] = {
  ...refusedTo(1),
  organization_admin: [ok],
  organization_admin_on_own_host: [ok],
  platform_admin_on_own_host: [ok],
};
const bothSchools = ['greenfield', 'riverside'] as const;
const noMember = 'members.not_found';
const noInvitation = 'invitations.not_found';
const noSuchLink = 'invitations.link_unknown';

/** Those who make and change the accounts of staff. */
const managing: MatrixEntry['cells'] = { ...ofAdministrators, platform_admin_on_own_host: [ok] };

/** What is done to one of the own school's things, and on no other host. */
function ofOwnSchool(missing: Outcome): MatrixEntry['cells'] {
  return {
    ...refusedTo(2),
    school_admin: [ok, missing],
    organization_admin: [ok, missing],
    organization_admin_on_own_host: [missing, missing],
    platform_admin_on_own_host: [missing, missing],
  };
}

const longAgo = '2020-01-01T00:00:00.000Z';

/** What the platform does to a member of another school, as it was seen long ago: nothing is done. */
const actOnPerson: MatrixEntry = {
  targets: ['riverside'],
  input: (_target, _world, { members }) => ({
    params: { id: members.riverside },
    body: { reason: 'Asked by phone', updated_at: longAgo },
  }),
  cells: byHost([elsewhere], [elsewhere], ['members.changed_since']),
};

const changeMember: Pick<MatrixEntry, 'targets' | 'input' | 'cells'> = {
  targets: bothSchools,
  input: (target, _world, { members }) => ({ params: { userId: members[target as 'greenfield'] } }),
  cells: ofOwnSchool(noMember),
};

/** The own account of those who sign in with an e-mail address and are no guests. */
const ofMembers: MatrixEntry['cells'] = {
  visitor: [unknown],
  student: [forbidden],
  parent: [forbidden],
  teacher: [ok],
  teacher_of_birch: [ok],
  teacher_admin: [ok],
  school_admin: [ok],
  organization_admin: [ok],
  organization_admin_on_own_host: [ok],
  platform_admin_on_own_host: [ok],
  anyone_signed_in_elsewhere: [unknown],
};

const changeInvitation: Pick<MatrixEntry, 'targets' | 'input' | 'cells'> = {
  targets: bothSchools,
  input: (target, _world, { invitations }) => ({
    params: { id: invitations[target as 'greenfield'].pop()?.id ?? '' },
  }),
  cells: ofOwnSchool(noInvitation),
};

const noVisit = 'visits.unknown_school';
const noWayIn = 'visits.link_refused';
const toVisit = (target: string, { greenfield }: ApiWorld) => ({
  params: { tenantId: target === 'greenfield' ? greenfield.tenant.id : randomUUID() },
});

const wrongOld = 'passwords.wrong_old_password';
const noTenant = 'tenants.not_found';
const tenantOf = (target: string, world: ApiWorld) => ({
  tenantId: world[target as 'greenfield' | 'riverside'].tenant.id,
});

/** What those see and change of a tenant who run it. */
const ofTenants: Cells = {
  targets: bothSchools,
  cells: { ...ofOwnSchool(noTenant), platform_admin_on_own_host: [ok, ok] },
};

const noMode = 'modes.not_found';
/** Of the modes that every installation begins with. */
const firstMode = '019aa700-0000-7000-8000-000000000001';
/** A picture of one pixel. */
const dot = new File(
  [
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  ],
  'dot.png',
  { type: 'image/png' },
);
/** A school that is nobody's yet. */
const newSchool = () => ({
  school_name: 'New School',
  school_email: `${randomUUID()}@example.org`,
  first_name: 'Robin',
  last_name: 'Quill',
  domain_url: 'https://new-school.example',
  ...defaultColors,
});

const ofPlatformAlone: MatrixEntry['cells'] = {
  visitor: [unknown],
  student: [forbidden],
  parent: [forbidden],
  teacher: [forbidden],
  teacher_of_birch: [forbidden],
  teacher_admin: [forbidden],
  school_admin: [forbidden],
  organization_admin: [forbidden],
  organization_admin_on_own_host: [forbidden],
  platform_admin_on_own_host: [ok],
  anyone_signed_in_elsewhere: [unknown],
};

const notLinked = 'affiliations.not_found';

/** What a school's own administrators decide about its organizations; the cells of the two who may ask. */
const ofSchoolAlone = (schoolAdmin: readonly Outcome[]): MatrixEntry['cells'] => ({
  ...refusedTo(schoolAdmin.length),
  school_admin: schoolAdmin,
});

/** What the administrators of an organization decide about its schools; in a school there is nothing to decide. */
const ofOrganizationAlone = (
  inSchool: readonly Outcome[],
  onOwnHost: readonly Outcome[],
): MatrixEntry['cells'] => {
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

const notParked = 'sync.not_parked';
const noGrant = 'sync.grant_refused';

const decideParked: Pick<MatrixEntry, 'targets' | 'input' | 'cells'> = {
  ...ofItsClass(students, notParked),
  input: (target, _world, { parked }) => ({ params: { id: parked[target as Part].pop() ?? '' } }),
};

const noWork = 'works.not_found';
const noCategory = 'categories.not_found';

/** What is answered to everybody, as far as each may see, but not to a token that is good elsewhere. */
const openToReaders: MatrixEntry['cells'] = {
  ...byHost([ok], [ok], [ok]),
  anyone_signed_in_elsewhere: [unknown],
};

/** What is read of works, by the rule of who sees which. */
const ofWorks: Pick<MatrixEntry, 'targets' | 'input' | 'cells'> = {
  targets: ['maple', 'birch', 'community', 'public', 'riverside'],
  input: (target, _world, { works }) => ({ params: { workId: works[target as 'maple'] } }),
  cells: {
    visitor: [noWork, noWork, noWork, ok, noWork],
    student: [noWork, noWork, ok, ok, noWork],
    parent: [noWork, noWork, ok, ok, noWork],
    teacher: [ok, noWork, ok, ok, noWork],
    teacher_of_birch: [noWork, ok, ok, ok, noWork],
    teacher_admin: [ok, ok, ok, ok, noWork],
    school_admin: [ok, ok, ok, ok, noWork],
    organization_admin: [ok, ok, ok, ok, noWork],
    organization_admin_on_own_host: [noWork, noWork, noWork, noWork, noWork],
    platform_admin_on_own_host: [noWork, noWork, noWork, noWork, noWork],
    anyone_signed_in_elsewhere: [unknown, unknown, unknown, unknown, unknown],
  },
};

const noResource = 'resources.not_found';
const othersResource = 'resources.not_yours';
const notForEverybody = 'resources.not_for_everybody';

/** What is done about one that a teacher of maple shares. */
const ofSharing = (
  outcome: Outcome,
  onOtherHosts: Outcome,
  about: readonly [Outcome],
): MatrixEntry['cells'] => ({
  ...refusedTo(2),
  teacher: [outcome, ...about],
  teacher_of_birch: [othersResource, ...about],
  teacher_admin: [outcome, ...about],
  school_admin: [outcome, ...about],
  organization_admin: [outcome, ...about],
  organization_admin_on_own_host: [onOtherHosts, ...about],
  platform_admin_on_own_host: [onOtherHosts, ...about],
});

const noOrder = 'orders.not_found';
const noQuote = 'orders.quote_expired';

/** What anybody may who is no child: a visitor, a family, staff. */
function buying(greenfield: readonly Outcome[], organization: readonly Outcome[]): MatrixEntry['cells'] {
  const all = (outcome: Outcome) => greenfield.map(() => outcome);
  return {
    ...byHost(greenfield, organization, all(elsewhere)),
    student: all('orders.ask_grown_up'),
    anyone_signed_in_elsewhere: all(unknown),
  };
}

const ofOrders: Cells = { targets: bothSchools, cells: buying([ok, noOrder], [noOrder, noOrder]) };

const orderBy =
  (body?: unknown) =>
  (target: string, _world: ApiWorld, { orders }: MatrixTokens): CellInput => ({
    params: { token: orders[target as 'greenfield'].token },
    ...(body !== undefined && { body }),
  });

const noDocument = 'invoices.not_found';

const documentBy =
  (body?: unknown) =>
  (target: string, _world: ApiWorld, { orders }: MatrixTokens): CellInput => ({
    params: { type: 'order', token: orders[target as 'greenfield'].document },
    ...(body !== undefined && { body }),
  });

/** What who sells does at each school, from the own site alone. */
const ofSellers = (outcome: Outcome): Cells => ({
  targets: bothSchools,
  cells: {
    ...refusedTo(2),
    platform_admin_on_own_host: [outcome, outcome],
  },
});

/** What who sells does for all schools at once. */
const ofSellersForAll: Cells = {
  targets: self,
  cells: { ...refusedTo(1), platform_admin_on_own_host: [ok] },
};

/** Lists of all schools: served on the platform's own site alone, to those who run it. */
const ofThePanel: Cells = {
  targets: self,
  cells: byHost([elsewhere], [elsewhere], [ok]),
};

const ownWork = {
  title: 'The hare',
  byline: 'Aesop',
  blurb: '',
  language: 'en',
  level: null,
  sdgs: [],
  categories: [],
  mode: null,
  source: 'A printed book',
  licence: 'Public domain',
  credit: 'Aesop',
};

/** No book of the platform. */
const ofNoOwnWork = (body?: Record<string, unknown>): MatrixEntry => ({
  targets: ['nowhere'],
  input: () => ({ params: { workId: randomUUID() }, ...(body && { body }) }),
  cells: byHost([elsewhere], [elsewhere], ['ownworks.not_found']),
});

/** No view that somebody saved. */
const ofNoView = (body?: Record<string, unknown>): MatrixEntry => ({
  targets: ['nowhere'],
  input: () => ({ params: { viewId: randomUUID() }, ...(body && { body }) }),
  cells: byHost([elsewhere], [elsewhere], ['panel.view_not_found']),
});

/** No category of the platform. */
const offerNothing: MatrixEntry = {
  targets: ['nowhere'],
  input: () => ({ params: { categoryId: randomUUID() } }),
  cells: byHost([elsewhere], [elsewhere], ['categories.not_found']),
};

/** What the panel does about a letter of one school; the other school stays as it is. */
const ofLetters: Cells = {
  targets: ['greenfield'],
  cells: byHost([elsewhere], [elsewhere], [ok]),
};
const letterAt =
  (body?: unknown): MatrixEntry['input'] =>
  (target, world, { letters }) => ({
    params: { ...tenantOf(target, world), id: letters[target as 'greenfield'][0] ?? '' },
    ...(body !== undefined && { body }),
  });

/** What the office of a school and that of an organization hear, and nobody else. */
const ofChoosers = (outcome: Outcome): Cells => ({
  targets: self,
  cells: {
    ...refusedTo(1),
    school_admin: [outcome],
    organization_admin: [outcome],
    organization_admin_on_own_host: [outcome],
  },
});

/** What the platform hears, of something that is not there. */
const ofPlanMakers = (missing: Outcome): Cells => ({
  targets: self,
  cells: { ...refusedTo(1), platform_admin_on_own_host: [missing] },
});

const planFields = () => ({ name: `Plan ${randomUUID()}`, description: '', features: [] });
const variantFields = {
  period: 'year',
  currency: 'EUR',
  seat_price: 300,
  seat_minimum: 1,
  seat_maximum: null,
  trial_days: 0,
  is_offered: false,
};
const noVariant = 'subscriptions.variant_not_found';
const noPlan = 'subscriptions.plan_not_found';
const byNewId = (body?: () => unknown) => () => ({ params: { id: uuidv7() }, ...(body && { body: body() }) });

/** Of one that is not there: what else happens is tested next to what one may. */
const ofPayouts: Cells = {
  targets: self,
  cells: { ...refusedTo(1), platform_admin_on_own_host: ['causes.payout_not_found'] },
};

const payoutOf = (body?: () => unknown) => (): CellInput => ({
  params: { id: uuidv7() },
  ...(body && { body: body() }),
});

const paymentAt =
  (body?: unknown) =>
  (target: string, world: ApiWorld): CellInput => ({
    params: { ...tenantOf(target, world), id: uuidv7() },
    ...(body !== undefined && { body }),
  });

const orderAt =
  () =>
  (target: string, world: ApiWorld, { orders }: MatrixTokens): CellInput => ({
    params: { ...tenantOf(target, world), id: orders[target as 'greenfield'].id },
  });

/** Those who run the shop of a school. */
const ofShopkeepers = (missing: Outcome): MatrixEntry['cells'] => ({
  ...ofOwnSchool(missing),
  platform_admin_on_own_host: [elsewhere, elsewhere],
});

const workForSale =
  (body?: unknown) =>
  (target: string, _world: ApiWorld, { orders }: MatrixTokens): CellInput => ({
    params: { id: orders[target as 'greenfield'].lines[0]?.work_id ?? '' },
    ...(body !== undefined && { body }),
  });

const noCause = 'causes.not_found';

/** Who runs a cause: the office of the school that named it, and the platform each of them. */
const ofCauses: Cells = {
  targets: bothSchools,
  cells: { ...ofOwnSchool(noCause), platform_admin_on_own_host: [ok, ok] },
};

const causeOf =
  (body?: () => unknown) =>
  (target: string, _world: ApiWorld, { causes }: MatrixTokens): CellInput => ({
    params: { id: causes[target as 'greenfield'] },
    ...(body && { body: body() }),
  });

const noPage = 'content.not_found';
/** What editors of public pages hear; in this world there is no page, and tests/api/content-editing.test.ts has some. */
/** Of champions, what superpower teachers may do on the platform's host. */
const forTeachers = (outcome: Outcome): ChampionCells => ({
  superpower_teacher: [outcome],
  superpower_parent: [forbidden],
});
/** The same of superpower parents. */
const forParents = (outcome: Outcome): ChampionCells => ({
  superpower_teacher: [forbidden],
  superpower_parent: [outcome],
});
/** What champions alone do: nobody of a school has such a call, and who runs the platform has other ones. */
const ofChampions = (champions: ChampionCells): Omit<MatrixEntry, 'input'> => ({
  targets: self,
  cells: byHost([elsewhere], [elsewhere], [forbidden]),
  champions,
});
const helps = { reason: 'Helps with the texts' };

const byEditors = (outcome: Outcome): Pick<MatrixEntry, 'targets' | 'cells'> => ({
  targets: self,
  cells: {
    ...refusedTo(1),
    organization_admin_on_own_host: [forbidden],
    school_admin: [outcome],
    platform_admin_on_own_host: [outcome],
  },
});
const noSuchPage = (more: CellInput = {}) => ({ params: { id: uuidv7() }, ...more });
const noSuchFilm = () => ({ params: { id: uuidv7(), filmId: uuidv7() } });
const inEnglish = { language: 'en' };
const noCertificate = 'certificates.not_found';
const nothingRaised = 'certificates.nothing_raised';

const noOffer = 'offers.not_found';

/** What a device does with the offer that it began, whoever is signed in there. */
const ofTickets: Cells = {
  targets: bothSchools,
  cells: byHost([ok, noOffer], [noOffer, noOffer], [noOffer, noOffer]),
};

const offerOf =
  (state: 'confirmed' | 'handed_in', body: (ticket: string) => unknown) =>
  (target: string, _world: ApiWorld, { offers }: MatrixTokens): CellInput => {
    const { id, ticket } = offers[state][target as 'greenfield'];
    return { params: { offerId: id }, body: body(ticket) };
  };

/** Who decides about the books of visitors; each about a book of its own. */
const ofOffers: Cells = {
  targets: bothSchools,
  cells: {
    ...refusedTo(2),
    teacher_admin: [ok, noOffer],
    school_admin: [ok, noOffer],
    organization_admin: [ok, noOffer],
    organization_admin_on_own_host: [noOffer, noOffer],
    platform_admin_on_own_host: [noOffer, noOffer],
  },
};

const offerToDecide =
  (body: unknown) =>
  (target: string, _world: ApiWorld, { offers }: MatrixTokens): CellInput => {
    const offer = target === 'greenfield' ? offers.decided.pop() : offers.handed_in.riverside;
    return { params: { offerId: offer?.id ?? '' }, body };
  };

const noRequest = 'requests.not_found';
const noRequestLink = 'requests.link_refused';
/** Who answers the messages of a school, each about a message of its own. */
const ofRequests: Cells = {
  targets: bothSchools,
  cells: {
    ...refusedTo(2),
    teacher_admin: [ok, noRequest],
    school_admin: [ok, noRequest],
    organization_admin: [ok, noRequest],
    organization_admin_on_own_host: [noRequest, noRequest],
    platform_admin_on_own_host: [noRequest, noRequest],
  },
};
const requestTo =
  (body?: object) =>
  (target: string, _world: ApiWorld, { requests }: MatrixTokens): CellInput => {
    const request = requests[target as 'greenfield'].pop();
    const input = { params: { requestId: request?.id ?? '' } };
    return body ? { ...input, body: { ...body, seen: request?.updated_at ?? '' } } : input;
  };

const noReported = 'moderation.not_found';
const wholeSchoolDecides: readonly Outcome[] = [ok, ok, noReported];
const nobodyHere: readonly Outcome[] = [noReported, noReported, noReported];

/** What those do about works of the school who decide about what readers told. */
const ofDeciders: Cells = {
  targets: classes,
  cells: {
    ...refusedTo(3),
    teacher_admin: wholeSchoolDecides,
    school_admin: wholeSchoolDecides,
    organization_admin: wholeSchoolDecides,
    organization_admin_on_own_host: nobodyHere,
    platform_admin_on_own_host: nobodyHere,
  },
};

/** What a school says to the platform about a work of its own. */
const toThePlatform: Cells = {
  targets: classes,
  cells: {
    ...refusedTo(3),
    teacher_admin: wholeSchoolDecides,
    school_admin: wholeSchoolDecides,
    organization_admin: wholeSchoolDecides,
    organization_admin_on_own_host: nobodyHere,
  },
};

const saidOf =
  (about: 'appeals' | 'questions') =>
  (target: string, _world: ApiWorld, tokens: MatrixTokens): CellInput => ({
    params: { workId: tokens[about][target as 'maple'].pop() ?? '' },
    body: { reason: 'It is a tale.' },
  });

const watchedFor = ['read', 'keep', 'ask', 'takeDown', 'reinstate'] as const;
type WatchedFor = (typeof watchedFor)[number];

/** What the platform reads and decides about a work of a school, from its own site alone; riverside has none in monitoring. */
const ofMonitoring: Cells = {
  targets: bothSchools,
  cells: byHost([elsewhere, elsewhere], [elsewhere, elsewhere], [ok, 'monitoring.not_found']),
};

const watchedOf = (target: string, purpose: WatchedFor, world: ApiWorld, { watched }: MatrixTokens) => ({
  params: {
    tenantId: world[target as 'greenfield'].tenant.id,
    workId: target === 'greenfield' ? watched[purpose].id : randomUUID(),
  },
});

const watchRead = (target: string, world: ApiWorld, tokens: MatrixTokens): CellInput =>
  watchedOf(target, 'read', world, tokens);

const watchAct =
  (purpose: WatchedFor) =>
  (target: string, world: ApiWorld, tokens: MatrixTokens): CellInput => {
    const { revision } = tokens.watched[purpose];
    const state = purpose === 'reinstate' ? 'taken_down' : 'waiting';
    return {
      ...watchedOf(target, purpose, world, tokens),
      body: { seen: { revision, reports: [], state }, reason: 'It is a tale.' },
    };
  };

/** What may be done with a story of one's own; these are other people's. */
const ofStoriesOfOthers = (noStory: Outcome): Cells => ({
  targets: ['maple', 'riverside'],
  cells: {
    ...refusedTo(2),
    student: [noStory, noStory],
    teacher: [noStory, noStory],
    teacher_of_birch: [noStory, noStory],
    teacher_admin: [noStory, noStory],
    school_admin: [noStory, noStory],
  },
});
const ofOwnStories = ofStoriesOfOthers('writing.not_found');

/** Of one of them, with a chapter and a body where it wants some. */
const ownStory =
  (chapter: boolean, body?: () => unknown) =>
  (target: string, _world: ApiWorld, { stories }: MatrixTokens): CellInput => ({
    params: { workId: stories.returned[target as 'maple'], ...(chapter && { chapterId: randomUUID() }) },
    ...(body && { body: body() }),
  });

const noReview = 'reviews.not_found';

/** What those do who look after the authors. */
const ofReviewers = ofItsClass(classes, noReview);

/** A story of which this was done already; with a body where it wants one. */
const storyOf =
  (state: StoryState, body?: unknown) =>
  (target: string, _world: ApiWorld, { stories }: MatrixTokens): CellInput => ({
    params: { workId: stories[state][target as 'maple'] },
    ...(body !== undefined && { body }),
  });

/** The same for what is done to several at once. */
const storiesOf =
  (state: StoryState, body: Record<string, unknown> = {}) =>
  (target: string, _world: ApiWorld, { stories }: MatrixTokens): CellInput => ({
    body: { ids: [stories[state][target as 'maple']], ...body },
  });

const notListed = 'catalogue.not_found';
const ofListed = ofItsClass(classes, notListed);

const writingStaff: MatrixEntry['cells'] = {
  ...refusedTo(1),
  student: [ok],
  teacher: [ok],
  teacher_of_birch: [ok],
  teacher_admin: [ok],
  school_admin: [ok],
};

const changeCategory: Pick<MatrixEntry, 'targets' | 'input' | 'cells'> = {
  targets: bothSchools,
  input: (target, _world, { categories }) => ({
    params: { categoryId: categories[target as 'greenfield'] },
  }),
  cells: ofOwnSchool(noCategory),
};

const teaching: MatrixEntry['cells'] = { ...syncing, student: [forbidden], parent: [forbidden] };

/** Each endpoint × each caller × each target. A new endpoint has to be declared here before anything passes. */
const declared: Readonly<Record<EndpointName, MatrixEntry>> = {
  'devices.report': {
    targets: self,
    input: () => ({ body: deviceReport() }),
    cells: syncing,
  },
  'devices.list': {
    targets: ['all', ...classes],
    input: (target, world) => ({
      query: target === 'all' ? {} : { school_class: place(target, world).classId },
    }),
    cells: {
      visitor: [unknown, unknown, unknown, unknown],
      student: [forbidden, forbidden, forbidden, forbidden],
      parent: [forbidden, forbidden, forbidden, forbidden],
      teacher: [ok, ok, noClass, noClass],
      teacher_of_birch: [ok, noClass, ok, noClass],
      teacher_admin: [ok, ok, ok, noClass],
      school_admin: [ok, ok, ok, noClass],
      organization_admin: [ok, ok, ok, noClass],
      organization_admin_on_own_host: [ok, noClass, noClass, noClass],
      platform_admin_on_own_host: [elsewhere, elsewhere, elsewhere, elsewhere],
      anyone_signed_in_elsewhere: [unknown, unknown, unknown, unknown],
    },
  },
  'devices.rename': {
    ...changeDevice,
    input: (target, _world, { tablets }) => ({
      params: { id: tablets[target as 'maple'].at(-1) ?? '' },
      body: { name: `By ${randomUUID()}` },
    }),
  },
  'devices.forget': {
    ...changeDevice,
    input: (target, _world, { tablets }) => ({ params: { id: tablets[target as 'maple'].shift() ?? '' } }),
  },
  'devices.prepare': {
    ...changeDevice,
    input: (target, world, { tablets }) => ({
      body: {
        device_id: tablets[target as 'maple'].at(-1) ?? '',
        school_class_ids: [place(target, world).classId],
      },
    }),
  },
  'devices.endPreparation': {
    ...changeDevice,
    input: (target, _world, { tablets }) => ({ params: { id: tablets[target as 'maple'].at(-1) ?? '' } }),
  },
  'devices.keepPreparations': {
    ...changeDevice,
    input: (target, _world, { tablets }) => ({
      body: { device_ids: [tablets[target as 'maple'].at(-1) ?? ''] },
    }),
  },
  'devices.readPack': {
    // Who is signed in does not count: the tablet itself is who asks.
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { prepared }) => ({ body: { token: prepared[target as 'greenfield'] } }),
    cells: byHost([ok, notPrepared], [notPrepared, notPrepared], [elsewhere, elsewhere]),
  },

  'moderation.report': {
    ...ofWorks,
    input: (target, _world, { works }) => ({
      params: { workId: works[target as 'maple'] },
      body: { reason: 'other' },
    }),
  },
  'moderation.list': {
    targets: self,
    input: nothing,
    cells: { ...ofWholeSchool, platform_admin_on_own_host: [ok] },
  },
  'moderation.keep': { ...ofDeciders, input: storyOf('published', { reports: [uuidv7()] }) },
  'moderation.takeDown': { ...ofDeciders, input: storyOf('withdrawn', { reason: 'Not yet' }) },
  'moderation.reinstate': { ...ofDeciders, input: storyOf('published') },
  'moderation.appeal': { ...toThePlatform, input: saidOf('appeals') },
  'moderation.answer': { ...toThePlatform, input: saidOf('questions') },
  // What is listed of whom, and what is decided, is tested with book monitoring itself.
  'monitoring.list': { targets: self, input: nothing, cells: byHost([elsewhere], [elsewhere], [ok]) },
  'monitoring.count': { targets: self, input: nothing, cells: byHost([elsewhere], [elsewhere], [ok]) },
  'monitoring.listWords': { ...ofThePanel, input: nothing },
  'monitoring.addWord': {
    ...ofThePanel,
    input: () => ({ body: { words: `word ${randomUUID()}`, reason: 'They asked' } }),
  },
  // Of nobody. watched-words.test.ts removes one.
  'monitoring.removeWord': {
    targets: ['nowhere'],
    input: () => ({ params: { id: randomUUID() } }),
    cells: byHost([elsewhere], [elsewhere], ['monitoring.word_not_found']),
  },
  'monitoring.read': { ...ofMonitoring, input: watchRead },
  'monitoring.claim': { ...ofMonitoring, input: watchRead },
  'monitoring.keep': { ...ofMonitoring, input: watchAct('keep') },
  'monitoring.ask': { ...ofMonitoring, input: watchAct('ask') },
  'monitoring.takeDown': { ...ofMonitoring, input: watchAct('takeDown') },
  'monitoring.reinstate': { ...ofMonitoring, input: watchAct('reinstate') },
  'offers.ask': {
    targets: self,
    input: () => ({ body: { name: 'Ada', email: `${randomUUID()}@example.org`, is_adult: true } }),
    cells: byHost([ok], [ok], [ok]),
  },
  'offers.confirm': {
    targets: bothSchools,
    input: (target, _world, { offers }) => ({
      body: { token: offers.confirmed[target as 'greenfield'].token },
    }),
    cells: byHost(
      [ok, 'offers.link_refused'],
      ['offers.link_refused', 'offers.link_refused'],
      ['offers.link_refused', 'offers.link_refused'],
    ),
  },
  'offers.readState': { ...ofTickets, input: offerOf('confirmed', (ticket) => ({ ticket })) },
  'offers.sendPage': {
    ...ofTickets,
    input: (target, _world, { offers, picture }) => {
      const { id, ticket } = offers.confirmed[target as 'greenfield'];
      return { params: { offerId: id, sha256: picture.sha256 }, body: { ticket, picture: picture.file } };
    },
  },
  'offers.handIn': {
    ...ofTickets,
    input: offerOf('handed_in', (ticket) => handedInBook(ticket, [{ sha256: '0'.repeat(64), alt: '' }])),
  },
  'offers.takeBack': {
    ...ofTickets,
    input: (target, _world, { offers }) => {
      const offer = target === 'greenfield' ? offers.decided.pop() : offers.confirmed.riverside;
      return { params: { offerId: offer?.id ?? '' }, body: { ticket: offer?.ticket ?? '' } };
    },
  },
  'offers.list': {
    targets: self,
    input: nothing,
    cells: { ...ofWholeSchool, platform_admin_on_own_host: [ok] },
  },
  'offers.accept': { ...ofOffers, input: offerToDecide({}) },
  'offers.refuse': { ...ofOffers, input: offerToDecide({ reason: 'Not for us' }) },
  'requests.ticket': { targets: self, input: nothing, cells: byHost([ok], [ok], [ok]) },
  'requests.send': {
    targets: self,
    input: (_target, _world, { requests }) => ({
      body: {
        ...contactFields,
        email: `${randomUUID()}@example.org`,
        id: uuidv7(),
        secret: randomUUID(),
        ticket: requests.ticketOf('greenfield'),
        proof: '',
      },
    }),
    // A ticket is good where it was given.
    cells: byHost([ok], ['requests.ticket_old'], ['requests.ticket_old']),
  },
  'requests.confirm': {
    targets: bothSchools,
    input: (target, _world, { requests }) => ({
      body: { token: requests[target as 'greenfield'][0]?.token ?? '' },
    }),
    cells: byHost([ok, noRequestLink], [noRequestLink, noRequestLink], [noRequestLink, noRequestLink]),
  },
  'requests.readState': {
    targets: bothSchools,
    input: (target, _world, { requests }) => {
      const { reference = '', secret = '' } = requests[target as 'greenfield'][0] ?? {};
      return { body: { reference, secret } };
    },
    cells: byHost([ok, noRequest], [noRequest, noRequest], [noRequest, noRequest]),
  },
  'requests.list': {
    targets: self,
    input: nothing,
    cells: { ...ofWholeSchool, platform_admin_on_own_host: [ok] },
  },
  'requests.read': { ...ofRequests, input: requestTo() },
  'requests.answer': { ...ofRequests, input: requestTo({ words: 'Thank you.' }) },
  'requests.decide': { ...ofRequests, input: requestTo({ state: 'closed' }) },
  // Lists of schools come to the platform alone: enrolments.test.ts has one.
  'requests.invite': {
    targets: bothSchools,
    input: (target, _world, { requests }) => {
      const { id = '', updated_at = '' } = requests[target as 'greenfield'][0] ?? {};
      return { params: { requestId: id }, body: { seen: updated_at, emails: ['hill@example.org'] } };
    },
    cells: { ...refusedTo(2), platform_admin_on_own_host: [noRequest, noRequest] },
  },
  'requests.remind': {
    targets: bothSchools,
    input: (target, _world, { requests }) => {
      const { id = '', updated_at = '' } = requests[target as 'greenfield'][0] ?? {};
      return { params: { requestId: id }, body: { seen: updated_at, emails: ['hill@example.org'] } };
    },
    cells: { ...refusedTo(2), platform_admin_on_own_host: [noRequest, noRequest] },
  },
  'requests.assign': { ...ofRequests, input: requestTo({ to_me: true }) },
  'orders.quote': {
    targets: self,
    input: (_target, _world, { orders }) => ({
      query: { lines: textOf(orders.greenfield.lines), country: 'DE' },
    }),
    cells: buying([ok], ['orders.closed']),
  },
  'orders.place': {
    targets: bothSchools,
    input: (target, _world, { orders }) => {
      const { quote, lines } = orders[target as 'greenfield'];
      return { body: orderOf({ quote }, lines) };
    },
    cells: buying([ok, noQuote], [noQuote, noQuote]),
  },
  'orders.pay': {
    targets: bothSchools,
    input: orderBy({ provider: 'transfer' }),
    cells: buying(['orders.already_paid', noOrder], [noOrder, noOrder]),
  },
  'orders.check': { ...ofOrders, input: orderBy() },
  'orders.track': { ...ofOrders, input: orderBy() },
  'orders.sendCode': { ...ofOrders, input: orderBy() },
  'orders.openOwn': {
    targets: bothSchools,
    input: orderBy({ code: '000000' }),
    cells: buying(['orders.wrong_code', noOrder], [noOrder, noOrder]),
  },
  'orders.download': {
    targets: bothSchools,
    input: (target, _world, { orders }) => {
      const { token, line } = orders[target as 'greenfield'];
      return { params: { token, line }, body: { pass: 'none' } };
    },
    cells: buying(['orders.pass_over', noOrder], [noOrder, noOrder]),
  },
  'orders.readOwn': {
    targets: bothSchools,
    input: orderBy({ pass: 'none' }),
    cells: buying(['orders.pass_over', noOrder], [noOrder, noOrder]),
  },
  'orders.readParts': {
    targets: bothSchools,
    input: (target, _world, { orders }) => {
      const { token, line } = orders[target as 'greenfield'];
      return { params: { token, line }, body: { pass: 'none', offset: 0 } };
    },
    cells: buying(['orders.pass_over', noOrder], [noOrder, noOrder]),
  },
  'orders.giveBack': {
    targets: bothSchools,
    input: (target, _world, { orders }) => {
      const { token, line } = orders[target as 'greenfield'];
      return { params: { token }, body: { id: uuidv7(), pass: 'none', lines: [line] } };
    },
    cells: buying(['orders.pass_over', noOrder], [noOrder, noOrder]),
  },
  'orders.list': { ...ofSellers(ok), input: (target, world) => ({ params: tenantOf(target, world) }) },
  'orders.read': { ...ofSellers(ok), input: orderAt() },
  'orders.refund': {
    ...ofSellers('orders.not_ready'),
    input: (target, world, tokens) => {
      const { line } = tokens.orders[target as 'greenfield'];
      const lines = [{ line_id: line, amount: 100 }];
      return { ...orderAt()(target, world, tokens), body: { id: uuidv7(), lines, reason: 'Torn' } };
    },
  },
  'seller.findOrders': { ...ofSellersForAll, input: nothing },
  'seller.read': { ...ofSellersForAll, input: nothing },
  'seller.update': {
    ...ofSellersForAll,
    input: () => ({ body: { name: 'Quillshelf', address: 'Here 1', tax_numbers: '', platform_bp: 0 } }),
  },
  'seller.listTaxRates': { ...ofSellersForAll, input: nothing },
  'seller.setTaxRate': {
    ...ofSellersForAll,
    input: () => ({
      body: { country: 'DE', kind: 'plan', rate_bp: 1900, name: 'VAT', from_date: '2999-01-01' },
    }),
  },
  'payouts.list': { ...ofSellersForAll, input: nothing },
  'payouts.listPayable': { ...ofSellersForAll, input: nothing },
  'payouts.listOwn': { targets: self, input: nothing, cells: ofAdministrators },
  'payouts.read': { ...ofPayouts, input: payoutOf() },
  'payouts.prepare': {
    targets: self,
    input: (_target, _world, { causes }) => ({
      body: { id: uuidv7(), to: { kind: 'cause', id: causes.greenfield }, currency: 'EUR' },
    }),
    cells: { ...refusedTo(1), platform_admin_on_own_host: ['causes.nothing_to_pay'] },
  },
  'payouts.markSent': {
    ...ofPayouts,
    input: payoutOf(() => ({ sent_on: '2026-11-26', bank_reference: 'B1' })),
  },
  'payouts.prove': { ...ofPayouts, input: payoutOf(() => ({ file: sheetPdf('proof') })) },
  'payouts.cancel': { ...ofPayouts, input: payoutOf() },
  // What is listed of whom is tested with the lists themselves.
  'ownWorks.listUnpublished': { ...ofThePanel, input: nothing },
  // Of none. own-works.test.ts makes some.
  'ownWorks.read': ofNoOwnWork(),
  'ownWorks.sendPage': {
    targets: self,
    input: () => ({
      params: { sha256: 'a'.repeat(64) },
      body: { picture: new Blob(['none'], { type: 'image/png' }) },
    }),
    cells: byHost([elsewhere], [elsewhere], ['ownworks.unreadable']),
  },
  'ownWorks.create': {
    targets: self,
    input: () => ({
      body: { id: uuidv7(), ...ownWork, pages: [{ sha256: 'a'.repeat(64), alt: '' }] },
    }),
    cells: byHost([elsewhere], [elsewhere], ['ownworks.pages_missing']),
  },
  'ownWorks.change': ofNoOwnWork({ revision: 1, ...ownWork }),
  'ownWorks.publish': ofNoOwnWork({ revision: 1 }),
  'ownWorks.withdraw': ofNoOwnWork({ revision: 1 }),
  'panel.listTenants': { ...ofThePanel, input: nothing },
  'panel.listPeople': { ...ofThePanel, input: () => ({ query: { search: 'nobody of this name' } }) },
  'panel.listStudents': {
    ...ofThePanel,
    input: (_target, { platform }) => ({ query: { tenant_id: platform.id } }),
  },
  'panel.listAudit': { ...ofThePanel, input: nothing },
  // Of nobody. panel-audit.test.ts looks at some.
  'panel.readAudit': {
    targets: ['nowhere'],
    input: (_target, { platform }) => ({ params: { tenantId: platform.id, id: randomUUID() } }),
    cells: byHost([elsewhere], [elsewhere], ['panel.entry_not_found']),
  },
  'panel.listWorks': { ...ofThePanel, input: nothing },
  'panel.listViews': { ...ofThePanel, input: nothing },
  'panel.saveView': {
    ...ofThePanel,
    input: () => ({ body: { name: randomUUID(), path: '/admin-panel/all-users', query: 'role=parent' } }),
  },
  // Of none. panel-views.test.ts has some.
  'panel.renameView': ofNoView({ name: 'Parents' }),
  'panel.deleteView': ofNoView(),
  'panel.exportTenants': { ...ofThePanel, input: nothing },
  'panel.exportPeople': { ...ofThePanel, input: nothing },
  'panel.exportWorks': { ...ofThePanel, input: nothing },
  'panel.exportLetters': { ...ofThePanel, input: nothing },
  'panel.exportAudit': { ...ofThePanel, input: nothing },
  // Of none. panel-works.test.ts reads some.
  'panel.readWork': {
    targets: ['nowhere'],
    input: (_target, { platform }) => ({ params: { tenantId: platform.id, workId: randomUUID() } }),
    cells: byHost([elsewhere], [elsewhere], ['panel.work_not_found']),
  },
  'panel.readNumbers': { ...ofThePanel, input: nothing },
  'panel.readPeopleNumbers': { ...ofThePanel, input: nothing },
  'panel.readWorkNumbers': { ...ofThePanel, input: nothing },
  'panel.listCategories': { ...ofThePanel, input: nothing },
  // Of none. panel-categories.test.ts has some.
  'panel.readCategory': offerNothing,
  'panel.offerCategory': offerNothing,
  'panel.stopOfferingCategory': offerNothing,
  'panel.readPerson': {
    targets: ['riverside'],
    input: (_target, _world, { members }) => ({ params: { id: members.riverside } }),
    cells: byHost([elsewhere], [elsewhere], [ok]),
  },
  'panel.endSessions': actOnPerson,
  'panel.sendPasswordLink': actOnPerson,
  'panel.archivePerson': actOnPerson,
  'panel.restorePerson': actOnPerson,
  // Of none. dear-world.test.ts has an edition.
  'dearWorld.read': {
    targets: self,
    input: nothing,
    cells: byHost([ok], [ok], [ok]),
  },
  'messages.list': { ...ofThePanel, input: nothing },
  'messages.pick': {
    targets: ['nowhere'],
    input: () => ({ params: { tenantId: randomUUID(), workId: randomUUID() }, body: { year: 2026 } }),
    cells: byHost([elsewhere], [elsewhere], ['messages.not_found']),
  },
  'messages.unpick': {
    targets: ['nowhere'],
    input: () => ({ params: { tenantId: randomUUID(), workId: randomUUID() } }),
    cells: byHost([elsewhere], [elsewhere], ['messages.not_picked']),
  },
  'picks.list': { targets: self, input: nothing, cells: byHost([elsewhere], [elsewhere], [ok]) },
  // Of none. panel-picks.test.ts picks some.
  'picks.listSuggested': { ...ofThePanel, input: nothing },
  'picks.decline': {
    targets: ['nowhere'],
    input: () => ({ params: { tenantId: randomUUID(), workId: randomUUID() }, body: { seen: longAgo } }),
    cells: byHost([elsewhere], [elsewhere], ['panel.not_suggested']),
  },
  'champions.list': { ...ofThePanel, input: nothing },
  'champions.grant': {
    ...ofThePanel,
    input: (_target, world) => ({
      body: {
        kind: 'teacher',
        first_name: 'Ana',
        last_name: 'Ruiz',
        email: `${randomUUID()}@example.org`,
        until: dayOf(world.clock.now()),
        ...helps,
      },
    }),
  },
  'champions.extend': {
    ...ofThePanel,
    input: (_target, world) => ({
      params: { id: randomUUID() },
      body: { until: dayOf(world.clock.now()), updated_at: longAgo, ...helps },
    }),
    cells: byHost([elsewhere], [elsewhere], ['champions.not_found']),
  },
  'champions.revoke': {
    ...ofThePanel,
    input: () => ({ params: { id: randomUUID() }, body: { updated_at: longAgo, ...helps } }),
    cells: byHost([elsewhere], [elsewhere], ['champions.not_found']),
  },
  'champions.readOwn': {
    ...ofChampions({ superpower_teacher: [ok], superpower_parent: [ok] }),
    input: nothing,
  },
  'champions.listWorks': { ...ofChampions(forParents(ok)), input: nothing },
  'champions.suggest': {
    ...ofChampions(forParents('panel.work_not_found')),
    input: () => ({
      params: { tenantId: randomUUID(), workId: randomUUID() },
      body: { why: 'Good to read' },
    }),
  },
  'champions.listSuggestions': { ...ofChampions(forParents(ok)), input: nothing },
  'picks.pick': {
    targets: ['nowhere'],
    input: () => ({ params: { tenantId: randomUUID(), workId: randomUUID() } }),
    cells: byHost([elsewhere], [elsewhere], ['panel.work_not_found']),
  },
  'picks.unpick': {
    targets: ['nowhere'],
    input: () => ({ params: { tenantId: randomUUID(), workId: randomUUID() } }),
    cells: byHost([elsewhere], [elsewhere], ['panel.not_picked']),
  },
  'payments.list': { ...ofSellersForAll, input: nothing },
  'payments.listFindings': { ...ofSellersForAll, input: nothing },
  'payments.listBanks': { ...ofSellersForAll, input: nothing },
  'payments.setBank': {
    ...ofSellersForAll,
    input: () => ({
      body: { currency: 'CHF', holder: 'Quillshelf', bank: '', account: 'CH00', code: '', words: '' },
    }),
  },
  'payments.removeBank': { ...ofSellersForAll, input: () => ({ params: { currency: 'SEK' } }) },
  'payments.check': { ...ofSellers('payments.not_found'), input: paymentAt() },
  'payments.recordTransfer': {
    ...ofSellers('payments.not_found'),
    input: (target, world) =>
      paymentAt({
        id: uuidv7(),
        direction: 'in',
        refund_id: null,
        amount: 400,
        happened_on: '2026-11-26',
        bank_reference: 'B1',
        words: '',
      })(target, world),
  },
  'payments.closeFinding': {
    ...ofSellers('payments.finding_not_found'),
    input: paymentAt({ words: 'Seen to' }),
  },
  // tests/api/subscriptions*.test.ts have plans that are there.
  'plans.list': { targets: self, input: nothing, cells: managing },
  'plans.create': { ...ofSellersForAll, input: () => ({ body: { id: uuidv7(), ...planFields() } }) },
  'plans.update': { ...ofPlanMakers(noPlan), input: byNewId(planFields) },
  'plans.remove': { ...ofPlanMakers(noPlan), input: byNewId() },
  'plans.createVariant': {
    ...ofPlanMakers(noPlan),
    input: () => ({ body: { id: uuidv7(), plan_id: uuidv7(), ...variantFields } }),
  },
  'plans.updateVariant': { ...ofPlanMakers(noVariant), input: byNewId(() => variantFields) },
  'plans.removeVariant': { ...ofPlanMakers(noVariant), input: byNewId() },
  'plans.setRequired': { ...ofSellersForAll, input: () => ({ body: { is_required: false } }) },
  'subscriptions.read': { ...ofChoosers(ok), input: nothing },
  'subscriptions.quote': {
    ...ofChoosers(noVariant),
    input: () => ({ query: { variant_id: uuidv7(), seats: '30', country: 'DE' } }),
  },
  'subscriptions.start': {
    ...ofChoosers(noVariant),
    input: () => ({
      body: {
        id: uuidv7(),
        variant_id: uuidv7(),
        seats: 30,
        billing: { name: 'Office', email: 'office@example.org', country: 'DE', address: null },
        total: 9000,
        accepts_terms: true,
      },
    }),
  },
  'subscriptions.update': {
    ...ofChoosers('subscriptions.not_found'),
    input: () => ({ body: { ends_at_period_end: true } }),
  },
  'subscriptions.quoteSeats': {
    ...ofChoosers('subscriptions.not_found'),
    input: () => ({ query: { seats: '5' } }),
  },
  'subscriptions.orderSeats': {
    ...ofChoosers('subscriptions.not_found'),
    input: () => ({ body: { id: uuidv7(), seats: 5, total: 100 } }),
  },
  'subscriptions.cancelOrder': { ...ofChoosers('subscriptions.order_not_found'), input: byNewId() },
  'subscriptions.listCovered': {
    targets: self,
    input: nothing,
    cells: { ...refusedTo(1), organization_admin: [ok], organization_admin_on_own_host: [ok] },
  },
  'subscriptions.listOrders': { ...ofChoosers(ok), input: nothing },
  'subscriptions.list': { ...ofSellersForAll, input: nothing },
  'invoices.read': {
    targets: bothSchools,
    input: documentBy(),
    cells: buying([ok, noDocument], [noDocument, noDocument]),
  },
  'invoices.readWhole': {
    targets: bothSchools,
    input: documentBy({ pass: 'none' }),
    cells: buying(['orders.pass_over', noDocument], [noDocument, noDocument]),
  },
  'sold.list': { targets: self, input: nothing, cells: managing },
  'sold.sum': { targets: self, input: nothing, cells: managing },
  'sold.causes': { targets: self, input: nothing, cells: ofAdministrators },
  'orders.fulfil': {
    targets: bothSchools,
    input: (target, _world, { orders }) => {
      const { id, line } = orders[target as 'greenfield'];
      return { params: { id, line }, body: { fulfilment: 'to_make' } };
    },
    cells: ofShopkeepers(noOrder),
  },
  'shop.read': { targets: self, input: nothing, cells: byHost([ok], [ok], [elsewhere]) },
  'shop.update': {
    targets: self,
    input: (_target, _world, { orders }) => ({
      body: {
        is_open: false,
        currency: 'EUR',
        digital_price: 0,
        print_price: 0,
        print_cost: 0,
        shipping_price: 0,
        school_bp: 0,
        default_cause_id: null,
        code: orders.greenfield.code,
      },
    }),
    cells: { ...ofAdministrators, organization_admin_on_own_host: ['orders.code_taken'] },
  },
  'shop.readSale': { targets: bothSchools, input: workForSale(), cells: ofShopkeepers('works.not_found') },
  'shop.updateSale': {
    targets: bothSchools,
    input: workForSale({ is_for_sale: true, digital_price: null, print_price: null }),
    cells: ofShopkeepers('works.not_found'),
  },
  'resources.list': { targets: self, input: nothing, cells: openToReaders },
  'resources.read': {
    targets: ['staff', 'community', 'public', 'riverside'],
    input: (target, _world, { resources }) => ({ params: { resourceId: resources[target as 'staff'] } }),
    cells: {
      visitor: [noResource, noResource, ok, noResource],
      student: [noResource, ok, ok, noResource],
      parent: [noResource, ok, ok, noResource],
      teacher: [ok, ok, ok, noResource],
      teacher_of_birch: [ok, ok, ok, noResource],
      teacher_admin: [ok, ok, ok, noResource],
      school_admin: [ok, ok, ok, noResource],
      organization_admin: [ok, ok, ok, noResource],
      organization_admin_on_own_host: [noResource, noResource, noResource, noResource],
      platform_admin_on_own_host: [noResource, noResource, noResource, noResource],
      anyone_signed_in_elsewhere: [unknown, unknown, unknown, unknown],
    },
  },
  'resources.save': {
    targets: ['teachers', 'new'],
    input: (target, _world, { resources }) => ({
      params: { resourceId: target === 'new' ? uuidv7() : resources.changed },
      body: resourceForm(),
    }),
    // On another host it is one of their own, under an id that somebody else has elsewhere.
    cells: ofSharing(ok, ok, [ok]),
    // What they share is for everybody, or refused.
    champions: {
      superpower_teacher: [notForEverybody, notForEverybody],
      superpower_parent: [forbidden, forbidden],
    },
  },
  'resources.remove': {
    targets: ['teachers', 'riverside'],
    input: (target, _world, { resources }) => ({
      params: { resourceId: (target === 'riverside' ? resources.riverside : resources.removed.pop()) ?? '' },
    }),
    cells: ofSharing(ok, noResource, [noResource]),
    champions: { superpower_teacher: [noResource, noResource], superpower_parent: [forbidden, forbidden] },
  },
  'resources.listOwn': { ...ofChampions(forTeachers(ok)), input: nothing },
  'resources.readOwn': {
    ...ofChampions(forTeachers(noResource)),
    input: () => ({ params: { resourceId: randomUUID() } }),
  },
  'resources.listOffered': { ...ofThePanel, input: nothing },
  // Of none. resource-offers.test.ts answers some.
  'resources.approve': {
    targets: ['nowhere'],
    input: () => ({ params: { resourceId: randomUUID() }, body: { updated_at: longAgo } }),
    cells: byHost([elsewhere], [elsewhere], [noResource]),
  },
  'resources.decline': {
    targets: ['nowhere'],
    input: () => ({ params: { resourceId: randomUUID() }, body: { updated_at: longAgo, ...helps } }),
    cells: byHost([elsewhere], [elsewhere], [noResource]),
  },
  'mediaWeeks.listHeld': {
    targets: self,
    input: nothing,
    cells: {
      ...refusedTo(1),
      teacher: [ok],
      teacher_of_birch: [ok],
      teacher_admin: [ok],
      school_admin: [ok],
      organization_admin: [ok],
      organization_admin_on_own_host: [ok],
    },
  },
  'mediaWeeks.allowMore': {
    ...changeStudent,
    input: (target, world) => ({ params: { studentId: place(target, world).studentId } }),
  },
  'permissions.list': {
    ...ofItsClass(students, noPermitted),
    input: (target, world) => ({ params: { studentId: place(target, world).studentId } }),
  },
  'permissions.record': {
    ...ofItsClass(students, noPermitted),
    input: (target, world) => ({
      params: { studentId: place(target, world).studentId, purpose: 'sale' },
      body: {},
    }),
  },
  'permissions.end': {
    ...ofItsClass(students, noPermitted),
    input: (target, world) => ({ params: { studentId: place(target, world).studentId, purpose: 'voice' } }),
  },
  'permissions.readNeeded': { ...ofItsClass(classes, 'permissions.no_work'), input: storyOf('returned') },
  'writing.begin': {
    targets: self,
    input: () => ({
      body: { id: uuidv7(), title: 'The kite', language: 'en', chapter_id: uuidv7() },
    }),
    cells: writingStaff,
  },
  'writing.change': { ...ofOwnStories, input: ownStory(false, () => ({ title: 'Another' })) },
  'writing.addChapter': { ...ofOwnStories, input: ownStory(false, () => ({ id: uuidv7(), place: 1 })) },
  'writing.saveChapter': {
    ...ofOwnStories,
    input: ownStory(true, () => ({
      version: uuidv7(),
      based_on: null,
      title: '',
      document: { type: 'doc', content: [{ type: 'paragraph' }] },
    })),
  },
  'writing.moveChapter': { ...ofOwnStories, input: ownStory(true, () => ({ place: 2 })) },
  'writing.removeChapter': { ...ofOwnStories, input: ownStory(true) },
  'writing.handIn': { ...ofOwnStories, input: ownStory(false, () => ({ chapters: [] })) },
  'writing.takeBack': { ...ofOwnStories, input: ownStory(false) },
  'writing.discard': { ...ofOwnStories, input: ownStory(false) },
  'writing.listVersions': { ...ofOwnStories, input: ownStory(true) },
  'writing.listRemoved': { ...ofOwnStories, input: ownStory(false) },
  'pictures.send': {
    ...ofStoriesOfOthers('pictures.no_story'),
    input: (target, _world, { stories, picture }) => ({
      params: { workId: stories.returned[target as 'maple'], sha256: picture.sha256 },
      body: { picture: picture.file },
    }),
  },
  'pictures.sendByGrant': {
    // Who is signed in does not count: the device itself is who speaks.
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { signedPictures, picture }) => {
      const { workId, ...signed } = signedPictures[target as 'greenfield'];
      return { params: { workId, sha256: picture.sha256 }, body: { ...signed, picture: picture.file } };
    },
    cells: byHost([ok, noGrant], [noGrant, noGrant], [elsewhere, elsewhere]),
  },
  'recordings.send': {
    ...ofStoriesOfOthers('recordings.no_story'),
    input: (target, _world, { stories, recording }) => ({
      params: { workId: stories.returned[target as 'maple'], sha256: recording.sha256 },
      body: { recording: recording.file },
    }),
  },
  'recordings.sendByGrant': {
    // Who is signed in does not count: the device itself is who speaks.
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { signedRecordings, recording }) => {
      const { workId, ...signed } = signedRecordings[target as 'greenfield'];
      return {
        params: { workId, sha256: recording.sha256 },
        body: { ...signed, recording: recording.file },
      };
    },
    cells: byHost([ok, noGrant], [noGrant, noGrant], [elsewhere, elsewhere]),
  },
  'reviews.listWaiting': {
    targets: self,
    input: nothing,
    cells: {
      ...refusedTo(1),
      teacher: [ok],
      teacher_of_birch: [ok],
      teacher_admin: [ok],
      school_admin: [ok],
      organization_admin: [ok],
      organization_admin_on_own_host: [ok],
    },
  },
  'reviews.listOfWork': { ...ofReviewers, input: storyOf('returned') },
  'reviews.sendVoice': {
    ...ofReviewers,
    input: (target, _world, { stories, recording }) => ({
      params: { workId: stories.returned[target as 'maple'], sha256: recording.sha256 },
      body: { voice: recording.file },
    }),
  },
  'reviews.giveBack': { ...ofReviewers, input: storyOf('returned', { reason: 'Look again' }) },
  'reviews.approve': { ...ofReviewers, input: storyOf('approved', {}) },
  'reviews.publish': { ...ofReviewers, input: storyOf('published', {}) },
  'reviews.withdraw': { ...ofReviewers, input: storyOf('withdrawn', { reason: 'Look again' }) },
  'catalogue.list': {
    targets: self,
    input: () => ({ query: { kind: 'book' } }),
    cells: { ...ofWholeSchool, teacher: [ok], teacher_of_birch: [ok] },
  },
  'catalogue.publish': { ...ofListed, input: storiesOf('published') },
  'catalogue.withdraw': { ...ofListed, input: storiesOf('withdrawn', { reason: 'Look again' }) },
  'catalogue.shelve': { ...ofListed, input: storiesOf('published') },
  'catalogue.feature': {
    targets: classes,
    input: storiesOf('published', { is_featured: false }),
    cells: {
      ...ofListed.cells,
      teacher: [forbidden, forbidden, forbidden],
      teacher_of_birch: [forbidden, forbidden, forbidden],
    },
  },
  'catalogue.listOfSchools': {
    targets: self,
    input: () => ({ query: { kind: 'story' } }),
    cells: { ...refusedTo(1), organization_admin: [ok], organization_admin_on_own_host: [ok] },
  },
  'works.list': { targets: self, input: nothing, cells: openToReaders },
  'works.listCredits': { targets: self, input: nothing, cells: openToReaders },
  'works.read': ofWorks,
  'works.listChapters': ofWorks,
  'works.listPages': ofWorks,
  'categories.list': { targets: self, input: nothing, cells: openToReaders },
  'categories.readContributions': { targets: self, input: nothing, cells: openToReaders },
  'categories.create': {
    targets: self,
    input: () => ({ body: { name: `Named ${randomUUID()}` } }),
    cells: managing,
  },
  'categories.read': changeCategory,
  'categories.rename': {
    ...changeCategory,
    input: (target, _world, { categories }) => ({
      params: { categoryId: categories[target as 'greenfield'] },
      body: { name: `Renamed ${randomUUID()}` },
    }),
  },
  'categories.archive': changeCategory,
  'categories.restore': changeCategory,
  'library.listShelves': { targets: self, input: nothing, cells: openToReaders },
  'library.searchAll': {
    targets: self,
    // A child of each class of each school has this name.
    input: () => ({ query: { search: 'Siobhan' } }),
    cells: openToReaders,
  },
  'library.readBookStats': { targets: self, input: nothing, cells: openToReaders },
  'library.readImpacts': { targets: self, input: nothing, cells: openToReaders },
  'library.readReactionStats': { targets: self, input: nothing, cells: openToReaders },
  'library.readTeacherBookStats': { targets: self, input: nothing, cells: teaching },
  'library.readTeacherStoryStats': { targets: self, input: nothing, cells: teaching },

  'shelves.list': {
    targets: self,
    input: nothing,
    cells: byHost([ok], [ok], [ok]),
  },
  'shelves.readOwn': { targets: self, input: nothing, cells: ofOffice },
  'shelves.setOwn': {
    targets: self,
    input: () => ({ body: { is_open: true, country: 'NZ' } }),
    cells: ofOffice,
  },
  'content.list': {
    targets: self,
    input: nothing,
    cells: { ...byHost([ok], [ok], [ok]), anyone_signed_in_elsewhere: [unknown] },
  },
  // What is there is in tests/api/content.test.ts: in this world there is no page.
  'content.read': {
    targets: self,
    input: () => ({ params: { kind: 'page', slug: 'about' } }),
    cells: { ...byHost([noPage], [noPage], [noPage]), anyone_signed_in_elsewhere: [unknown] },
  },
  'content.preview': {
    targets: self,
    input: () => ({ body: { token: 'none' } }),
    cells: byHost(['content.preview_over'], ['content.preview_over'], ['content.preview_over']),
  },
  'content.listEdited': { ...byEditors(ok), champions: forTeachers(ok), input: nothing },
  'content.create': {
    ...byEditors(ok),
    champions: forTeachers(ok),
    input: () => ({ body: { ...inEnglish, kind: 'event', slug: randomUUID(), title: 'Reading day' } }),
  },
  'content.edit': { ...byEditors(noPage), champions: forTeachers(noPage), input: () => noSuchPage() },
  'content.listVersions': { ...byEditors(noPage), input: () => noSuchPage() },
  'content.writeDraft': {
    ...byEditors(noPage),
    champions: forTeachers(noPage),
    input: () => ({
      params: { id: uuidv7(), ...inEnglish },
      body: { base: null, seen: null, head: {}, blocks: [] },
    }),
  },
  'content.publish': {
    ...byEditors(noPage),
    input: () => noSuchPage({ body: { ...inEnglish, draft_updated_at: longAgo, live_n: null } }),
  },
  'content.unpublish': {
    ...byEditors(noPage),
    input: () => noSuchPage({ body: { ...inEnglish, live_n: null } }),
  },
  'content.restore': {
    ...byEditors(noPage),
    input: () => noSuchPage({ body: { ...inEnglish, n: 1, seen: null } }),
  },
  'content.leave': { ...byEditors(noPage), input: () => noSuchPage({ body: { ...inEnglish, n: 1 } }) },
  'content.linkPreview': { ...byEditors(noPage), input: () => noSuchPage({ body: inEnglish }) },
  'content.setJoinLink': { ...byEditors(noPage), input: () => noSuchPage({ body: { link: null } }) },
  'content.choose': {
    targets: self,
    input: () => noSuchPage({ body: { choice: 'hidden' } }),
    cells: { ...refusedTo(1), organization_admin_on_own_host: [forbidden], school_admin: [noPage] },
  },
  'films.begin': {
    ...byEditors(noPage),
    input: () => noSuchPage({ body: { bytes: 100, first_part: 'ab'.repeat(32) } }),
  },
  'films.sendPart': {
    ...byEditors('content.broken_part'),
    input: () => ({
      params: { id: uuidv7(), filmId: uuidv7(), n: '0' },
      body: {
        sha256: 'ab'.repeat(32),
        part: new File(['part'], 'part', { type: 'application/octet-stream' }),
      },
    }),
  },
  'films.finish': { ...byEditors(noPage), input: noSuchFilm },
  'films.read': { ...byEditors(noPage), input: noSuchFilm },
  'films.remove': { ...byEditors(noPage), input: noSuchFilm },
  'help.list': {
    targets: self,
    input: nothing,
    cells: { ...byHost([ok], [ok], [ok]), anyone_signed_in_elsewhere: [unknown] },
  },
  'modes.list': {
    targets: self,
    input: nothing,
    cells: { ...byHost([ok], [ok], [ok]), anyone_signed_in_elsewhere: [unknown] },
  },
  'modes.setLock': {
    targets: ['mode', 'nothing'],
    input: (target) => ({
      params: { id: target === 'mode' ? firstMode : randomUUID() },
      body: { locked: true },
    }),
    cells: {
      visitor: [unknown, unknown],
      student: [forbidden, forbidden],
      parent: [forbidden, forbidden],
      teacher: [forbidden, forbidden],
      teacher_of_birch: [forbidden, forbidden],
      teacher_admin: [forbidden, forbidden],
      school_admin: [ok, noMode],
      organization_admin: [ok, noMode],
      organization_admin_on_own_host: [ok, noMode],
      platform_admin_on_own_host: [elsewhere, elsewhere],
      anyone_signed_in_elsewhere: [unknown, unknown],
    },
  },
  'platformModes.list': { targets: self, input: nothing, cells: ofPlatformAlone },
  'platformModes.create': {
    targets: self,
    input: () => ({
      body: { id: randomUUID(), name: randomUUID(), active: false, image: dot },
    }),
    cells: ofPlatformAlone,
  },
  'platformModes.update': {
    targets: self,
    input: () => ({ params: { id: firstMode }, body: { name: 'Tales and wonders' } }),
    cells: ofPlatformAlone,
  },
  'platformModes.setOrder': {
    targets: self,
    // No order of all modes, so that later cells find them in theirs.
    input: () => ({ body: { ids: [] } }),
    cells: { ...ofPlatformAlone, platform_admin_on_own_host: ['modes.order_changed'] },
  },
  'causes.list': { targets: self, input: nothing, cells: byHost([ok], [ok], [ok]) },
  'causes.read': {
    targets: bothSchools,
    input: (target, _world, { causes }) => ({ params: { idOrSlug: causes[target as 'greenfield'] } }),
    cells: {
      ...byHost([ok, ok], [ok, ok], [ok, ok]),
      anyone_signed_in_elsewhere: [unknown, unknown],
    },
  },
  'causes.listOwn': { targets: self, input: nothing, cells: managing },
  'causes.readOwn': { ...ofCauses, input: causeOf() },
  'causes.create': { targets: self, input: () => ({ body: causeForm() }), cells: managing },
  'causes.update': { ...ofCauses, input: causeOf(() => ({ summary: 'Warm nests' })) },
  'causes.setPicture': { ...ofCauses, input: causeOf(() => ({ picture: 'none' })) },
  // Where it is already: the cells that come later need it there.
  'causes.move': { ...ofCauses, input: causeOf(() => ({ state: 'open' })) },
  'causes.addUpdate': { ...ofCauses, input: causeOf(() => ({ id: uuidv7(), text: 'Ten nests stand' })) },
  'causes.raised': {
    targets: self,
    input: nothing,
    cells: {
      ...byHost([ok], [forbidden], [elsewhere]),
      visitor: [unknown],
      parent: [forbidden],
      organization_admin: [forbidden],
      anyone_signed_in_elsewhere: [unknown],
    },
  },
  'certificates.read': {
    targets: bothSchools,
    input: (target, _world, { certificates }) => ({
      params: { publicId: certificates[target as 'greenfield'] },
    }),
    cells: {
      ...byHost([ok, noCertificate], [noCertificate, noCertificate], [elsewhere, elsewhere]),
      anyone_signed_in_elsewhere: [unknown, unknown],
    },
  },
  'certificates.issue': {
    targets: ['maple'],
    input: (_target, _world, { works, causes }) => ({
      body: { kind: 'raised', work_id: works.maple, cause_id: causes.greenfield },
    }),
    cells: {
      ...byHost([nothingRaised], [nothingRaised], [elsewhere]),
      visitor: [unknown],
      parent: [forbidden],
      anyone_signed_in_elsewhere: [unknown],
    },
  },
  // Withdrawn already: to do it once more changes nothing.
  'certificates.withdraw': {
    targets: ['maple', 'birch', 'riverside'],
    input: (target, _world, { certificates }) => ({
      params: { publicId: certificates[`of_${target as 'maple'}`] },
      body: { reason: 'By mistake' },
    }),
    cells: {
      ...refusedTo(3),
      teacher: [ok, noCertificate, noCertificate],
      teacher_of_birch: [noCertificate, ok, noCertificate],
      teacher_admin: [ok, ok, noCertificate],
      school_admin: [ok, ok, noCertificate],
      organization_admin: [ok, ok, noCertificate],
      organization_admin_on_own_host: [noCertificate, noCertificate, noCertificate],
      platform_admin_on_own_host: [ok, ok, ok],
    },
  },
  'health.check': { targets: self, input: nothing, cells: byHost([ok], [ok], [ok]) },
  'health.live': { targets: self, input: nothing, cells: byHost([ok], [ok], [ok]) },
  'health.ready': { targets: self, input: nothing, cells: byHost([ok], [ok], [ok]) },
  'tenants.readCurrent': { targets: self, input: nothing, cells: byHost([ok], [ok], [ok]) },
  'tenants.findBySlug': {
    targets: ['greenfield', 'nowhere'],
    input: (target) => ({ params: { slug: target } }),
    cells: byHost([ok, noSchool], [ok, noSchool], [ok, noSchool]),
  },

  'tenants.checkSubdomain': {
    targets: ['greenfield', 'nowhere'],
    input: (target) => ({ params: { subdomain: target } }),
    cells: byHost([ok, ok], [ok, ok], [ok, ok]),
  },
  'tenants.register': {
    targets: self,
    input: () => ({ body: newSchool() }),
    cells: byHost(['tenants.register_elsewhere'], ['tenants.register_elsewhere'], [ok]),
  },
  'tenants.create': { targets: self, input: () => ({ body: newSchool() }), cells: ofPlatformAlone },
  'tenants.list': { targets: self, input: () => ({ query: { limit: '1000' } }), cells: ofPlatformAlone },
  'tenants.showDomain': {
    // One’s own is either shown or not; tenant-domains.test.ts has both.
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world) }),
    cells: {
      visitor: [unknown],
      student: [forbidden],
      parent: [forbidden],
      teacher: [forbidden],
      teacher_of_birch: [forbidden],
      teacher_admin: [forbidden],
      school_admin: [noTenant],
      organization_admin: [noTenant],
      organization_admin_on_own_host: [noTenant],
      platform_admin_on_own_host: ['tenants.no_domain_to_show'],
      anyone_signed_in_elsewhere: [unknown],
    },
  },
  'tenants.read': { ...ofTenants, input: (target, world) => ({ params: tenantOf(target, world) }) },
  'tenants.update': {
    // What it is already: the other school is to be untouched.
    ...ofTenants,
    input: (target, world) => ({
      params: tenantOf(target, world),
      body: { school_name: `${target} school` },
    }),
  },

  'tenants.readLife': {
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world) }),
    cells: byHost([elsewhere], [elsewhere], [ok]),
  },
  'tenants.readUsage': {
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world) }),
    cells: byHost([elsewhere], [elsewhere], [ok]),
  },
  // Of nobody: the other school is to be untouched. tenant-usage.test.ts sets some.
  'tenants.setCeilings': {
    targets: ['nowhere'],
    input: () => ({
      params: { tenantId: randomUUID() },
      body: {
        media_gb: null,
        mails_a_day: 700,
        student_mb_a_week: null,
        student_pieces_a_week: null,
        reason: 'A large school',
      },
    }),
    cells: byHost([elsewhere], [elsewhere], [noTenant]),
  },
  // Of nobody: a school that is suspended has no callers any more. tenant-life.test.ts suspends one.
  'tenants.suspend': {
    targets: ['nowhere'],
    input: () => ({ params: { tenantId: randomUUID() }, body: { reason: 'Not paid' } }),
    cells: byHost([elsewhere], [elsewhere], [noTenant]),
  },
  'tenants.resume': {
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world), body: { reason: 'Paid' } }),
    cells: byHost([elsewhere], [elsewhere], ['tenants.not_suspended']),
  },

  'closings.read': { targets: self, input: nothing, cells: ofAdministrators },
  // Nothing of it is done: a school that closes is no place for the other cells. closings.test.ts closes some.
  'closings.ask': {
    targets: self,
    input: () => ({ body: { password: 'Not-the-password-1', reason: 'We move' } }),
    cells: {
      ...ofAdministrators,
      school_admin: ['passwords.wrong_old_password'],
      organization_admin: ['passwords.wrong_old_password'],
      organization_admin_on_own_host: ['passwords.wrong_old_password'],
    },
  },
  'closings.confirm': {
    targets: self,
    input: () => ({ body: { code: '000000' } }),
    cells: {
      ...ofAdministrators,
      school_admin: ['closings.not_asked'],
      organization_admin: ['closings.not_asked'],
      organization_admin_on_own_host: ['closings.not_asked'],
    },
  },
  'closings.keep': {
    targets: self,
    input: nothing,
    cells: {
      ...ofAdministrators,
      school_admin: ['closings.not_closing'],
      organization_admin: ['closings.not_closing'],
      organization_admin_on_own_host: ['closings.not_closing'],
    },
  },
  'closings.readOf': {
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world) }),
    cells: byHost([elsewhere], [elsewhere], [ok]),
  },
  'closings.close': {
    targets: ['riverside'],
    input: (target, world) => ({
      params: tenantOf(target, world),
      body: { name: 'Another school', reason: 'Not paid' },
    }),
    cells: byHost([elsewhere], [elsewhere], ['closings.other_name']),
  },
  'closings.confirmClose': {
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world), body: { name: `${target} school` } }),
    cells: byHost([elsewhere], [elsewhere], ['closings.not_asked']),
  },
  'closings.keepOf': {
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world), body: { reason: 'Paid' } }),
    cells: byHost([elsewhere], [elsewhere], ['closings.not_closing']),
  },
  // Of a school that is not closing. write-offs.test.ts writes some off.
  'closings.askWriteOff': {
    targets: ['riverside'],
    input: (target, world) => ({
      params: tenantOf(target, world),
      body: { name: `${target} school`, reason: 'No bank account', amounts: [] },
    }),
    cells: byHost([elsewhere], [elsewhere], ['closings.not_due']),
  },
  'closings.confirmWriteOff': {
    targets: ['riverside'],
    input: (target, world) => ({
      params: tenantOf(target, world),
      body: { name: `${target} school`, amounts: [] },
    }),
    cells: byHost([elsewhere], [elsewhere], ['closings.not_due']),
  },
  'closings.readReceipt': {
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world) }),
    cells: byHost([elsewhere], [elsewhere], ['closings.no_receipt']),
  },

  'exports.list': { targets: self, input: nothing, cells: ofAdministrators },
  // The first one asks, and one at a time is made. exports.test.ts looks into what it holds.
  'exports.start': {
    targets: self,
    input: nothing,
    cells: { ...ofAdministrators, organization_admin: ['exports.under_way'] },
  },
  'exports.makeLink': {
    targets: ['nowhere'],
    input: () => ({ params: { exportId: randomUUID() }, body: { part: 1 } }),
    cells: {
      ...ofAdministrators,
      school_admin: ['exports.not_found'],
      organization_admin: ['exports.not_found'],
      organization_admin_on_own_host: ['exports.not_found'],
    },
  },
  'exports.noteList': {
    targets: self,
    input: () => ({ body: { list: 'students' as const, rows: 25 } }),
    cells: { ...ofMembers, platform_admin_on_own_host: [elsewhere] },
  },
  'exports.listOf': {
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world) }),
    cells: byHost([elsewhere], [elsewhere], [ok]),
  },
  'exports.startOf': {
    targets: ['nowhere'],
    input: () => ({ params: { tenantId: randomUUID() }, body: { reason: 'They asked' } }),
    cells: byHost([elsewhere], [elsewhere], [noTenant]),
  },
  'exports.makeLinkOf': {
    targets: ['riverside'],
    input: (target, world) => ({
      params: { ...tenantOf(target, world), exportId: randomUUID() },
      body: { part: 1 },
    }),
    cells: byHost([elsewhere], [elsewhere], ['exports.not_found']),
  },

  'identity.signIn': {
    targets: ['greenfield', 'riverside'],
    // By many names, since too many wrong tries for one are refused as such.
    input: (target) => ({
      body: { username: `${anyOf(staffNames)}@${target}.test`, password: 'Test-password-1' },
    }),
    cells: byHost([ok, wrong], [wrong, wrong], [wrong, wrong]),
  },
  'identity.enterCommunity': {
    targets: ['greenfield', 'riverside'],
    input: (target) => ({ body: { password: `welcome-to-${target}` } }),
    cells: byHost([ok, wrongCommunity], [wrongCommunity, wrongCommunity], [elsewhere, elsewhere]),
  },
  'identity.checkCommunity': {
    targets: self,
    input: nothing,
    cells: byHost([ok], [ok], [elsewhere]),
  },
  'identity.leaveCommunity': {
    targets: self,
    input: nothing,
    cells: byHost([ok], [ok], [elsewhere]),
  },
  'identity.readCommunityPassword': { targets: self, input: nothing, cells: ofAdministrators },
  'identity.setCommunityPassword': {
    targets: self,
    input: () => ({ body: { password: 'three words in a row' } }),
    cells: ofAdministrators,
  },
  'identity.refresh': {
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { refresh }) => ({ body: { refresh: refresh[target as 'greenfield'] } }),
    cells: byHost([ok, refused], [refused, refused], [refused, refused]),
  },
  'identity.signOut': {
    // It answers alike to all, so that a token cannot be tried out; the other school's session goes on.
    targets: ['riverside', 'greenfield'],
    input: (target, _world, { leave }) => ({ body: { refresh: leave[target as 'greenfield'] } }),
    cells: byHost([ok, ok], [ok, ok], [ok, ok]),
  },
  'identity.readProfile': {
    targets: self,
    input: nothing,
    cells: { ...syncing, platform_admin_on_own_host: [ok] },
    champions: { superpower_teacher: [ok], superpower_parent: [ok] },
  },

  'profiles.chooseAvatar': {
    targets: self,
    input: () => ({ body: { avatar: 'otter' } }),
    cells: syncing,
  },
  'profiles.writeAboutMe': {
    targets: self,
    input: () => ({ body: { about_me: 'I like owls' } }),
    cells: syncing,
  },
  'cart.read': {
    targets: self,
    input: nothing,
    cells: { ...syncing, student: [forbidden], parent: [forbidden] },
  },
  'cart.change': {
    targets: ['public', 'riverside'],
    input: (target, _world, { works }) => ({ body: { add: [works[target as 'public']], remove: [] } }),
    cells: { ...readingAnything, student: [forbidden, forbidden], parent: [forbidden, forbidden] },
  },
  // What is kept of which page is in tests/api/learning.test.ts; the answer is the same.
  'learning.setStep': {
    targets: self,
    input: () => ({ params: { pageId: randomUUID(), stepId: 'steps.look' }, body: { done: true } }),
    cells: syncing,
  },
  'learning.assign': {
    targets: classes,
    input: (target, world) => ({
      params: { classId: place(target, world).classId, pageId: randomUUID() },
      // Of a page that is not there: nothing is refused that takes back.
      body: { is_set: false },
    }),
    cells: ofItsClass(classes, noClass).cells,
  },
  'learning.setReminder': {
    targets: self,
    // Of a page that is not there: nothing is refused that takes back.
    input: () => ({ params: { pageId: randomUUID() }, body: { is_set: false } }),
    cells: { ...syncing, student: [forbidden], parent: [forbidden] },
  },
  // Who hears a link, and when, is in tests/api/joining.test.ts.
  'learning.joinEvent': {
    targets: self,
    input: () => ({ params: { pageId: randomUUID() } }),
    cells: {
      ...byHost([noPage], [noPage], [elsewhere]),
      visitor: [unknown],
      anyone_signed_in_elsewhere: [unknown],
      student: [forbidden],
      parent: [forbidden],
    },
  },
  'learning.listAssigned': {
    targets: self,
    input: nothing,
    cells: { ...refusedTo(1), student: [ok] },
  },
  'learning.readClass': {
    targets: classes,
    input: (target, world, { course }) => ({
      params: { classId: place(target, world).classId },
      query: { page: course },
    }),
    cells: ofItsClass(classes, noClass).cells,
  },
  'reading.reach': {
    targets: ['public', 'riverside'],
    input: (target, _world, { works }) => ({
      params: { workId: works[target as 'public'] },
      body: { round: 1, reached: 1 },
    }),
    cells: readingAnything,
  },
  'reading.mark': {
    targets: ['public', 'riverside'],
    input: (target, _world, { works }) => ({
      params: { workId: works[target as 'public'], partId: randomUUID() },
      body: { is_set: true },
    }),
    cells: readingAnything,
  },
  'reading.react': {
    targets: ['public', 'riverside'],
    input: (target, _world, { works }) => ({
      params: { workId: works[target as 'public'] },
      body: { reaction: 'wow' },
    }),
    cells: readingAnything,
  },
  'reading.choose': { targets: self, input: () => ({ body: usualSettings }), cells: syncing },
  'identity.markTutorialSeen': {
    targets: self,
    input: () => ({ params: { key: 'stories' } }),
    cells: syncing,
  },

  'cards.issueForClass': {
    ...ofClass,
    input: (target, world) => ({ params: { classId: place(target, world).classId }, body: {} }),
  },
  'cards.issueForStudent': {
    ...changeStudent,
    input: (target, world) => ({ params: { studentId: place(target, world).studentId } }),
  },
  'cards.listOfStudent': {
    ...changeStudent,
    input: (target, world) => ({ params: { studentId: place(target, world).studentId } }),
  },
  'cards.summarizeClass': {
    ...ofClass,
    input: (target, world) => ({ params: { classId: place(target, world).classId } }),
  },
  'cards.summarizeSchool': { targets: self, input: nothing, cells: ofWholeSchool },
  'cards.replaceOfStudent': {
    ...changeStudent,
    input: (target, world) => ({ params: { studentId: place(target, world).studentId }, body: {} }),
  },
  'cards.replaceOfClass': {
    ...ofClass,
    input: (target, world) => ({ params: { classId: place(target, world).classId }, body: {} }),
  },
  'cards.replaceOfSchool': { targets: self, input: () => ({ body: {} }), cells: ofWholeSchool },
  'cards.discard': {
    // A card that is not the caller's own is passed over, like one that is none.
    targets: self,
    input: () => ({ body: { card_ids: [randomUUID()] } }),
    cells: { ...ofWholeSchool, teacher: [ok], teacher_of_birch: [ok] },
  },
  'cards.readSettings': { targets: self, input: nothing, cells: ofAdministrators },
  'cards.changeSettings': {
    targets: self,
    input: () => ({ body: { passwords_on_cards: false } }),
    cells: ofAdministrators,
  },
  'cards.revealClass': {
    ...ofClass,
    input: (target, world) => ({ params: { classId: place(target, world).classId } }),
  },
  'cards.revealStudent': {
    // Both schools have the same codes, so riverside's child is asked for in greenfield's class.
    targets: classes,
    input: (target, world) => {
      const { classCode, studentId } = place(target, world);
      return { params: { classCode, studentId } };
    },
    cells: {
      ...ofClass.cells,
      teacher: [ok, noClass, noStudent],
      teacher_admin: [ok, ok, noStudent],
      school_admin: [ok, ok, noStudent],
      organization_admin: [ok, ok, noStudent],
    },
  },
  'members.list': {
    targets: self,
    input: nothing,
    cells: { ...ofWholeSchool, platform_admin_on_own_host: [ok] },
  },
  'members.create': {
    targets: self,
    input: () => ({
      body: {
        first_name: 'New',
        last_name: 'Member',
        email: `${randomUUID()}@example.org`,
        country: 'DE',
      },
    }),
    cells: managing,
  },
  'members.read': {
    ...changeMember,
    cells: {
      ...changeMember.cells,
      teacher_admin: [ok, noMember],
      platform_admin_on_own_host: [ok, ok],
    },
  },
  'members.update': {
    ...changeMember,
    // The platform may, so it says that it saw the member of the other school long ago: that one is to be untouched.
    input: (target, ...cell) => ({
      ...changeMember.input(target, ...cell),
      body: { first_name: randomUUID(), ...(target === 'riverside' && { updated_at: longAgo }) },
    }),
    cells: { ...changeMember.cells, platform_admin_on_own_host: [ok, 'members.changed_since'] },
  },
  'members.readOwn': { targets: self, input: nothing, cells: ofMembers },
  'members.updateOwn': { targets: self, input: () => ({ body: { country: 'SE' } }), cells: ofMembers },
  'members.archive': changeMember,
  'members.restore': changeMember,
  'members.confirmEmail': {
    targets: bothSchools,
    input: (target, _world, { emails }) => ({
      body: { token: target === 'greenfield' ? emails.greenfield.pop() : emails.riverside[0] },
    }),
    cells: byHost(
      [ok, 'members.email_link_refused'],
      ['members.email_link_refused', 'members.email_link_refused'],
      ['members.email_link_refused', 'members.email_link_refused'],
    ),
  },
  'members.stopEmailChange': {
    targets: bothSchools,
    input: (target, _world, { emails }) => {
      const token = target === 'greenfield' ? emails.greenfield.pop() : emails.riverside[0];
      return { body: { token: stopTokenOf(token ?? '') } };
    },
    cells: byHost(
      [ok, 'members.email_link_refused'],
      ['members.email_link_refused', 'members.email_link_refused'],
      ['members.email_link_refused', 'members.email_link_refused'],
    ),
  },
  'mail.list': { targets: self, input: nothing, cells: { ...refusedTo(1), school_admin: [ok] } },
  'mail.again': {
    targets: bothSchools,
    input: (target, _world, { letters }) => ({ params: { id: letters[target as 'greenfield'].pop() ?? '' } }),
    cells: { ...refusedTo(2), school_admin: [ok, 'mail.not_found'] },
  },
  'mail.listAll': { ...ofThePanel, input: nothing },
  'mail.read': {
    targets: bothSchools,
    input: letterAt(),
    cells: byHost([elsewhere, elsewhere], [elsewhere, elsewhere], [ok, ok]),
  },
  'mail.showAddress': { ...ofLetters, input: letterAt({ reason: 'They asked' }) },
  'mail.sendAgain': { ...ofLetters, input: letterAt({ reason: 'They asked' }) },
  'mail.listSuppressions': { ...ofThePanel, input: nothing },
  'mail.suppress': {
    ...ofThePanel,
    input: () => ({ body: { address: `${randomUUID()}@stopped.test`, reason: 'They asked' } }),
  },
  // Of nobody. panel-mail.test.ts lifts one.
  'mail.lift': {
    targets: ['nowhere'],
    input: () => ({ params: { id: randomUUID() } }),
    cells: byHost([elsewhere], [elsewhere], ['mail.not_suppressed']),
  },
  'invitations.list': { targets: self, input: nothing, cells: managing },
  'invitations.invite': {
    targets: self,
    input: () => ({ body: { email: `${randomUUID()}@example.org`, role: 'teacher' } }),
    cells: {
      ...managing,
      organization_admin_on_own_host: ['members.role_not_yours'],
      platform_admin_on_own_host: ['members.role_not_yours'],
    },
  },
  'invitations.resend': changeInvitation,
  'invitations.revoke': changeInvitation,
  'invitations.check': {
    targets: bothSchools,
    input: (target, _world, { invitations }) => ({
      body: { token: invitations[target as 'greenfield'][0]?.token },
    }),
    cells: byHost([ok, noSuchLink], [noSuchLink, noSuchLink], [noSuchLink, noSuchLink]),
  },
  'invitations.accept': {
    targets: bothSchools,
    input: (target, _world, { invitations }) => ({
      body: {
        token: invitations[target as 'greenfield'].pop()?.token,
        first_name: 'New',
        last_name: 'Teacher',
        new_password: 'three-words-in-a-row',
      },
    }),
    cells: byHost([ok, noSuchLink], [noSuchLink, noSuchLink], [noSuchLink, noSuchLink]),
  },
  'passwords.askReset': {
    // It answers alike for everybody's address; whose it is makes no difference that is seen here.
    targets: self,
    input: () => ({ body: { email: `${randomUUID()}@example.org` } }),
    cells: byHost([ok], [ok], [ok]),
  },
  'passwords.change': {
    // Wrong for all, so that everybody's stays what it is; password-change.test.ts has the right ones.
    targets: self,
    input: () => ({ body: { old_password: 'not-the-password', new_password: 'three-words-in-a-row' } }),
    cells: {
      visitor: [unknown],
      student: [forbidden],
      parent: [wrongOld],
      teacher: [wrongOld],
      teacher_of_birch: [wrongOld],
      teacher_admin: [wrongOld],
      school_admin: [wrongOld],
      organization_admin: [wrongOld],
      organization_admin_on_own_host: [wrongOld],
      platform_admin_on_own_host: [wrongOld],
      anyone_signed_in_elsewhere: [unknown],
    },
  },
  'passwords.checkReset': {
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { links }) => ({ body: { token: links[target as 'greenfield'][0] } }),
    cells: byHost([ok, noLink], [noLink, noLink], [noLink, noLink]),
  },
  'passwords.reset': {
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { links }) => ({
      body: {
        token: target === 'greenfield' ? links.greenfield.pop() : links.riverside[0],
        new_password: 'three-words-in-a-row',
      },
    }),
    cells: byHost([ok, noLink], [noLink, noLink], [noLink, noLink]),
  },

  'classes.listForSchool': {
    targets: self,
    input: nothing,
    cells: {
      visitor: [unknown],
      student: [forbidden],
      parent: [forbidden],
      teacher: [forbidden],
      teacher_of_birch: [forbidden],
      teacher_admin: [forbidden],
      school_admin: [ok],
      organization_admin: [ok],
      organization_admin_on_own_host: [ok],
      platform_admin_on_own_host: [elsewhere],
      anyone_signed_in_elsewhere: [unknown],
    },
  },
  'classes.listForTeacher': {
    targets: self,
    input: nothing,
    cells: {
      visitor: [unknown],
      student: [forbidden],
      parent: [forbidden],
      teacher: [ok],
      teacher_of_birch: [ok],
      teacher_admin: [ok],
      school_admin: [forbidden],
      organization_admin: [forbidden],
      organization_admin_on_own_host: [forbidden],
      platform_admin_on_own_host: [elsewhere],
      anyone_signed_in_elsewhere: [unknown],
    },
  },
  'classes.read': {
    ...ofClass,
    input: (target, world) => ({ params: { id: place(target, world).classId } }),
  },
  'classes.create': {
    targets: self,
    input: () => ({ body: { id: uuidv7(), name: 'Matrix', class_theme: '#4180ca' } }),
    cells: ofWholeSchool,
  },
  'classes.rename': {
    ...ofClass,
    input: (target, world) => ({
      params: { id: place(target, world).classId },
      body: { name: `Renamed ${randomUUID()}` },
    }),
  },
  'classes.recolour': {
    ...ofClass,
    input: (target, world) => ({
      params: { id: place(target, world).classId },
      body: { class_theme: '#2a8c94' },
    }),
  },
  'classes.archive': {
    ...ofSpareClass,
    input: (target, world, tokens) => ({ params: { id: spareOr(target, world, tokens) } }),
  },
  'classes.restore': {
    ...ofSpareClass,
    input: (target, world, tokens) => ({ params: { id: spareOr(target, world, tokens) } }),
  },
  'classes.assignTeachers': {
    ...ofSpareClass,
    input: (target, world, tokens) => ({
      params: { id: spareOr(target, world, tokens) },
      body: { lead_teacher_id: null, co_teacher_ids: [] },
    }),
  },
  'classes.replaceCode': {
    ...ofSpareClass,
    input: (target, world, tokens) => ({ params: { id: spareOr(target, world, tokens) } }),
  },

  'students.listInClass': {
    // By code, which both schools have: the other school's class is never what is found. See the visible parts: those who
    // are no staff get rows in which no id stands.
    targets: ['maple', 'birch'],
    input: (target, world) => ({ params: { classCode: place(target, world).classCode } }),
    cells: {
      visitor: [ok, ok],
      student: [ok, ok],
      parent: [ok, ok],
      teacher: [ok, noClass],
      teacher_of_birch: [noClass, ok],
      teacher_admin: [ok, ok],
      school_admin: [ok, ok],
      organization_admin: [ok, ok],
      organization_admin_on_own_host: [noClass, noClass],
      platform_admin_on_own_host: [elsewhere, elsewhere],
      anyone_signed_in_elsewhere: [ok, ok],
    },
  },
  'students.addToClass': {
    targets: classes,
    input: (target, world) => ({
      params: { classId: place(target, world).classId },
      body: { students: [{ id: uuidv7(), first_name: 'Matrix', last_name: 'Child' }] },
    }),
    cells: addToClassCells,
  },
  'imports.addRows': {
    targets: classes,
    input: (target, world) => ({
      params: { classId: place(target, world).classId, importId: uuidv7() },
      body: {
        file_name: 'list.csv',
        row_count: 1,
        rows: [{ id: uuidv7(), row: 2, first_name: 'Matrix', last_name: 'Child' }],
      },
    }),
    cells: addToClassCells,
  },
  'imports.addFile': {
    targets: classes,
    input: (target, world) => ({
      params: { classId: place(target, world).classId },
      body: { file: new File(['First Name,Last Name\nMatrix,Child\n'], 'list.csv', { type: 'text/csv' }) },
    }),
    cells: addToClassCells,
  },
  'imports.undo': {
    // What is undone stays so, so one import of each class is enough for everybody.
    targets: classes,
    input: (target, world, { imports }) => ({
      params: { classId: place(target, world).classId, importId: imports[target as 'maple'] },
    }),
    cells: addToClassCells,
  },
  'students.rename': {
    ...changeStudent,
    input: (target, world) => ({
      params: { id: place(target, world).studentId },
      body: { first_name: 'Renamed', last_name: `By ${randomUUID()}` },
    }),
  },
  'students.updatePrivacy': {
    ...changeStudent,
    input: (target, world) => ({
      params: { id: place(target, world).studentId },
      body: { privacy_preference: 'community' },
    }),
  },
  'students.search': { targets: self, input: nothing, cells: ofWholeSchool },
  'students.update': {
    ...changeStudent,
    input: (target, world) => ({
      params: { id: place(target, world).studentId },
      body: {
        first_name: 'Edited',
        last_name: 'Child',
        password: 'calm-heron-20',
        privacy_preference: 'private',
      },
    }),
  },
  'students.changePassword': {
    ...changeStudent,
    input: (target, world) => ({
      params: { id: place(target, world).studentId },
      body: { new_password: 'brave-mole-31' },
    }),
  },
  'students.move': {
    // Each to the class where they are; what else there is to it stands in students-moved.test.ts.
    targets: classes,
    input: (target, world) => {
      const { studentId, classId } = place(target, world);
      return { body: { user_ids: [studentId], school_class_id: classId } };
    },
    cells: {
      visitor: [unknown, unknown, unknown],
      student: [forbidden, forbidden, forbidden],
      parent: [forbidden, forbidden, forbidden],
      teacher: [ok, noStudent, noStudent],
      teacher_of_birch: [noStudent, ok, noStudent],
      teacher_admin: [ok, ok, noStudent],
      school_admin: [ok, ok, noStudent],
      organization_admin: [ok, ok, noStudent],
      organization_admin_on_own_host: [noStudent, noStudent, noStudent],
      platform_admin_on_own_host: [elsewhere, elsewhere, elsewhere],
      anyone_signed_in_elsewhere: [unknown, unknown, unknown],
    },
  },
  'students.updatePrivacyInBulk': {
    ...changeStudent,
    input: (target, world) => ({
      body: { user_ids: [place(target, world).studentId], privacy_preference: 'private' },
    }),
  },
  'students.archive': {
    ...changeStudent,
    input: (target, world) => ({ body: { user_ids: [place(target, world).studentId] } }),
  },
  'students.restore': {
    ...changeStudent,
    input: (target, world) => ({ body: { user_ids: [place(target, world).studentId] } }),
  },

  'sync.pull': {
    targets: self,
    input: () => ({ body: { client_id: randomUUID(), cursor: null } }),
    cells: syncing,
  },
  'sync.push': {
    targets: self,
    input: (_target, _world, _tokens, user_id) => ({
      body: { client_id: randomUUID(), user_id, calls: [], cursor: null },
    }),
    cells: syncing,
  },
  'sync.events': { targets: self, input: nothing, cells: syncing },
  'sync.check': {
    // The other school's scope is passed over like one that nobody has.
    targets: self,
    input: (_target, { greenfield, riverside }, _tokens, user_id) => ({
      body: {
        user_id,
        epoch: randomUUID(),
        schema: 1,
        scopes: {
          [`class:${greenfield.ownClass.id}`]: { version: 0, tables: {} },
          [`class:${riverside.ownClass.id}`]: { version: 0, tables: {} },
        },
      },
    }),
    cells: syncing,
  },
  'sync.requestGrant': {
    targets: self,
    input: () => ({ body: { device_id: randomUUID(), public_key: new SigningTablet().public_key } }),
    cells: {
      visitor: [unknown],
      student: [ok],
      parent: [forbidden],
      teacher: [forbidden],
      teacher_of_birch: [forbidden],
      teacher_admin: [forbidden],
      school_admin: [forbidden],
      organization_admin: [forbidden],
      organization_admin_on_own_host: [forbidden],
      platform_admin_on_own_host: [elsewhere],
      anyone_signed_in_elsewhere: [unknown],
    },
  },
  'sync.pushByGrant': {
    // Who is signed in does not count: the device itself is who speaks.
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { signed }) => ({ body: signed[target as 'greenfield'] }),
    cells: byHost([ok, noGrant], [noGrant, noGrant], [elsewhere, elsewhere]),
  },
  'sync.listParked': {
    targets: self,
    input: nothing,
    cells: {
      visitor: [unknown],
      student: [forbidden],
      parent: [forbidden],
      teacher: [ok],
      teacher_of_birch: [ok],
      teacher_admin: [ok],
      school_admin: [ok],
      organization_admin: [ok],
      organization_admin_on_own_host: [ok],
      platform_admin_on_own_host: [elsewhere],
      anyone_signed_in_elsewhere: [unknown],
    },
  },
  'sync.applyParked': decideParked,
  'sync.dismissParked': decideParked,

  'dashboard.readSchool': { targets: self, input: nothing, cells: ofAdministrators },
  'dashboard.listActivity': { targets: self, input: nothing, cells: ofAdministrators },

  'affiliations.listOrganizations': { targets: self, input: nothing, cells: ofSchoolAlone([ok]) },
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
  'affiliations.listAsked': { targets: self, input: nothing, cells: ofOrganizationAlone([ok], [ok]) },
  'affiliations.ask': {
    targets: ['greenfield', 'nowhere'],
    input: (target) => ({ body: { address: target } }),
    cells: ofOrganizationAlone(
      ['affiliations.not_an_organization', 'affiliations.not_an_organization'],
      ['affiliations.already_linked', 'affiliations.unknown_school'],
    ),
  },
  'affiliations.listInvited': { targets: self, input: nothing, cells: ofOrganizationAlone([ok], [ok]) },
  'affiliations.invite': {
    targets: self,
    input: () => ({ body: { email: `${randomUUID()}@example.org` } }),
    cells: ofOrganizationAlone(['affiliations.not_an_organization'], [ok]),
  },
  'affiliations.uninvite': {
    // One that nobody has; school-links.test.ts has those that there are.
    targets: self,
    input: () => ({ params: { invitationId: uuidv7() } }),
    cells: ofOrganizationAlone([notLinked], [notLinked]),
  },
  'affiliations.checkInvitation': {
    targets: self,
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

  'setup.read': { targets: self, input: nothing, cells: ofAdministrators },
  // A school that was not registered has no such list, and stays as it is.
  'setup.hide': { targets: self, input: () => ({ body: { is_hidden: true } }), cells: ofAdministrators },

  'visits.list': { targets: self, input: () => ({ query: { limit: '1000' } }), cells: visiting },
  'visits.summarize': { targets: self, input: nothing, cells: visiting },
  'visits.makeLink': {
    // The organization is a tenant that no organization is linked to.
    targets: ['greenfield', 'organization'],
    input: (target, { greenfield, organization }) => ({
      body: {
        tenant_id: (target === 'greenfield' ? greenfield : organization).tenant.id,
        reason: 'The matrix looks around',
      },
    }),
    cells: {
      visitor: [unknown, unknown],
      student: [forbidden, forbidden],
      parent: [forbidden, forbidden],
      teacher: [forbidden, forbidden],
      teacher_of_birch: [forbidden, forbidden],
      teacher_admin: [forbidden, forbidden],
      school_admin: [forbidden, forbidden],
      organization_admin: [noVisit, noVisit],
      organization_admin_on_own_host: [ok, noVisit],
      platform_admin_on_own_host: [ok, ok],
      anyone_signed_in_elsewhere: [unknown, unknown],
    },
  },
  'visits.readAccess': {
    targets: ['greenfield', 'nowhere'],
    input: toVisit,
    cells: byHost([elsewhere, elsewhere], [elsewhere, elsewhere], [ok, noVisit]),
  },
  'visits.ask': {
    targets: ['greenfield', 'nowhere'],
    input: (target, world) => ({
      ...toVisit(target, world),
      body: { wants: 'look', reason: 'The matrix looks around' },
    }),
    cells: byHost([elsewhere, elsewhere], [elsewhere, elsewhere], [ok, noVisit]),
  },
  'visits.askOverride': {
    targets: ['greenfield', 'nowhere'],
    input: (target, world) => ({
      ...toVisit(target, world),
      body: { wants: 'look', reason: 'The matrix calls for help' },
    }),
    cells: byHost([elsewhere, elsewhere], [elsewhere, elsewhere], [ok, noVisit]),
  },
  // Of nothing: tests/api/breaking-glass.test.ts has two administrators.
  'visits.confirmOverride': {
    targets: ['greenfield', 'nowhere'],
    input: (target, world) => ({
      params: { ...toVisit(target, world).params, overrideId: randomUUID() },
      body: {},
    }),
    cells: byHost([elsewhere, elsewhere], [elsewhere, elsewhere], ['visits.override_over', noVisit]),
  },
  'visits.readHere': { targets: self, input: nothing, cells: ofAdministrators },
  'visits.setConsent': {
    targets: self,
    input: () => ({ body: { guest_consent: 'always' } }),
    cells: ofAdministrators,
  },
  // Of nobody here: tests/api/visits-by-consent.test.ts has requests and guests of two schools.
  'visits.answer': {
    targets: self,
    input: () => ({ params: { requestId: randomUUID() }, body: { answer: 'look' } }),
    cells: {
      ...ofAdministrators,
      school_admin: ['visits.request_over'],
      organization_admin: ['visits.request_over'],
      organization_admin_on_own_host: ['visits.request_over'],
    },
  },
  'visits.end': {
    targets: self,
    input: () => ({ params: { guestId: randomUUID() } }),
    cells: {
      ...ofAdministrators,
      school_admin: ['visits.guest_gone'],
      organization_admin: ['visits.guest_gone'],
      organization_admin_on_own_host: ['visits.guest_gone'],
    },
  },
  'visits.check': {
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { visits }) => ({
      body: { token: visits[target as 'greenfield'][0] ?? '' },
    }),
    cells: byHost([ok, noWayIn], [noWayIn, noWayIn], [elsewhere, elsewhere]),
  },
  'visits.redeem': {
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { visits }) => ({
      body: { token: (target === 'greenfield' ? visits.greenfield.shift() : visits.riverside[0]) ?? '' },
    }),
    cells: byHost([ok, noWayIn], [noWayIn, noWayIn], [elsewhere, elsewhere]),
  },
};

export const matrix = withChampions(declared);

/** `riverside_itself`: that there is such a school, and nothing of what is in it. Buyers: who bought at a school. */
type Shown = Part | 'riverside_itself' | 'buyer' | 'riverside_buyer';

/** Which parts of the data each may be shown in any answer. */
const visibleParts: Readonly<Record<CallerName, readonly Shown[]>> = {
  visitor: [],
  student: [],
  parent: [],
  teacher: ['maple'],
  teacher_of_birch: ['birch'],
  teacher_admin: ['maple', 'birch', 'no_class'],
  school_admin: ['maple', 'birch', 'no_class', 'buyer'],
  organization_admin: ['maple', 'birch', 'no_class', 'buyer'],
  organization_admin_on_own_host: [],
  platform_admin_on_own_host: ['riverside_itself', 'buyer', 'riverside_buyer'],
  anyone_signed_in_elsewhere: [],
  superpower_teacher: [],
  // Public works of all schools.
  superpower_parent: ['riverside_itself'],
};

/** Texts by which a row of a part is known wherever it turns up: ids, and names that nothing else has. */
function canaries(world: ApiWorld): Record<Shown, string[]> {
  const { greenfield, riverside } = world;
  const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id);
  return {
    maple: [greenfield.ownClass.id, ...ids(greenfield.students)],
    birch: [greenfield.otherClass.id, ...ids(greenfield.otherStudents)],
    no_class: [greenfield.studentWithoutClass.id],
    riverside_itself: [riverside.tenant.id, 'riverside'],
    buyer: Object.values(buyers.greenfield),
    riverside_buyer: Object.values(buyers.riverside),
    riverside: [
      riverside.ownClass.id,
      riverside.otherClass.id,
      ...ids(riverside.students),
      ...ids(riverside.otherStudents),
      riverside.studentWithoutClass.id,
      ...ids([riverside.teacher, riverside.otherTeacher, riverside.teacherAdmin, riverside.schoolAdmin]),
      ...ids([riverside.organizationAdmin, riverside.parent]),
    ],
  };
}

/** Canaries of what a caller may not see. The own id is no secret to a student. */
export function hiddenFrom(name: CallerName, userId: string, world: ApiWorld): string[] {
  const visible = visibleParts[name];
  return Object.entries(canaries(world))
    .filter(([part]) => !visible.includes(part as Shown))
    .flatMap(([, texts]) => texts)
    .filter((text) => text !== userId);
}

export interface MatrixCaller {
  name: CallerName;
  /** Which of several, where a name stands for more than one person. */
  who: string;
  user_id: string;
  caller: Caller;
}

/** All who call, signed in. */
export async function matrixCallers(world: ApiWorld): Promise<MatrixCaller[]> {
  const { greenfield, riverside, organization, platformAdmin } = world;
  const { host } = greenfield;
  const one = async (
    name: CallerName,
    person: Parameters<ApiWorld['as']>[0],
    onHost?: string,
  ): Promise<MatrixCaller> => ({
    name,
    who: person === 'visitor' ? name : (person.email ?? person.username ?? name),
    user_id: person === 'visitor' ? randomUUID() : person.id,
    caller: await world.as(person, onHost),
  });
  const callers = [
    await one('visitor', 'visitor'),
    await one('student', greenfield.student),
    await one('parent', greenfield.parent),
    await one('teacher', greenfield.teacher),
    await one('teacher_of_birch', greenfield.otherTeacher),
    await one('teacher_admin', greenfield.teacherAdmin),
    await one('school_admin', greenfield.schoolAdmin),
    await one('organization_admin', greenfield.organizationAdmin),
    await one('organization_admin_on_own_host', organization.admin),
    await one('platform_admin_on_own_host', platformAdmin),
    await one('superpower_teacher', await makeChampion(world, 'teacher')),
    await one('superpower_parent', await makeChampion(world, 'parent')),
  ];
  const strangers = [
    riverside.student,
    riverside.parent,
    riverside.teacher,
    riverside.otherTeacher,
    riverside.teacherAdmin,
    riverside.schoolAdmin,
    riverside.organizationAdmin,
    organization.admin,
    platformAdmin,
  ];
  for (const stranger of strangers) callers.push(await one('anyone_signed_in_elsewhere', stranger, host));
  return callers;
}

/** Tablets that a child of each class used last, as many as there are callers. */
/** An import of one child into each class. */
export async function matrixImports(world: ApiWorld): Promise<MatrixTokens['imports']> {
  const importInto = async (school: TestSchool, classId: string) => {
    const importId = uuidv7();
    const rows = [{ id: uuidv7(), row: 2, first_name: 'Matrix', last_name: 'Listed' }];
    await world.call(await world.as(school.schoolAdmin), importEndpoints.addRows, {
      params: { classId, importId },
      body: { file_name: 'list.csv', row_count: 1, rows },
    });
    return importId;
  };
  const { greenfield, riverside } = world;
  return {
    maple: await importInto(greenfield, greenfield.ownClass.id),
    birch: await importInto(greenfield, greenfield.otherClass.id),
    riverside: await importInto(riverside, riverside.ownClass.id),
  };
}

export async function matrixWorks(
  world: ApiWorld,
): Promise<Pick<MatrixTokens, 'works' | 'stories' | 'appeals' | 'questions' | 'watched' | 'categories'>> {
  const { context, greenfield, riverside } = world;
  const [maple, birch, community, shown] = await makeWorks(context, greenfield.tenant, [
    { author_id: greenfield.students[1]?.id ?? '', visibility: 'private' },
    { author_id: greenfield.otherStudents[1]?.id ?? '', visibility: 'private' },
    { author_id: greenfield.teacherAdmin.id, visibility: 'community' },
    { author_id: greenfield.teacherAdmin.id, visibility: 'public' },
  ]);
  const [theirs] = await makeWorks(context, riverside.tenant, [
    { author_id: riverside.teacherAdmin.id, visibility: 'public' },
  ]);
  const idOf = (work: { id: string } | undefined) => work?.id ?? '';
  const storyIn = async (state: StoryState, school: TestSchool, author: { id: string } | undefined) => {
    const [work] = await makeWorks(context, school.tenant, [
      { author_id: author?.id ?? '', state, visibility: 'private' },
    ]);
    return idOf(work);
  };
  const storiesIn = async (state: StoryState) => ({
    maple: await storyIn(state, greenfield, greenfield.students[1]),
    birch: await storyIn(state, greenfield, greenfield.otherStudents[1]),
    riverside: await storyIn(state, riverside, riverside.students[1]),
  });
  const { administrator } = world.testDatabase;
  const several = async (
    school: TestSchool,
    author: { id: string } | undefined,
    state: 'published' | 'withdrawn',
    count = 24,
  ) => {
    const draft = { author_id: author?.id ?? '', state, visibility: 'private' } as const;
    return (
      await makeWorks(
        context,
        school.tenant,
        Array.from({ length: count }, () => draft),
      )
    ).map(idOf);
  };
  const takeDown = async (ids: readonly string[]) =>
    await administrator.query(
      `update works set taken_down_at = now(), taken_down_by = 'platform' where id = any($1)`,
      [ids],
    );
  const takenDown = async (school: TestSchool, author: { id: string } | undefined) => {
    const ids = await several(school, author, 'withdrawn');
    await takeDown(ids);
    return ids;
  };
  const inMonitoring = async (
    ids: readonly string[],
    { state, asked = null }: { state: string; asked?: string | null },
  ) =>
    await administrator.query(
      `insert into work_watch (tenant_id, work_id, kind, state, reasons, readers, risk, since, asked_at, asked_words)
        select tenant_id, id, kind, $2, '{unkind}', 1, 30, now(), case when $3::text is not null then now() end, $3
        from works where id = any($1)`,
      [ids, state, asked],
    );
  const askedAbout = async (school: TestSchool, author: { id: string } | undefined) => {
    const ids = await several(school, author, 'published');
    await inMonitoring(ids, { state: 'asked', asked: 'Who is this about?' });
    return ids;
  };
  const watchedIn = async (school: TestSchool) => {
    const { tenant } = school;
    const author = school.students[1];
    const on = await several(school, author, 'published', watchedFor.length - 1);
    const off = await several(school, author, 'withdrawn', 1);
    await takeDown(off);
    await inMonitoring(on, { state: 'waiting' });
    await inMonitoring(off, { state: 'taken_down' });
    const ids = [...on, ...off];
    const revisions = await inTenant(context.database, tenant.id, async (transaction) => {
      const found = [];
      for (const id of ids) found.push(revisionOf(toSeen(await readText(transaction, tenant.id, id))));
      return found;
    });
    return Object.fromEntries(
      watchedFor.map((purpose, at) => [purpose, { id: ids[at] ?? '', revision: revisions[at] ?? '' }]),
    ) as Record<WatchedFor, { id: string; revision: string }>;
  };
  return {
    appeals: {
      maple: await takenDown(greenfield, greenfield.students[1]),
      birch: await takenDown(greenfield, greenfield.otherStudents[1]),
      riverside: await takenDown(riverside, riverside.students[1]),
    },
    questions: {
      maple: await askedAbout(greenfield, greenfield.students[1]),
      birch: await askedAbout(greenfield, greenfield.otherStudents[1]),
      riverside: await askedAbout(riverside, riverside.students[1]),
    },
    watched: await watchedIn(greenfield),
    stories: {
      returned: await storiesIn('returned'),
      approved: await storiesIn('approved'),
      published: await storiesIn('published'),
      withdrawn: await storiesIn('withdrawn'),
    },
    works: {
      maple: idOf(maple),
      birch: idOf(birch),
      community: idOf(community),
      public: idOf(shown),
      riverside: idOf(theirs),
    },
    categories: {
      greenfield: (await makeCategory(context, greenfield.tenant)).id,
      riverside: (await makeCategory(context, riverside.tenant)).id,
    },
  };
}

export async function matrixRequests(
  world: ApiWorld,
  callers: readonly MatrixCaller[],
): Promise<MatrixTokens['requests']> {
  const tickets = createTickets(world.context.secretKey);
  const count = 4 * callers.length + 1;
  return {
    greenfield: await makeRequests(world, world.greenfield, { count }),
    riverside: await makeRequests(world, world.riverside, { count }),
    ticketOf: (name) => tickets.issue(world[name as 'greenfield'].tenant.id, world.clock.now()),
  };
}

export async function matrixOffers(
  world: ApiWorld,
  callers: readonly MatrixCaller[],
): Promise<MatrixTokens['offers']> {
  const { greenfield, riverside } = world;
  const one = async (school: TestSchool, state: 'confirmed' | 'handed_in') => {
    const [offer] = await makeOffers(world, school, { count: 1, state });
    if (!offer) throw new Error('No offer was made');
    return offer;
  };
  const both = async (state: 'confirmed' | 'handed_in') => ({
    greenfield: await one(greenfield, state),
    riverside: await one(riverside, state),
  });
  return {
    confirmed: await both('confirmed'),
    handed_in: await both('handed_in'),
    // To be accepted, refused and taken back.
    decided: await makeOffers(world, greenfield, { count: 3 * callers.length, state: 'handed_in' }),
  };
}

/** Shared by a teacher of maple but for what everybody sees, which the office shares. */
export async function matrixResources(
  world: ApiWorld,
  callers: readonly MatrixCaller[],
): Promise<MatrixTokens['resources']> {
  const { greenfield, riverside } = world;
  const teacher = await world.as(greenfield.teacher);
  const shared = async (by: Caller, audience: ResourceAudience = 'staff') =>
    (await shareResource(world, by, { audience })).id;
  const removed: string[] = [];
  for (const _caller of callers) removed.push(await shared(teacher));
  return {
    staff: await shared(teacher),
    community: await shared(teacher, 'community'),
    public: await shared(await world.as(greenfield.schoolAdmin), 'public'),
    riverside: await shared(await world.as(riverside.schoolAdmin), 'public'),
    changed: await shared(teacher),
    removed,
  };
}

/** The token of a tablet that is prepared for a class in which there is nobody to see. */
export async function matrixPreparation(world: ApiWorld, school: TestSchool): Promise<string> {
  const admin = school.schoolAdmin;
  const { id } = await makeClass(world.context, school.tenant);
  const device_id = await reportAs(world, admin);
  const { token } = await world.call(await world.as(admin), deviceEndpoints.prepare, {
    body: { device_id, school_class_ids: [id] },
  });
  return token;
}

export async function matrixTablets(
  world: ApiWorld,
  callers: readonly MatrixCaller[],
): Promise<MatrixTokens['tablets']> {
  const { greenfield, riverside } = world;
  const usedBy = (student: { id: string } | undefined, school: TestSchool) =>
    Promise.all(
      Array.from({ length: callers.length + 1 }, () =>
        reportAs(world, { id: student?.id ?? '', tenant_id: school.tenant.id }),
      ),
    );
  return {
    maple: await usedBy(greenfield.students[1], greenfield),
    birch: await usedBy(greenfield.otherStudents[1], greenfield),
    riverside: await usedBy(riverside.students[1], riverside),
  };
}
