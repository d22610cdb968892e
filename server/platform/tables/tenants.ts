import type { ColumnType, Generated } from 'kysely';
import type { Made, Moment, Big, WorkKindColumn } from './columns.ts';

/** Column by column, as `server/migrations` makes them. */
export interface TenantsTables {
  installation: {
    single: boolean;
    epoch: string;
    key_fingerprint: Buffer | null;
    key_fingerprints: Buffer[] | null;
    fold_version: Generated<number>;
    created_at: Made;
  };
  tenants: {
    id: string;
    school_name: string;
    school_email: string | null;
    subdomain: string | null;
    domain_url: string | null;
    verified_host: string | null;
    first_name: string | null;
    last_name: string | null;
    switchboard: Generated<boolean>;
    logo: string | null;
    is_organization: Generated<boolean>;
    is_platform: Generated<boolean>;
    primary_color: string;
    primary_color_light: string;
    primary_color_dark: string;
    bg_primary_color: string;
    bg_secondary_color: string;
    announcement_color: string;
    button_color: string;
    book_button_color: string;
    text_primary_color: string;
    text_secondary_color: string;
    text_muted_color: string;
    border_primary_color: string;
    border_muted_color: string;
    registered_at: Moment;
    set_up_at: Moment;
    setup_hidden_at: Moment;
    /** Nobody signs in since then; null while the tenant is not suspended. */
    suspended_at: Moment;
    /** ISO 3166-1 alpha-2, as the school gives it. */
    country: Generated<string | null>;
    /** Since when the school shows its public books to visitors; null while it does not. */
    shelf_opened_at: Moment;
    guest_consent: Generated<'ask' | 'always' | 'never'>;
    /** Whether login cards show passwords, too. */
    passwords_on_cards: Generated<boolean>;
    /** It is read until then, and then its rows go; null while the tenant is not closing. */
    closes_at: Moment;
    /** Its rows are gone since then. */
    gone_at: Moment;
    /** What the platform's lists find it by. */
    listed_search: Generated<string>;
    created_at: Made;
    updated_at: Made;
  };
  tenant_numbers: {
    tenant_id: string;
    students: number;
    staff: number;
    classes: number;
    books: number;
    stories: number;
    public_works: number;
    active: number;
    bytes: Big;
    scope_version: Big;
    as_of: Date;
    kind_words: number;
  };
  platform_days: {
    tenant_id: string;
    metric: string;
    day: string;
    value: Big;
  };
  tenant_days: {
    tenant_id: string;
    day: string;
    students: number;
    staff: number;
    active: number;
    sign_ins: number;
    published: number;
  };
  tenant_usage: {
    tenant_id: string;
    day: string;
    bytes: Big;
    works: Big;
    calls: Big;
    mails: Big;
  };
  tenant_ceilings: {
    tenant_id: string;
    media_bytes: Big | null;
    mails_a_day: number | null;
    student_week_bytes: Big | null;
    student_week_pieces: number | null;
    told_at: Date | null;
    streams_told_at: Date | null;
    updated_at: Date;
  };
  tenant_work_days: {
    tenant_id: string;
    day: string;
    kind: WorkKindColumn;
    made: number;
    handed_in: number;
    published: number;
  };
  tenant_work_numbers: {
    tenant_id: string;
    kind: WorkKindColumn;
    part: 'audience' | 'language' | 'level' | 'goal' | 'waiting' | 'shelf';
    value: string;
    works: number;
  };
  modes: {
    id: string;
    position: number;
    name: string;
    image: string;
    active: Generated<boolean>;
    status: Generated<'ACTIVE' | 'INACTIVE'>;
  };
  mode_pictures: { sha256: Buffer; content: Buffer; created_at: Date };
  mode_locks: { tenant_id: string; mode_id: string; locked_at: Date };
  registrations: {
    tenant_id: string;
    id: string;
    email: string;
    asked_from: Buffer;
    registered_id: string;
    created_at: Date;
  };
  school_invitations: {
    tenant_id: string;
    id: string;
    email: string;
    token_hash: Buffer;
    invited_by: string;
    created_at: Date;
    sent_at: Date;
    expires_at: Date;
    used_at: Moment;
    revoked_at: Moment;
  };
  tenant_keys: { tenant_id: string; wrapped_key: Buffer; created_at: Made };
  organization_schools: {
    tenant_id: string;
    school_id: string;
    confirmed_at: Moment;
    asked_at: Moment;
    asked_by: ColumnType<string | null, string | null | undefined, string | null>;
    declined_at: Moment;
    mailed_at: Moment;
    created_at: Made;
  };
  tenant_logos: { tenant_id: string; sha256: Buffer; content: Buffer; created_at: Made };
  community_passwords: {
    tenant_id: string;
    password_hash: string;
    version: Generated<number>;
    updated_at: Made;
    set_by: ColumnType<string | null, string | null | undefined, string | null>;
  };
  closing_asks: {
    tenant_id: string;
    asked_by: string;
    is_by_platform: boolean;
    reason: string;
    asked_at: Date;
    code_hash: Buffer | null;
    code_tries: Generated<number>;
  };
  write_off_asks: {
    tenant_id: string;
    asked_by: string;
    reason: string;
    asked_at: Date;
    code_hash: Buffer | null;
    code_tries: Generated<number>;
  };
  written_off_shares: {
    tenant_id: string;
    line_id: string;
    party: 'school';
    amount: Big;
    reason: string;
    written_off_at: Date;
  };
  closings: {
    tenant_id: string;
    id: string;
    is_by_platform: boolean;
    reason: string;
    begun_at: Date;
    due_at: Date;
    written_at: Made;
    kept_at: Moment;
    gone_at: Moment;
    receipt_name: string | null;
    receipt_to: string | null;
    audit_hash: ColumnType<Buffer | null, never, Buffer>;
    receipt: ColumnType<unknown, never, string>;
    signature: ColumnType<Buffer | null, never, Buffer>;
  };
  closing_counts: {
    tenant_id: string;
    closing_id: string;
    table_name: string;
    before: Big;
    gone: Generated<Big>;
  };
  exports: {
    tenant_id: string;
    id: string;
    asked_by: string;
    is_by_platform: boolean;
    asked_at: Date;
    attempt: Generated<number>;
    rows_done: Generated<Big>;
    rows_total: ColumnType<Big | null, Big | null | undefined, Big | null>;
    ready_at: Moment;
    failed_at: Moment;
    expires_at: Date;
  };
  export_parts: { tenant_id: string; export_id: string; part: number; bytes: Big; sha256: Buffer };
  export_chunks: { tenant_id: string; export_id: string; part: number; place: number; content: Buffer };
  export_links: {
    tenant_id: string;
    token_hash: Buffer;
    export_id: string;
    part: number;
    made_at: Date;
    expires_at: Date;
    used_at: Moment;
  };
}
