import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Role } from '#contract/kit/roles.ts';
import type { Reaction } from '#contract/works/reactions.schema.ts';
import { foldForSearch } from '#contract/kit/fold.ts';
import { defaultColors, type TenantColors } from '#contract/tenants/tenants.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { withChanges } from '#server/platform/changes.ts';
import type { BankAccount } from '#contract/payments/payments.schema.ts';
import { inPlatformScope, inTenant, type Database } from '#server/platform/database.ts';
import { hashPassword, type PasswordHasher } from '#server/platform/passwords.ts';
import type { Tables } from '#server/platform/tables.ts';
import { searchedAs, tenantSearchedAs } from '#server/platform/listed.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import { createStudentAccounts, type StudentDraft } from '#server/modules/students/student-accounts.ts';
import { insertCategory } from '#server/modules/categories/categories.repository.ts';
import { insertWork, storeAsset, type NewWork } from '#server/modules/works/works.store.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import { slugOf } from '#contract/works/works.rules.ts';
import { enroll } from '#server/modules/students/students.repository.ts';

/** What a factory needs; the demo and the tests make everything through the same ones. */
export interface FactoryContext {
  database: Database;
  secretKey: SecretKey;
  /** Left out: hashes cost what they cost in production. */
  hasher?: Pick<PasswordHasher, 'hash'>;
}

const shippedHasher = { hash: hashPassword };

let made = 0;

/** A number that nothing else made in this process has. */
function another(): number {
  made += 1;
  return made;
}

export interface MadeTenant {
  id: string;
  school_name: string;
  subdomain: string | null;
}

export async function makeTenant(
  { database }: FactoryContext,
  options: {
    school_name?: string;
    subdomain?: string | null;
    school_email?: string;
    is_organization?: boolean;
    is_platform?: boolean;
    switchboard?: boolean;
    colors?: Partial<TenantColors>;
  } = {},
): Promise<MadeTenant> {
  const number = another();
  const { colors, ...named } = options;
  const tenant = {
    id: uuidv7(),
    school_name: `School ${number}`,
    subdomain: `school-${number}`,
    ...named,
  };
  await inPlatformScope(database, (transaction) =>
    transaction
      .insertInto('tenants')
      .values({
        ...tenant,
        ...defaultColors,
        ...colors,
        listed_search: tenantSearchedAs({ ...tenant, domain_url: null }),
      })
      .execute(),
  );
  return { id: tenant.id, school_name: tenant.school_name, subdomain: tenant.subdomain };
}

/** Causes of the platform, for all schools. */
export async function makeCauses(
  { database }: FactoryContext,
  causes: readonly Omit<Insertable<Tables['causes']>, 'id' | 'search_text'>[],
): Promise<void> {
  await inPlatformScope(database, (transaction) =>
    transaction
      .insertInto('causes')
      .values(causes.map((cause) => ({ id: uuidv7(), ...cause, search_text: foldForSearch(cause.name) })))
      .execute(),
  );
}

/** Where bank transfers go. */
export async function makeBankAccount({ database }: FactoryContext, account: BankAccount): Promise<void> {
  await inPlatformScope(database, (transaction) =>
    transaction
      .insertInto('bank_accounts')
      .values({ ...account, updated_at: new Date() })
      .execute(),
  );
}

/** A shop that is open. Prices in minor units of its currency. */
export async function openShop(
  { database }: FactoryContext,
  tenant: MadeTenant,
  shop: {
    code: string;
    default_cause_id: string;
    currency?: string;
    digital_price?: number;
    print_price?: number | null;
    print_cost?: number;
    shipping_price?: number;
    school_bp?: number;
  },
): Promise<void> {
  await inTenant(database, tenant.id, async (transaction) => {
    await transaction.insertInto('shop_codes').values({ code: shop.code, owner_id: tenant.id }).execute();
    await transaction
      .insertInto('shops')
      .values({
        currency: 'EUR',
        digital_price: 400,
        print_price: 1200,
        print_cost: 500,
        shipping_price: 300,
        school_bp: 1000,
        ...shop,
        tenant_id: tenant.id,
        is_open: true,
        updated_at: new Date(),
      })
      .execute();
  });
}

/** Puts works up for sale, at the shop's prices. */
export async function putUpForSale(
  { database }: FactoryContext,
  tenant: MadeTenant,
  workIds: readonly string[],
): Promise<void> {
  if (workIds.length === 0) return;
  await inTenant(database, tenant.id, (transaction) =>
    transaction
      .updateTable('works')
      .set({ is_for_sale: true })
      .where('tenant_id', '=', tenant.id)
      .where('id', 'in', [...workIds])
      .execute(),
  );
}

/** The ids of the platform's causes, by slug. */
export async function readCauses({ database }: FactoryContext): Promise<ReadonlyMap<string, string>> {
  const rows = await inPlatformScope(database, (transaction) =>
    transaction.selectFrom('causes').select(['id', 'slug']).execute(),
  );
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

/** The ids of the platform's modes, by name. */
export async function readModes({ database }: FactoryContext): Promise<ReadonlyMap<string, string>> {
  const rows = await inPlatformScope(database, (transaction) =>
    transaction.selectFrom('modes').select(['id', 'name']).execute(),
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export async function linkSchool({ database }: FactoryContext, organization: MadeTenant, school: MadeTenant) {
  await inTenant(database, organization.id, (transaction) =>
    transaction
      .insertInto('organization_schools')
      .values({ tenant_id: organization.id, school_id: school.id, confirmed_at: new Date() })
      .execute(),
  );
}

export async function setCommunityPassword(
  { database, hasher = shippedHasher }: FactoryContext,
  tenant: MadeTenant,
  password: string,
) {
  const password_hash = await hasher.hash(password);
  await inTenant(database, tenant.id, (transaction) =>
    transaction.insertInto('community_passwords').values({ tenant_id: tenant.id, password_hash }).execute(),
  );
}

/** Shows the public books of a school to visitors. `country` is ISO 3166-1 alpha-2. */
export async function openShelf({ database }: FactoryContext, tenant: MadeTenant, country: string) {
  await inTenant(database, tenant.id, (transaction) =>
    transaction
      .updateTable('tenants')
      .set({ country, shelf_opened_at: new Date() })
      .where('id', '=', tenant.id)
      .execute(),
  );
}

/** Lets the platform look around without asking. */
export async function letPlatformIn({ database }: FactoryContext, tenant: MadeTenant) {
  await inTenant(database, tenant.id, (transaction) =>
    transaction.updateTable('tenants').set({ guest_consent: 'always' }).where('id', '=', tenant.id).execute(),
  );
}

export interface MadeMember {
  id: string;
  tenant_id: string;
  email: string;
  role: Role;
}

/** A teacher or an administrator, who signs in with an e-mail address. */
export async function makeMember(
  { database, hasher = shippedHasher }: FactoryContext,
  tenant: MadeTenant,
  options: {
    role: Role;
    first_name?: string;
    last_name?: string;
    email?: string;
    password?: string;
    password_hash?: string;
  },
): Promise<MadeMember> {
  const number = another();
  const {
    role,
    first_name = 'Sam',
    last_name = `Member ${number}`,
    email = `member-${number}@school.test`,
  } = options;
  const password_hash = options.password_hash ?? (await hasher.hash(options.password ?? 'Quill-demo-1'));
  const id = uuidv7();
  await inTenant(database, tenant.id, async (transaction) => {
    await transaction
      .insertInto('users')
      .values({
        tenant_id: tenant.id,
        id,
        role,
        first_name,
        last_name,
        email,
        username: null,
        country: null,
        avatar: null,
        listed_search: searchedAs({ role, first_name, last_name }),
      })
      .execute();
    await transaction
      .insertInto('credentials')
      .values({ tenant_id: tenant.id, user_id: id, password_hash, password_sealed: null })
      .execute();
  });
  return { id, tenant_id: tenant.id, email, role };
}

export interface MadeClass {
  id: string;
  class_id: string;
  name: string;
}

export async function makeClass(
  { database }: FactoryContext,
  tenant: MadeTenant,
  /** The first of the teachers leads it. */
  options: { name?: string; class_id?: string; class_theme?: string; teachers?: readonly MadeMember[] } = {},
): Promise<MadeClass> {
  const number = another();
  const { teachers = [], class_theme = '#4180ca' } = options;
  const schoolClass = {
    id: uuidv7(),
    name: options.name ?? `Class ${number}`,
    class_id: options.class_id ?? `CLASS${String(number).padStart(4, '0')}`,
  };
  await inTenant(database, tenant.id, async (transaction) => {
    await transaction
      .insertInto('school_classes')
      .values({ ...schoolClass, tenant_id: tenant.id, class_theme })
      .execute();
    for (const [place, teacher] of teachers.entries()) {
      await transaction
        .insertInto('class_teachers')
        .values({
          tenant_id: tenant.id,
          school_class_id: schoolClass.id,
          teacher_id: teacher.id,
          is_lead: place === 0,
        })
        .execute();
    }
    await withChanges(transaction, tenant.id, (changes) =>
      changes.put(scopeOf.schoolClass(schoolClass.id), 'classes', schoolClass.id),
    );
  });
  return schoolClass;
}

export type StudentOptions = Partial<StudentDraft> & { first_name: string };

/** Students of a class, in the order given; of no class where it is null. */
export async function makeStudents(
  { database, secretKey }: FactoryContext,
  tenant: MadeTenant,
  schoolClass: MadeClass | null,
  people: readonly StudentOptions[],
): Promise<StudentDraft[]> {
  const drafts = people.map((person) => ({ id: uuidv7(), last_name: '', ...person }));
  const accounts = createStudentAccounts(secretKey);
  await inTenant(database, tenant.id, async (transaction) => {
    await accounts.create(transaction, tenant.id, drafts);
    const ids = drafts.map((draft) => draft.id);
    await withChanges(transaction, tenant.id, async (changes) => {
      if (schoolClass) {
        await enroll(transaction, tenant.id, schoolClass.id, ids);
        changes.put(scopeOf.schoolClass(schoolClass.id), 'classes', schoolClass.id);
      }
      await accounts.noteChanged(transaction, changes, tenant.id, ids);
    });
  });
  return drafts;
}

/** When students signed in last, and the titles of the books that they made. */
export async function makeSchoolLife(
  { database, secretKey }: FactoryContext,
  tenant: MadeTenant,
  lives: readonly { id: string; last_login: Date | null; books: readonly string[] }[],
): Promise<void> {
  const accounts = createStudentAccounts(secretKey);
  const books = lives.flatMap(({ id, books: titles }) =>
    titles.map((title) => ({
      tenant_id: tenant.id,
      id: uuidv7(),
      kind: 'book' as const,
      author_id: id,
      title,
    })),
  );
  await inTenant(database, tenant.id, async (transaction) => {
    for (const { id, last_login } of lives) {
      if (last_login === null) continue;
      await transaction
        .updateTable('users')
        .set({ last_login })
        .where('tenant_id', '=', tenant.id)
        .where('id', '=', id)
        .execute();
    }
    if (books.length > 0) await transaction.insertInto('works').values(books).execute();
    await withChanges(transaction, tenant.id, (changes) =>
      accounts.noteChanged(
        transaction,
        changes,
        tenant.id,
        lives.map(({ id }) => id),
      ),
    );
  });
}

export async function makeStudent(
  context: FactoryContext,
  tenant: MadeTenant,
  schoolClass: MadeClass | null,
  person: Partial<StudentDraft> = {},
): Promise<StudentDraft> {
  const [student] = await makeStudents(context, tenant, schoolClass, [
    { first_name: `Child ${another()}`, ...person },
  ]);
  if (!student) throw new Error('No student was made');
  return student;
}

export interface MadeCategory {
  id: string;
  name: string;
}

export async function makeCategory(
  { database }: FactoryContext,
  tenant: MadeTenant,
  name = `Category ${another()}`,
): Promise<MadeCategory> {
  const id = uuidv7();
  await inTenant(database, tenant.id, (transaction) =>
    insertCategory(transaction, tenant.id, { id, name, slug: slugOf(name, id), now: new Date() }),
  );
  return { id, name };
}

/** A drawing that a work may show. @returns its hash */
export async function makeDrawing(
  { database }: FactoryContext,
  tenant: MadeTenant,
  drawing: { svg: string; width: number; height: number },
): Promise<string> {
  const { svg, width, height } = drawing;
  return await inTenant(database, tenant.id, (transaction) =>
    storeAsset(transaction, tenant.id, {
      media_type: 'image/svg+xml',
      content: Buffer.from(svg),
      width,
      height,
      created_by: null,
      now: new Date(),
    }),
  );
}

export interface MadeWork {
  id: string;
  slug: string;
  title: string;
}

/**
 * Works of a tenant, one after the other. One of which nothing is said is a published story of a line, for its author and the
 * school to see.
 */
export async function makeWorks(
  { database, secretKey }: FactoryContext,
  tenant: MadeTenant,
  works: readonly (Partial<NewWork> & Pick<NewWork, 'author_id'>)[],
): Promise<MadeWork[]> {
  const accounts = createStudentAccounts(secretKey);
  return await inTenant(database, tenant.id, async (transaction) => {
    const results: MadeWork[] = [];
    for (const work of works) {
      const number = another();
      const { id = uuidv7(), kind = 'story', title = `Work ${number}`, state = 'published' } = work;
      const created_at = work.created_at ?? new Date();
      const document = documentOf('Once there was a hen.');
      const { slug } = await insertWork(transaction, tenant.id, {
        visibility: 'community',
        ...(kind === 'story' && { chapters: [{ id: uuidv7(), title: '', document }] }),
        ...(kind === 'book' && { pages: [{ id: uuidv7(), layout: 'text', document }] }),
        published_at: state === 'published' ? created_at : null,
        ...work,
        id,
        kind,
        title,
        state,
        created_at,
      });
      results.push({ id, title, slug });
    }
    const authors = [...new Set(works.flatMap(({ author_id }) => author_id ?? []))];
    await withChanges(transaction, tenant.id, (changes) =>
      accounts.noteChanged(transaction, changes, tenant.id, authors),
    );
    return results;
  });
}

/** What children's guardians allowed. */
export async function permit(
  { database }: FactoryContext,
  tenant: MadeTenant,
  studentIds: readonly string[],
  purposes: readonly ('public' | 'voice' | 'picture' | 'sale')[],
): Promise<void> {
  const recorded_at = new Date();
  const values = studentIds.flatMap((student_id) =>
    purposes.map((purpose) => ({
      tenant_id: tenant.id,
      id: uuidv7(),
      student_id,
      purpose,
      recorded_by: null,
      recorded_at,
    })),
  );
  await inTenant(database, tenant.id, (transaction) =>
    transaction.insertInto('guardian_permissions').values(values).execute(),
  );
}

/** That their works may be public. */
export async function permitPublic(
  context: FactoryContext,
  tenant: MadeTenant,
  studentIds: readonly string[],
): Promise<void> {
  await permit(context, tenant, studentIds, ['public']);
}

/** How private children are. */
export async function setPrivacy(
  { database }: FactoryContext,
  tenant: MadeTenant,
  studentIds: readonly string[],
  privacy_preference: 'public' | 'private' | 'community',
): Promise<void> {
  await inTenant(database, tenant.id, (transaction) =>
    transaction
      .updateTable('students')
      .set({ privacy_preference })
      .where('tenant_id', '=', tenant.id)
      .where('id', 'in', [...studentIds])
      .execute(),
  );
}

/** Kind words, one from each person for each work. */
export async function react(
  { database }: FactoryContext,
  tenant: MadeTenant,
  reactions: readonly { work_id: string; user_id: string; reaction: Reaction }[],
): Promise<void> {
  const made_at = new Date();
  await inTenant(database, tenant.id, (transaction) =>
    transaction
      .insertInto('reactions')
      .values(reactions.map((reaction) => ({ ...reaction, tenant_id: tenant.id, made_at })))
      .execute(),
  );
}
