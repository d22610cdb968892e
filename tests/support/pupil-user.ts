import type { User } from '#contract/identity/identity.schema.ts';

/** A child as the app has it when it is signed in. */
export const zoe: User = {
  id: '01985b4e-0000-7000-8000-000000000001',
  tenant_id: '01985b4e-0000-7000-8000-0000000000aa',
  first_name: 'Zoë',
  last_name: 'Fern',
  email: null,
  username: 'zoe-otter-42',
  role: 'student',
  country: null,
  avatar: 'otter',
};
