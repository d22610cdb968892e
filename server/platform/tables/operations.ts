import type { ColumnType, Generated } from 'kysely';
import type {
  Made,
  Moment,
  Big,
  Json,
  GrantEndColumn,
  LetterStateColumn,
  LetterEventColumn,
  SuppressionColumn,
} from './columns.ts';

/** Column by column, as `server/migrations` makes them. */
export interface OperationsTables {
  stored_files: {
    tenant_id: string;
    sha256: Buffer;
    media_type: 'image/webp';
    /** Null where the bytes are in the store of media. */
    content: ColumnType<Buffer | null, Buffer, Buffer | null>;
    bytes: Generated<number | null>;
    kept_in: Generated<'row' | 'both' | 'store'>;
    created_at: Made;
  };
  cart_lines: { tenant_id: string; user_id: string; work_id: string; added_at: Date };
  scope_versions: { tenant_id: string; scope: string; version: Big };
  scope_changes: {
    tenant_id: string;
    scope: string;
    table_name: string;
    row_id: string;
    version: Big;
    removed: boolean;
  };
  sync_clients: {
    tenant_id: string;
    user_id: string;
    client_id: string;
    last_seq: Generated<Big>;
    created_at: Made;
    last_seen_at: Made;
  };
  sync_calls: {
    tenant_id: string;
    user_id: string;
    client_id: string;
    seq: Big;
    mutation_id: string;
    name: string;
    problem: ColumnType<unknown, string | null, never>;
    decided_at: Made;
  };
  devices: {
    tenant_id: string;
    id: string;
    name: string | null;
    last_seen_at: Date;
    last_user_id: string;
    app_version: string;
    unsent: number;
    unsent_people: number;
    free_bytes: Big | null;
    storage_persisted: boolean | null;
    storage_wiped_at: Moment;
    public_key: ColumnType<unknown, string | undefined, string>;
    known_by_hash: Buffer | null;
    created_at: Made;
  };
  device_preparations: {
    tenant_id: string;
    id: string;
    device_id: string;
    whole_school: boolean;
    token_hash: Buffer;
    made_at: Date;
    made_by: string;
    last_pack_at: Date;
    revoked_at: Moment;
    revoked_by: ColumnType<string | null, string | null | undefined, string | null>;
    given_by: ColumnType<string | null, string | null | undefined, string | null>;
  };
  device_preparation_classes: {
    tenant_id: string;
    preparation_id: string;
    school_class_id: string;
    given_by: ColumnType<string | null, string | null | undefined, string | null>;
  };
  push_grants: {
    tenant_id: string;
    id: string;
    user_id: string;
    device_id: string;
    public_key: ColumnType<unknown, string, string>;
    created_at: Made;
    expires_at: Date;
    revoked_at: Moment;
    revoked_reason: ColumnType<
      GrantEndColumn | null,
      GrantEndColumn | null | undefined,
      GrantEndColumn | null
    >;
  };
  parked_calls: {
    tenant_id: string;
    id: string;
    user_id: string;
    device_id: string;
    mutation_id: string;
    seq: Big;
    name: string;
    call: ColumnType<unknown, string, never>;
    reason: GrantEndColumn;
    parked_at: Made;
  };
  idempotency_keys: {
    tenant_id: string;
    user_id: string;
    key: string;
    fingerprint: Buffer;
    answer: ColumnType<unknown, string | null, never>;
    problem: ColumnType<unknown, string | null, never>;
    created_at: Made;
  };
  email_messages: {
    tenant_id: string;
    id: string;
    kind: string;
    to_address: string;
    to_name: string;
    subject: string;
    sealed_content: Buffer | null;
    state: Generated<LetterStateColumn>;
    last_error: string | null;
    created_at: Made;
    finished_at: Moment;
    subject_id: string | null;
    cause: string | null;
    shown_letter: Buffer | null;
    /** As the platform's lists show where it went, such as `a…z@greenfield.test`. */
    listed_to: ColumnType<string, never, never>;
    to_domain: ColumnType<string | null, never, never>;
  };
  email_events: {
    tenant_id: string;
    message_id: string;
    id: string;
    at: Date;
    kind: LetterEventColumn;
    detail: Generated<string>;
  };
  watched_words: {
    id: string;
    words: string;
    folded: string;
    added_at: Date;
    added_by: string;
  };
  mail_suppressions: {
    address_mac: Buffer;
    reason: SuppressionColumn;
    since: Date;
    until: Moment;
    note: Generated<string>;
    id: Generated<string>;
    listed_address: string | null;
  };
  tasks: {
    tenant_id: string;
    id: string;
    kind: string;
    subject: string | null;
    payload: Json;
    state: Generated<'waiting' | 'done' | 'failed'>;
    attempts: Generated<number>;
    due_at: Date;
    give_up_at: Moment;
    last_error: string | null;
    created_at: Made;
    finished_at: Moment;
    dated_at: Date;
  };
}
