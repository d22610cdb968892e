import * as v from 'valibot';
import { personName } from '../kit/person-name.ts';
import { yesOrNo } from '../kit/yes-or-no.ts';
import { subdomainProblem } from './subdomain.rules.ts';
import { DomainUrl, Logo, schoolName } from './tenant-details.schema.ts';
import { colorFields, defaultColors, HexColor, type ColorField } from './tenants.schema.ts';

/** Said where it is no address, in other words than in the forms for people. Specification, section 5. */
const SchoolEmail = v.pipe(
  v.string('Email is required'),
  v.trim(),
  v.toLowerCase(),
  v.nonEmpty('Email is required'),
  v.check((text) => text === '' || v.is(Email, text), 'Invalid email address'),
);

const Email = v.pipe(v.string(), v.maxLength(320), v.email());

/** A name in addresses, as it is chosen. */
const Subdomain = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? subdomainProblem(dataset.value) : null;
    if (message !== null) addIssue({ message });
  }),
);

/** Left empty, the school gets one made of its name. */
const ChosenSubdomain = v.union([v.literal(''), Subdomain]);

/** Specification, section 5: these three have to be there. What is left out of the others is the default. */
export const requiredColors = ['primary_color', 'primary_color_light', 'primary_color_dark'] as const;

const isRequired = (field: ColorField) => (requiredColors as readonly ColorField[]).includes(field);

type RequiredColor = (typeof requiredColors)[number];
type Colors = Record<RequiredColor, typeof HexColor> &
  Record<Exclude<ColorField, RequiredColor>, v.OptionalSchema<typeof HexColor, string>>;

const colors = Object.fromEntries(
  colorFields.map((field) => [
    field,
    isRequired(field) ? HexColor : v.optional(HexColor, defaultColors[field]),
  ]),
) as Colors;

const texts = {
  school_name: schoolName('Name is required'),
  school_email: SchoolEmail,
  first_name: personName({ required: 'First name is required', label: 'First name' }),
  last_name: personName({ required: 'Last name is required', label: 'Last name' }),
  domain_url: DomainUrl,
  subdomain: v.optional(ChosenSubdomain, ''),
  is_organization: v.optional(yesOrNo('Please choose a school or an organization'), false),
  ...colors,
};

/** The form with which a school or organization comes into being. Specification, section 5: registration. */
export const RegistrationForm = v.object(texts);
export type RegistrationForm = v.InferInput<typeof RegistrationForm>;

/** What is sent of it. */
export const Registration = v.object({ ...texts, logo: v.optional(Logo) });
export type Registration = v.InferOutput<typeof Registration>;

/** Specification, section 3: the registration response, and where the new one is found. `host` is without a port. */
export const Registered = v.object({
  message: v.string(),
  tenant: v.object({ subdomain: v.string(), host: v.string() }),
});
export type Registered = v.InferOutput<typeof Registered>;

/** Whether a name in addresses can be had: `note` says why not, `host` where its pages would be, without a port. */
export const SubdomainAnswer = v.object({
  is_free: v.boolean(),
  note: v.nullable(v.string()),
  host: v.nullable(v.string()),
});
export type SubdomainAnswer = v.InferOutput<typeof SubdomainAnswer>;
