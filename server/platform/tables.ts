import type { LearningTables } from './tables/learning.ts';
import type { MoneyTables } from './tables/money.ts';
import type { OperationsTables } from './tables/operations.ts';
import type { PeopleTables } from './tables/people.ts';
import type { TenantsTables } from './tables/tenants.ts';
import type { WorksTables } from './tables/works.ts';

/** The tables of `server/migrations`, for the query builder. */
export type Tables = TenantsTables &
  MoneyTables &
  PeopleTables &
  WorksTables &
  LearningTables &
  OperationsTables;

/** What is read of a tenant's row, by name: a column that is added later changes no answer of a running server. */
export const tenantColumns = [
  'id',
  'school_name',
  'school_email',
  'subdomain',
  'domain_url',
  'verified_host',
  'first_name',
  'last_name',
  'switchboard',
  'logo',
  'is_organization',
  'is_platform',
  'primary_color',
  'primary_color_light',
  'primary_color_dark',
  'bg_primary_color',
  'bg_secondary_color',
  'announcement_color',
  'button_color',
  'book_button_color',
  'text_primary_color',
  'text_secondary_color',
  'text_muted_color',
  'border_primary_color',
  'border_muted_color',
  'registered_at',
  'set_up_at',
  'setup_hidden_at',
  'suspended_at',
  'closes_at',
  'gone_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Tables['tenants'])[];
