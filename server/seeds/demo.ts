import { uuidv7 } from 'uuidv7';
import { avatarsOfNew } from '#contract/students/default-animals.ts';
import { parseNames } from '#contract/students/students.rules.ts';
import { product } from '#contract/kit/product.ts';
import type { Seed } from '#server/platform/settings.ts';
import { inPlatformScope, type Database } from '#server/platform/database.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import { seedChampions } from './demo-champions.ts';
import {
  birchNames,
  cedarNames,
  manyFirstNames,
  manyLastNames,
  mapleNames,
  riversideNames,
} from './demo-names.ts';
import { causeToCheck, demoCauses } from './demo-causes.ts';
import { seedLesson } from './demo-lesson.ts';
import { seedMessages } from './demo-messages.ts';
import { makePlans, subscribe } from './demo-plans.ts';
import { seedChildWorks, seedTales } from './demo-shelf.ts';
import {
  linkSchool,
  makeBankAccount,
  makeCauses,
  makeClass,
  makeMember,
  makeSchoolLife,
  makeStudents,
  makeTenant,
  letPlatformIn,
  openShelf,
  setCommunityPassword,
  type FactoryContext,
  type MadeTenant,
  type StudentOptions,
} from './factories.ts';

const staffPassword = 'Quill-demo-1';

/** The accounts that the start prints, with the host each belongs to. */
export const demoAccounts = [
  { host: 'localhost', email: `platform@${product.slug}.test` },
  { host: 'localhost', email: `superpower-teacher@${product.slug}.test` },
  { host: 'localhost', email: `superpower-parent@${product.slug}.test` },
  { host: 'brightfutures.localhost', email: 'org@brightfutures.test' },
  { host: 'greenfield.localhost', email: 'admin@greenfield.test' },
  { host: 'greenfield.localhost', email: 'lead@greenfield.test' },
  { host: 'greenfield.localhost', email: 'teacher@greenfield.test' },
  { host: 'riverside.localhost', email: 'admin@riverside.test' },
  { host: 'riverside.localhost', email: 'teacher@riverside.test' },
] as const;

/** Of no bank, so that nobody sends money there. */
const practiceAccount = {
  currency: 'EUR',
  holder: product.name,
  bank: 'Practice Bank',
  account: 'XX00 0000 0000 0000 0000 00',
  code: 'PRACTICE',
  words: 'This is practice: please send no money.',
};

export const demoPassword = staffPassword;

/** True where nothing was ever put in, so that seeding cannot meet real data. */
export function isEmpty(database: Database): Promise<boolean> {
  return inPlatformScope(database, async (transaction) => {
    const { count } = await transaction
      .selectFrom('tenants')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count === 0;
  });
}

/** The platform's own row, which every installation has. */
function makePlatform(context: FactoryContext) {
  return makeTenant(context, { school_name: product.name, subdomain: null, is_platform: true });
}

/** The children of a class, with animals as they get them when a teacher adds them; `standing` are there before. */
function students(
  names: readonly string[],
  standing: Parameters<typeof avatarsOfNew>[1] = [],
): StudentOptions[] {
  const people = names.flatMap((name) => parseNames(name)).map((name) => ({ id: uuidv7(), ...name }));
  const avatars = avatarsOfNew(people, standing);
  return people.map((person, place) => ({ ...person, avatar: avatars[place] ?? null }));
}

/** Fills a new database: the platform alone, the demo schools, or those and a big one for measuring. */
export async function seed(context: FactoryContext, which: Seed): Promise<void> {
  const platform = await makePlatform(context);
  if (which === 'none') return;
  const password_hash = await hashPassword(staffPassword);
  const robin = await makeMember(context, platform, {
    role: product.platformRole,
    first_name: 'Robin',
    last_name: 'Quill',
    email: `platform@${product.slug}.test`,
    password_hash,
  });
  await seedChampions(context, platform, { by: robin, password_hash });
  await seedLesson(context, platform);
  await makeCauses(context, demoCauses);
  await makeBankAccount(context, practiceAccount);
  await seedTales(context, platform);
  await seedSchools(context, platform, password_hash);
  if (which === 'big') await seedBigSchool(context, password_hash);
}

async function seedSchools(
  context: FactoryContext,
  platform: MadeTenant,
  password_hash: string,
): Promise<void> {
  const trust = await makeTenant(context, {
    school_name: 'Bright Futures Trust',
    subdomain: 'brightfutures',
    school_email: 'office@brightfutures.test',
    is_organization: true,
    colors: {
      primary_color: '#5b2a6e',
      primary_color_light: '#8d5ba1',
      primary_color_dark: '#3c1a4a',
      button_color: '#f2b134',
    },
  });
  const greenfield = await makeTenant(context, {
    school_name: 'Greenfield Primary',
    subdomain: 'greenfield',
    school_email: 'office@greenfield.test',
    switchboard: true,
    colors: {
      primary_color: '#1f5f3f',
      primary_color_light: '#3f8a63',
      primary_color_dark: '#123d28',
      bg_primary_color: '#d5ead9',
      bg_secondary_color: '#3f8a63',
      button_color: '#f4b942',
      text_primary_color: '#1f5f3f',
      text_secondary_color: '#3b5a49',
    },
  });
  const riverside = await makeTenant(context, {
    school_name: 'Riverside School',
    subdomain: 'riverside',
    school_email: 'office@riverside.test',
  });
  await makeCauses(context, [causeToCheck(greenfield.id)]);
  await linkSchool(context, trust, greenfield);
  await setCommunityPassword(context, greenfield, 'welcome-parents');
  await openShelf(context, greenfield, 'GB');
  await letPlatformIn(context, greenfield);

  await makeMember(context, trust, {
    role: 'organization_admin',
    first_name: 'Imani',
    last_name: 'Clarke',
    email: 'org@brightfutures.test',
    password_hash,
  });
  await makeMember(context, greenfield, {
    role: 'school_admin',
    first_name: 'Helen',
    last_name: 'Marsh',
    email: 'admin@greenfield.test',
    password_hash,
  });
  const lead = await makeMember(context, greenfield, {
    role: 'teacher_admin',
    first_name: 'David',
    last_name: 'Osei',
    email: 'lead@greenfield.test',
    password_hash,
  });
  const teacher = await makeMember(context, greenfield, {
    role: 'teacher',
    first_name: 'Clara',
    last_name: 'Weiss',
    email: 'teacher@greenfield.test',
    password_hash,
  });
  await makeMember(context, riverside, {
    role: 'school_admin',
    first_name: 'Paul',
    last_name: 'Hughes',
    email: 'admin@riverside.test',
    password_hash,
  });
  const riversideTeacher = await makeMember(context, riverside, {
    role: 'teacher',
    first_name: 'Joan',
    last_name: 'Baptiste',
    email: 'teacher@riverside.test',
    password_hash,
  });

  const maple = await makeClass(context, greenfield, {
    name: 'Maple',
    class_id: 'MAPXE247',
    class_theme: '#c8553d',
    teachers: [teacher],
  });
  const cedar = await makeClass(context, greenfield, {
    name: 'Cedar',
    class_id: 'CEDAR583',
    class_theme: '#3f7d58',
    teachers: [teacher],
  });
  const birch = await makeClass(context, greenfield, {
    name: 'Birch',
    class_id: 'BYRCH926',
    class_theme: '#c9a227',
    teachers: [lead],
  });
  const willow = await makeClass(context, riverside, {
    name: 'Willow',
    class_id: 'WYLXW438',
    class_theme: '#4180ca',
    teachers: [riversideTeacher],
  });
  const [zoe, ...others] = students(mapleNames, [{ id: 'zoe', avatar: 'otter' }]);
  if (!zoe) throw new Error('The demo needs its children');
  await makeStudents(context, greenfield, maple, [
    { ...zoe, username: 'zoe-otter-42', password: 'sunny-otter-42', avatar: 'otter' },
    ...others,
  ]);
  await makeStudents(context, greenfield, cedar, students(cedarNames));
  const authors = await makeStudents(context, greenfield, birch, students(birchNames));
  await makeStudents(context, riverside, willow, students(riversideNames));
  const [, byYear] = await makePlans(context);
  if (!byYear) throw new Error('The demo needs its plans');
  await subscribe(context, riverside, {
    variant: byYear,
    seats: 20,
    billing: { name: 'Riverside School', email: 'office@riverside.test', country: 'DE', address: null },
  });
  const { shelf } = await seedTales(context, greenfield);
  await seedChildWorks(context, { tenant: greenfield, schoolClass: birch, shelf, authors });
  for (const tenant of [riverside, trust]) await seedTales(context, tenant);
  await seedMessages(context, platform.id, [greenfield, riverside]);
}

/** What `SEED=big` adds, and what the bench measures. */
const bigSchool = { classes: 400, studentsPerClass: 25 };

async function seedBigSchool(context: FactoryContext, password_hash: string): Promise<void> {
  const school = await makeTenant(context, {
    school_name: 'Big School',
    subdomain: 'bigschool',
    school_email: 'office@bigschool.test',
  });
  await makeMember(context, school, {
    role: 'school_admin',
    first_name: 'Ada',
    last_name: 'Big',
    email: 'admin@bigschool.test',
    password_hash,
  });
  const began = Date.now();
  for (let place = 0; place < bigSchool.classes; place += 1) {
    const year = Math.floor(place / 40) + 1;
    const schoolClass = await makeClass(context, school, {
      name: `Year ${year} · ${String((place % 40) + 1).padStart(2, '0')}`,
      class_id: `BIGXX${String(place).padStart(3, '0')}`,
    });
    const people = Array.from({ length: bigSchool.studentsPerClass }, (_, seat): StudentOptions => {
      const number = place * bigSchool.studentsPerClass + seat;
      return {
        first_name: manyFirstNames[number % manyFirstNames.length] ?? 'Ada',
        last_name: manyLastNames[(number * 7 + place) % manyLastNames.length] ?? 'Big',
        // Made by the system these would be looked for one by one; here they only have to be many and distinct.
        username: `pupil-${number}`,
      };
    });
    const made = await makeStudents(context, school, schoolClass, people);
    await makeSchoolLife(
      context,
      school,
      made.map(({ id }, seat) => lifeOf(id, place * bigSchool.studentsPerClass + seat, began)),
    );
  }
}

const day = 24 * 60 * 60 * 1000;

/** Some have never been there, some not for months, and some have books: filters of lists have something to find. */
function lifeOf(id: string, number: number, began: number) {
  const daysAgo = (number * 37) % 150;
  return {
    id,
    last_login: number % 6 === 0 ? null : new Date(began - daysAgo * day),
    books: Array.from({ length: number % 4 === 0 ? (number % 3) + 1 : 0 }, (_, place) => `Book ${place + 1}`),
  };
}
