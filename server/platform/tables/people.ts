import type { ColumnType, Generated } from 'kysely';
import type { Role } from '#contract/kit/roles.ts';
import type { Made, Moment, Big, PrivacyColumn, KeptColumn, CardEndColumn } from './columns.ts';

/** Column by column, as `server/migrations` makes them. */
export interface PeopleTables {
  student_media_weeks: {
    tenant_id: string;
    student_id: string;
    week: string;
    bytes: Big;
    pieces: Generated<number>;
    extra: Generated<number>;
    held_at: Date | null;
  };
  audit_entries: {
    tenant_id: string;
    id: string;
    actor_id: string | null;
    action: string;
    subject_id: string | null;
    details: ColumnType<Record<string, unknown>, string | undefined, never>;
    created_at: Made;
  };
  users: {
    tenant_id: string;
    id: string;
    role: Role;
    first_name: string;
    last_name: string;
    email: string | null;
    username: string | null;
    country: string | null;
    avatar: string | null;
    about_me: Generated<string | null>;
    /** Of students: what they are found by. */
    search_text: Generated<string | null>;
    date_joined: Made;
    last_login: Moment;
    archived_at: Moment;
    archived_by: ColumnType<string | null, string | null | undefined, string | null>;
    home_tenant_id: Generated<string | null>;
    home_user_id: Generated<string | null>;
    /** As the platform's lists name a person, and what they find one by (`platform/listed.ts`). */
    listed_name: ColumnType<string, never, never>;
    listed_email: ColumnType<string | null, never, never>;
    listed_search: Generated<string>;
    is_guest: ColumnType<boolean, never, never>;
    updated_at: Made;
  };
  tutorials_seen: { tenant_id: string; user_id: string; key: string; seen_at: Made };
  failed_guesses: {
    tenant_id: string;
    kind: string;
    subject: Buffer;
    failures: number;
    since: Date;
    latest: Date;
    forgotten_at: Date;
  };
  credentials: {
    tenant_id: string;
    user_id: string;
    password_hash: string | null;
    password_sealed: Buffer | null;
    updated_at: Made;
  };
  sessions: {
    tenant_id: string;
    id: string;
    user_id: string;
    created_at: Made;
    revoked_at: Moment;
    revoked_reason: string | null;
    unheard_pair: Generated<string | null>;
    login_card_id: ColumnType<string | null, string | null | undefined, never>;
    home_session_id: ColumnType<string | null, string | null | undefined, never>;
    expires_at: Date;
    device_id: ColumnType<string | null, string | null | undefined, never>;
    /** Of a guest of the platform. */
    guest_may: ColumnType<'look' | 'help' | null, 'look' | 'help' | null | undefined, never>;
  };
  invitations: {
    tenant_id: string;
    id: string;
    kind: 'join' | 'account';
    email: string;
    role: Role;
    user_id: string | null;
    token_hash: Buffer;
    invited_by: string;
    created_at: Date;
    sent_at: Date;
    expires_at: Date;
    used_at: Moment;
    revoked_at: Moment;
  };
  email_changes: {
    tenant_id: string;
    id: string;
    user_id: string;
    email: string;
    token_hash: Buffer;
    asked_by: string;
    asked_at: Date;
    expires_at: Date;
    ended_at: Moment;
    old_email: string | null;
    stop_hash: Buffer | null;
    confirmed_at: Moment;
    stopped_at: Moment;
  };
  visit_links: {
    tenant_id: string;
    id: string;
    token_hash: Buffer;
    purpose: 'visit';
    user_id: string;
    home_session_id: string;
    created_at: Date;
    expires_at: Date;
    used_at: Moment;
  };
  visit_requests: {
    tenant_id: string;
    id: string;
    guest_id: string;
    wants: 'look' | 'help';
    reason: string;
    asked_at: Date;
    answered_at: Moment;
    answered_by: Generated<string | null>;
    may: Generated<'look' | 'help' | null>;
    allowed_until: Moment;
    ended_at: Moment;
  };
  visit_overrides: {
    tenant_id: string;
    id: string;
    school_id: string;
    asked_by: string;
    wants: 'look' | 'help';
    reason: string;
    asked_at: Date;
    code_hash: Buffer | null;
    confirmed_by: Generated<string | null>;
    confirmed_at: Moment;
    ended_at: Moment;
  };
  refresh_tokens: {
    tenant_id: string;
    token_hash: Buffer;
    session_id: string;
    parent_hash: Buffer | null;
    created_at: Made;
    expires_at: Date;
    used_at: Moment;
  };
  school_classes: {
    tenant_id: string;
    id: string;
    class_id: string;
    name: string;
    class_theme: string;
    archived_at: Moment;
    archived_by: ColumnType<string | null, string | null | undefined, string | null>;
    archived_students: ColumnType<number | null, never, number | null>;
    archived_books: ColumnType<number | null, never, number | null>;
    created_at: Made;
    updated_at: Made;
  };
  class_teachers: {
    tenant_id: string;
    school_class_id: string;
    teacher_id: string;
    created_at: Made;
    is_lead: Generated<boolean>;
  };
  students: {
    tenant_id: string;
    id: string;
    privacy_preference: Generated<PrivacyColumn>;
    created_at: Made;
    updated_at: Made;
  };
  enrollments: {
    tenant_id: string;
    school_class_id: string;
    student_id: string;
    position: ColumnType<Big, never, never>;
    enrolled_at: Made;
    ended_at: Moment;
    ended_with_class: Generated<boolean>;
  };
  champions: {
    tenant_id: string;
    user_id: string;
    kind: 'teacher' | 'parent';
    why: string;
    ends_at: Date;
    granted_by: string;
    granted_at: Date;
    revoked_at: Moment;
    revoked_by: string | null;
    revoked_why: string | null;
    updated_at: Date;
  };
  saved_views: {
    tenant_id: string;
    user_id: string;
    id: string;
    name: string;
    path: string;
    query: string;
    created_at: Date;
  };
  guardian_permissions: {
    tenant_id: string;
    id: string;
    student_id: string;
    purpose: 'public' | 'voice' | 'picture' | 'sale';
    recorded_by: string | null;
    recorded_at: Date;
    note: Generated<string>;
    ended_at: Moment;
    ended_by: string | null;
  };
  import_jobs: {
    tenant_id: string;
    id: string;
    school_class_id: string;
    file_name: string;
    row_count: number;
    made_by: string;
    made_at: Date;
    undo_until: Date;
    undone_at: Moment;
    undone_by: ColumnType<string | null, string | null | undefined, string | null>;
  };
  import_rows: {
    tenant_id: string;
    import_id: string;
    student_id: string;
    row_number: number;
    first_name: string | null;
    last_name: string | null;
    refused_because: string | null;
    kept_because: ColumnType<KeptColumn | null, KeptColumn | null | undefined, KeptColumn | null>;
  };
  login_cards: {
    tenant_id: string;
    id: string;
    student_id: string;
    badge_hash: Buffer;
    printed_at: Date;
    printed_by: string;
    last_used_at: Moment;
    revoked_at: Moment;
    reason: ColumnType<CardEndColumn | null, CardEndColumn | null | undefined, CardEndColumn | null>;
  };
  password_reveals: { tenant_id: string; actor_id: string; hour: Date; pupils: number };
  password_resets: {
    tenant_id: string;
    id: string;
    email: string;
    user_id: string | null;
    token_hash: Buffer;
    asked_from: Buffer;
    asked_at: Date;
    expires_at: Date;
    ended_at: Moment;
  };
}
