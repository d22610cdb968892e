import { foldForSearch } from '#contract/kit/fold.ts';

interface Person {
  role: string;
  first_name: string;
  last_name: string;
}

/** What the platform's lists find a person by: the listed name, so of a student the first name and an initial (`users.listed_name`). */
export function searchedAs({ role, first_name, last_name }: Person): string {
  const [initial = ''] = last_name;
  return foldForSearch(role === 'student' ? `${first_name} ${initial}` : `${first_name} ${last_name}`).trim();
}

/** What the platform's lists find a school or organization by. */
export function tenantSearchedAs(tenant: {
  school_name: string;
  subdomain: string | null;
  domain_url: string | null;
}): string {
  const { school_name, subdomain, domain_url } = tenant;
  return foldForSearch([school_name, subdomain, domain_url].filter(Boolean).join(' ')).trim();
}
