import * as v from 'valibot';
import { GivenTablet } from '../devices/preparation.schema.ts';
import { isCountryCode } from '../kit/countries.ts';
import { fileField } from '../kit/files.ts';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { PageQuery } from '../kit/page.ts';
import { personName } from '../kit/person-name.ts';
import { product } from '../kit/product.ts';
import type { Role } from '../kit/roles.ts';
import { line } from '../kit/text.ts';
import { TypedEmail } from '../passwords/passwords.schema.ts';

/** The roles of those who sign in with an e-mail address and work here, the widest last. */
export const memberRoles = [
  'teacher',
  'teacher_admin',
  'school_admin',
  'organization_admin',
  product.platformRole,
] as const satisfies readonly Role[];
export const MemberRole = v.picklist(memberRoles, 'Please choose a role');
export type MemberRole = v.InferOutput<typeof MemberRole>;

/** Somebody of the staff, as their administrators see them. Specification, section 3: User. */
export const Member = v.object({
  id: Id,
  first_name: v.string(),
  last_name: v.string(),
  email: v.string(),
  role: MemberRole,
  /** ISO 3166-1 alpha-2 code. */
  country: v.nullable(v.string()),
  /** Address of a picture on the tenant's own host, or the name of one of the product's animals. */
  avatar: v.nullable(v.string()),
  archived_at: v.nullable(Instant),
  /** Null for somebody who has never signed in. */
  last_login: v.nullable(Instant),
});
export type Member = v.InferOutput<typeof Member>;

const Flag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])]),
  v.transform((value) => value === true || value === 'true'),
);

export const memberSorts = ['name', '-name', 'role', '-role', 'last_login', '-last_login'] as const;
export type MemberSort = (typeof memberSorts)[number];

export const MemberQuery = v.object({
  ...PageQuery.entries,
  /** Words of names and e-mail addresses; case and accents do not count. */
  search: v.optional(line({ maximum: 100, label: 'search' }), ''),
  role: v.optional(MemberRole),
  /** Those who were archived, in place of those who were not. */
  is_archived: v.optional(Flag, false),
  /** A minus turns it round. Who has never signed in comes last, either way. */
  sort: v.optional(v.picklist(memberSorts), 'name'),
});
export type MemberQuery = v.InferOutput<typeof MemberQuery>;

const MembersTenant = v.object({
  id: Id,
  school_name: v.string(),
  is_organization: v.boolean(),
  is_platform: v.boolean(),
});

/** A student as the platform's own site knows one: what its lists show. */
export const ListedStudent = v.object({
  id: Id,
  role: v.literal('student'),
  country: v.nullable(v.string()),
  archived_at: v.nullable(Instant),
  last_login: v.nullable(Instant),
  tenant: MembersTenant,
});
export type ListedStudent = v.InferOutput<typeof ListedStudent>;

/** Somebody of the staff with what belongs to them. */
export const MemberDetails = v.object({
  ...Member.entries,
  /** An address that waits to be confirmed; until then `email` signs in. */
  pending_email: v.nullable(v.string()),
  /** False until they chose a password. */
  has_password: v.boolean(),
  /** The classes that they teach, by name. */
  classes: v.array(v.object({ id: Id, name: v.string() })),
  /** The tablets that count on their right, by name. */
  prepared_tablets: v.array(GivenTablet),
  /** When something of the account was changed last: a change that says it is refused once it is another. */
  updated_at: v.optional(Instant),
  /** On the platform's own site: whose member it is. */
  tenant: v.optional(MembersTenant),
});
export type MemberDetails = v.InferOutput<typeof MemberDetails>;

/** A member who was archived, with the tablets that count on their right. */
export const ArchivedMember = v.object({ ...Member.entries, prepared_tablets: v.array(GivenTablet) });
export type ArchivedMember = v.InferOutput<typeof ArchivedMember>;

/** Specification, section 5: the edit user form. */
const personFields = {
  first_name: personName({ required: 'First name is required', label: 'First name' }),
  last_name: personName({ required: 'Last name is required', label: 'Last name' }),
  email: TypedEmail,
};

const Country = v.pipe(
  v.string('Country is required'),
  v.check((code) => isCountryCode(code), 'Country is required'),
);

const Picture = fileField({
  types: ['image/jpeg', 'image/png', 'image/webp'],
  wrongType: 'Unsupported file format',
  maximum: limits.avatarBytes,
  tooLarge: 'File too large',
});

/** `none` takes the picture away. */
const Avatar = v.union([v.literal('none'), Picture], 'Please choose a picture');

/** The form for a new member. */
export const CreateMember = v.object({
  ...personFields,
  country: Country,
  avatar: v.optional(Picture),
  /** Left out: a teacher, or on the host of an organization or the platform its administrator. */
  role: v.optional(MemberRole),
  /** On the platform's own site: where the account is made; left out: on the platform. Elsewhere it says nothing. */
  tenant_id: v.optional(Id),
});
export type CreateMember = v.InferOutput<typeof CreateMember>;

/** What is left out stays as it is. */
export const UpdateMember = v.object({
  first_name: v.optional(personFields.first_name),
  last_name: v.optional(personFields.last_name),
  email: v.optional(personFields.email),
  country: v.optional(Country),
  avatar: v.optional(Avatar),
  role: v.optional(MemberRole),
  /** As it was answered: with another one the change is refused. */
  updated_at: v.optional(Instant),
});
export type UpdateMember = v.InferOutput<typeof UpdateMember>;

/** Changes to the own account: a field that is left out stays, and the role cannot be changed. */
export const UpdateOwnAccount = v.omit(UpdateMember, ['role', 'updated_at']);
export type UpdateOwnAccount = v.InferOutput<typeof UpdateOwnAccount>;

/** The form as it is filled in. */
export const MemberForm = v.object({ ...personFields, country: Country, role: MemberRole });
export type MemberForm = v.InferOutput<typeof MemberForm>;

/** What a link in an e-mail carries: 256 random bits in base64url. */
export const LinkToken = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));
