import type { Tables } from './tables.ts';

/**
 * What the role of the platform's panel may read, table by table. The grants of the migrations say the same, and a server does not
 * start where the database grants anything else.
 */
export const panelColumns = {
  audit_entries: ['tenant_id', 'id', 'actor_id', 'action', 'subject_id', 'created_at'],
  class_teachers: ['tenant_id', 'school_class_id', 'teacher_id'],
  email_messages: [
    'tenant_id',
    'id',
    'kind',
    'listed_to',
    'to_domain',
    'state',
    'cause',
    'created_at',
    'finished_at',
  ],
  enrollments: ['tenant_id', 'school_class_id', 'student_id', 'ended_at'],
  guardian_permissions: ['tenant_id', 'student_id', 'purpose', 'ended_at'],
  invitations: ['tenant_id', 'user_id', 'kind', 'used_at', 'revoked_at'],
  mail_suppressions: ['id', 'address_mac', 'listed_address', 'reason', 'since', 'until', 'note'],
  organization_schools: ['tenant_id', 'school_id', 'confirmed_at'],
  platform_days: ['tenant_id', 'metric', 'day', 'value'],
  school_classes: ['tenant_id', 'id', 'archived_at'],
  scope_versions: ['tenant_id', 'scope', 'version'],
  students: ['tenant_id', 'id', 'privacy_preference'],
  tasks: ['tenant_id', 'id', 'attempts'],
  tenant_days: ['tenant_id', 'day', 'students', 'staff', 'active', 'sign_ins', 'published'],
  tenant_numbers: [
    'tenant_id',
    'students',
    'staff',
    'classes',
    'books',
    'stories',
    'public_works',
    'active',
    'bytes',
    'scope_version',
    'as_of',
  ],
  tenants: [
    'id',
    'school_name',
    'listed_search',
    'logo',
    'subdomain',
    'verified_host',
    'domain_url',
    'is_organization',
    'is_platform',
    'registered_at',
    'set_up_at',
    'suspended_at',
    'closes_at',
    'gone_at',
    'created_at',
  ],
  users: [
    'tenant_id',
    'id',
    'role',
    'listed_name',
    'listed_email',
    'listed_search',
    'is_guest',
    'country',
    'date_joined',
    'last_login',
    'archived_at',
    'updated_at',
  ],
  work_watch: [
    'tenant_id',
    'work_id',
    'kind',
    'state',
    'reasons',
    'readers',
    'risk',
    'rank',
    'since',
    'from_visitor',
    'claimed_by',
    'claimed_until',
    'asked_at',
    'answered_at',
    'appealed_at',
    'decided_at',
    'decision',
  ],
  works: ['tenant_id', 'id', 'author_id', 'is_public'],
} as const satisfies { readonly [Table in keyof Tables]?: readonly (keyof Tables[Table])[] };

type Listed = typeof panelColumns;

/** The tables as the panel's role sees them. */
export type PanelTables = {
  [Table in keyof Listed]: Pick<Tables[Table], Listed[Table][number] & keyof Tables[Table]>;
};
