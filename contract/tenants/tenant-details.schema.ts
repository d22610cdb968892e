import * as v from 'valibot';
import { fileField } from '../kit/files.ts';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { line } from '../kit/text.ts';
import { yesOrNo } from '../kit/yes-or-no.ts';
import { TypedEmail } from '../passwords/passwords.schema.ts';
import { GuestConsent } from '../visits/visits.schema.ts';
import { addressProblem } from './tenants.rules.ts';
import { colorFields, HexColor, Tenant, type ColorField } from './tenants.schema.ts';

/** A tenant as those see it who run it. Specification, section 3. */
export const TenantDetails = v.object({
  ...Tenant.entries,
  /** Of who registered it; null where nobody did. */
  first_name: v.nullable(v.string()),
  last_name: v.nullable(v.string()),
  /** The host of `domain_url`, once it was shown to be theirs; only then does it answer. */
  verified_host: v.nullable(v.string()),
  /** The record that shows `domain_url` to be theirs; null where nothing has to be shown. */
  domain_proof: v.nullable(v.object({ name: v.string(), value: v.string() })),
  /** When somebody registered it; null for one that was made in another way. */
  registered_at: v.nullable(Instant),
  /** How it takes visits of the platform; only the school itself changes it. */
  guest_consent: GuestConsent,
  /** Those that the school belongs to, by name. */
  organizations: v.array(v.object({ id: Id, school_name: v.string() })),
});
export type TenantDetails = v.InferOutput<typeof TenantDetails>;

/** @param required said where nothing was typed: the two forms say it differently */
export function schoolName(required: string) {
  return v.pipe(
    line({ required, maximum: limits.schoolNameMaximum, label: 'Name' }),
    v.check(
      (text) => text === '' || [...text].length >= limits.schoolNameMinimum,
      `Name must be at least ${limits.schoolNameMinimum} characters`,
    ),
  );
}

export const DomainUrl = v.pipe(
  v.string('Domain URL is required'),
  v.trim(),
  v.nonEmpty('Domain URL is required'),
  v.maxLength(300, 'Invalid URL format'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value === '') return;
    const message = addressProblem(dataset.value);
    if (message !== null) addIssue({ message });
  }),
);

/** Empty is said in words of its own for the one colour that the specification names. */
const PrimaryColor = v.pipe(
  v.string('Primary color is required'),
  v.nonEmpty('Primary color is required'),
  v.check((text) => text === '' || v.is(HexColor, text), 'Invalid hex color code'),
);

type Colors = Record<ColorField, typeof HexColor>;
const colors = {
  ...(Object.fromEntries(colorFields.map((field) => [field, HexColor])) as Colors),
  primary_color: PrimaryColor,
};

export const Logo = fileField({
  types: ['image/jpeg', 'image/png', 'image/svg+xml'],
  wrongType: 'Unsupported file format',
  maximum: limits.logoBytes,
  tooLarge: 'File too large',
});

const texts = {
  school_name: schoolName('School name is required'),
  school_email: TypedEmail,
  domain_url: DomainUrl,
  switchboard: yesOrNo('Switchboard status is required'),
  ...colors,
};

/** The form as it is filled in. Specification, section 5: the tenant edit form. */
export const TenantForm = v.object(texts);
export type TenantForm = v.InferInput<typeof TenantForm>;

/** What is sent of it: what was changed. `none` takes the logo away. */
export const UpdateTenant = v.object({
  ...v.partial(v.object(texts)).entries,
  logo: v.optional(v.union([v.literal('none'), Logo], 'Unsupported file format')),
});
export type UpdateTenant = v.InferOutput<typeof UpdateTenant>;

/** A tenant in the platform's list. */
export const ListedTenant = v.omit(TenantDetails, ['domain_proof', 'organizations']);
export type ListedTenant = v.InferOutput<typeof ListedTenant>;
