import * as v from 'valibot';
import { limits } from '#contract/kit/limits.ts';
import { RegistrationForm } from '#contract/tenants/registration.schema.ts';
import { subdomainFor } from '#contract/tenants/subdomain.rules.ts';
import { defaultColors } from '#contract/tenants/tenants.schema.ts';
import { cannotBeReached } from '#src/lib/reach-words.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';

/** The form as it stands in the fields. */
export type Registering = Record<Exclude<keyof RegistrationForm, 'is_organization'>, string> & {
  is_organization: 'true' | 'false';
};

export const emptyRegistration: Registering = {
  school_name: '',
  school_email: '',
  first_name: '',
  last_name: '',
  domain_url: '',
  subdomain: '',
  is_organization: 'false',
  ...defaultColors,
};

/** Of a name that nobody has typed anything about yet, one that fits the school. */
export function followName(
  name: string,
  { subdomain, school_name }: Pick<Registering, 'subdomain' | 'school_name'>,
): string {
  const isOwnWord = subdomain !== '' && subdomain !== proposed(school_name);
  return isOwnWord ? subdomain : proposed(name);
}

const proposed = (name: string) =>
  [...name.trim()].length < limits.schoolNameMinimum ? '' : subdomainFor(name);

/** What each field is called, where something is missing in it. */
const names: Readonly<Partial<Record<keyof Registering, string>>> = {
  school_name: 'the name',
  subdomain: 'the address here',
  domain_url: 'your own site',
  school_email: 'the email address',
  first_name: 'your first name',
  last_name: 'your last name',
};

/** The fields that keep the form from being sent, in words and in their order; none where it can be. */
export function missingIn(values: Registering): string[] {
  const { issues = [] } = v.safeParse(RegistrationForm, values);
  const fields = new Set(issues.map((issue) => v.getDotPath(issue)));
  const known = Object.entries(names).flatMap(([field, name]) => (fields.has(field) ? [name] : []));
  const isColor = [...fields].some((field) => field !== null && !(field in names));
  return isColor ? [...known, 'a colour'] : known;
}

/**
 * What is said where registering failed, in words of the specification (section 8): the fields with what is wrong with each,
 * else the server's own words, else that it failed.
 */
export function registrationFailure(error: unknown): string {
  if (error instanceof NoNetworkError)
    return `${cannotBeReached} What you typed stays here; please try again later.`;
  if (error instanceof ApiProblem) {
    const fields = Object.entries(error.errors);
    if (fields.length > 0)
      return fields.map(([field, texts]) => `${field.replaceAll('_', ' ')}: ${texts.join(', ')}`).join('; ');
    if (error.message !== '') return error.message;
  }
  return 'Registration failed. Please check your inputs and try again.';
}
