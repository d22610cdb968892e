import { problems } from '../kit/problem.ts';

export const tenantProblems = problems('tenants', {
  /** The same for one that is not, and for somebody else's. */
  not_found: { status: 404, error: 'There is no such school.' },
  logo_unreadable: { status: 400, error: 'Unsupported file format' },
  unknown_slug: { status: 404, error: 'There is no school with this name.' },
  unknown_host: { status: 404, error: 'There is no school at this address.' },
});
