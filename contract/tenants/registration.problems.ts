import { problems } from '../kit/problem.ts';

/** Apart from those that every page has to know. */
export const registrationProblems = problems('tenants', {
  subdomain_taken: { status: 409, error: 'This name is taken already. Please choose another one.' },
  register_elsewhere: {
    status: 409,
    error: 'Schools register on the platform’s own site, or by the link that an organization sent them.',
  },
  registered_too_often: {
    status: 429,
    error: 'A few schools were registered from here just now. Please try again later, or write to us.',
  },
  /** One whose host is ours anyway, and one that has none. */
  no_domain_to_show: { status: 409, error: 'There is no domain that has to be shown to be yours.' },
  domain_not_shown: {
    status: 409,
    error: 'The record is not there yet. It can take some hours until a new one is seen everywhere.',
  },
  domain_unreadable: {
    status: 409,
    error: 'The records of this domain could not be read just now. Please try again in a few minutes.',
  },
  domain_taken: { status: 409, error: 'Another school has shown this domain to be theirs.' },
});
