import type { Cells, ChampionCells, WholeCall, WhoMay } from './entry.ts';
import type { Outcome, Part } from './names.ts';
import { bothSchools, classes, students } from './places.ts';

export const ok = 'ok';

export const unknown = 'request.unauthenticated';

export const forbidden = 'request.forbidden';

/** What is not served on the platform's own site. */
export const elsewhere = 'request.not_found';

export const self = ['self'] as const;

export const noClass = 'classes.not_found';

export const noStudent = 'students.not_found';

const noClassToAddTo = 'students.class_not_found';

/** Everyone who asks on greenfield's host gets the same; on their own hosts the other two get another. */
export function byHost(
  greenfield: readonly Outcome[],
  organization: readonly Outcome[],
  platform: readonly Outcome[],
): WhoMay {
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
export function refusedByRole(columns: number): WhoMay {
  const all = (outcome: Outcome) => Array.from({ length: columns }, () => outcome);
  return {
    ...byHost(all(forbidden), all(forbidden), all(elsewhere)),
    visitor: all(unknown),
    anyone_signed_in_elsewhere: all(unknown),
  };
}

/** What those may do who run the class that something stands in. `missing`: what the others hear. */
export function ofItsClass(targets: readonly Part[], missing: Outcome): Cells {
  const may = (...parts: readonly Part[]) => targets.map((target) => (parts.includes(target) ? ok : missing));
  const wholeSchool = may('maple', 'birch', 'no_class');
  return {
    targets,
    cells: {
      ...refusedByRole(targets.length),
      teacher: may('maple'),
      teacher_of_birch: may('birch'),
      teacher_admin: wholeSchool,
      school_admin: wholeSchool,
      organization_admin: wholeSchool,
      organization_admin_on_own_host: may(),
    },
  };
}

export const addToClassCells = ofItsClass(classes, noClassToAddTo).cells;

export const changeStudent = ofItsClass(students, noStudent);

/** What those who run a class may do about it. */
export const ofClass = ofItsClass(classes, noClass);

/** What those may do who see the whole school; each on the host that is asked. */
export const ofWholeSchool: WhoMay = {
  ...refusedByRole(1),
  teacher_admin: [ok],
  school_admin: [ok],
  organization_admin: [ok],
  organization_admin_on_own_host: [ok],
};

/** What only those see who run the school; each on the host that is asked. */
export const ofAdministrators: WhoMay = { ...ofWholeSchool, teacher_admin: [forbidden] };

export const syncing: WhoMay = {
  ...byHost([ok], [ok], [elsewhere]),
  visitor: [unknown],
  anyone_signed_in_elsewhere: [unknown],
};

/** Of a work that one may not see nothing is kept, and the answer is the same. */
export const readingAnything: WhoMay = {
  ...byHost([ok, ok], [ok, ok], [elsewhere, elsewhere]),
  visitor: [unknown, unknown],
  anyone_signed_in_elsewhere: [unknown, unknown],
};

/** Those who make and change the accounts of staff. */
export const managing: WhoMay = { ...ofAdministrators, platform_admin_on_own_host: [ok] };

/** What is done to one of the own school's things, and on no other host. */
export function ofOwnSchool(missing: Outcome): WhoMay {
  return {
    ...refusedByRole(2),
    school_admin: [ok, missing],
    organization_admin: [ok, missing],
    organization_admin_on_own_host: [missing, missing],
    platform_admin_on_own_host: [missing, missing],
  };
}

/** The own account of those who sign in with an e-mail address and are no guests. */
export const ofMembers: WhoMay = {
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

export const noTenant = 'tenants.not_found';

export const ofPlatformAlone: WhoMay = {
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

export const noGrant = 'sync.grant_refused';

const noWork = 'works.not_found';

/** What is answered to everybody, as far as each may see, but not to a token that is good elsewhere. */
export const openToReaders: WhoMay = {
  ...byHost([ok], [ok], [ok]),
  anyone_signed_in_elsewhere: [unknown],
};

/** What is read of works, by the rule of who sees which. */
export const ofWorks: WholeCall = {
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

/** What anybody may who is no child: a visitor, a family, staff. */
export function buying(greenfield: readonly Outcome[], organization: readonly Outcome[]): WhoMay {
  const all = (outcome: Outcome) => greenfield.map(() => outcome);
  return {
    ...byHost(greenfield, organization, all(elsewhere)),
    student: all('orders.ask_grown_up'),
    anyone_signed_in_elsewhere: all(unknown),
  };
}

/** What who sells does at each school, from the own site alone. */
export const ofSellers = (outcome: Outcome): Cells => ({
  targets: bothSchools,
  cells: {
    ...refusedByRole(2),
    platform_admin_on_own_host: [outcome, outcome],
  },
});

/** What who sells does for all schools at once. */
export const ofSellersForAll: Cells = {
  targets: self,
  cells: { ...refusedByRole(1), platform_admin_on_own_host: [ok] },
};

/** Lists of all schools: served on the platform's own site alone, to those who run it. */
export const ofThePanel: Cells = {
  targets: self,
  cells: byHost([elsewhere], [elsewhere], [ok]),
};

export const noVariant = 'subscriptions.variant_not_found';

/** Those who run the shop of a school. */
export const ofShopkeepers = (missing: Outcome): WhoMay => ({
  ...ofOwnSchool(missing),
  platform_admin_on_own_host: [elsewhere, elsewhere],
});

export const noPage = 'content.not_found';

/** What editors of public pages hear; in this world there is no page, and tests/api/content-editing.test.ts has some. */
/** Of champions, what superpower teachers may do on the platform's host. */
export const forTeachers = (outcome: Outcome): ChampionCells => ({
  superpower_teacher: [outcome],
  superpower_parent: [forbidden],
});

/** What champions alone do: nobody of a school has such a call, and who runs the platform has other ones. */
export const ofChampions = (champions: ChampionCells): Cells & { champions: ChampionCells } => ({
  targets: self,
  cells: byHost([elsewhere], [elsewhere], [forbidden]),
  champions,
});

export const byEditors = (outcome: Outcome): Cells => ({
  targets: self,
  cells: {
    ...refusedByRole(1),
    organization_admin_on_own_host: [forbidden],
    school_admin: [outcome],
    platform_admin_on_own_host: [outcome],
  },
});

/** What may be done with a story of one's own; these are other people's. */
export const ofStoriesOfOthers = (noStory: Outcome): Cells => ({
  targets: ['maple', 'riverside'],
  cells: {
    ...refusedByRole(2),
    student: [noStory, noStory],
    teacher: [noStory, noStory],
    teacher_of_birch: [noStory, noStory],
    teacher_admin: [noStory, noStory],
    school_admin: [noStory, noStory],
  },
});
