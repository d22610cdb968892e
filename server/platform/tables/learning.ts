import type { ColumnType, Generated } from 'kysely';
import type { Made, Moment, Json, ContentKindColumn } from './columns.ts';

/** Column by column, as `server/migrations` makes them. */
export interface LearningTables {
  learning_steps: {
    tenant_id: string;
    user_id: string;
    page_id: string;
    step_id: string;
    done_at: Moment;
    answer: Json | null;
  };
  content_films: {
    tenant_id: string;
    id: string;
    page_id: string;
    shared: Generated<boolean>;
    bytes: number;
    first_part: Buffer;
    seconds: number | null;
    width: number | null;
    height: number | null;
    made_by: string;
    created_at: Made;
    ready_at: Moment;
  };
  content_film_parts: {
    tenant_id: string;
    film_id: string;
    n: number;
    shared: Generated<boolean>;
    media_type: Generated<'application/octet-stream'>;
    sha256: Buffer;
    /** Null where the bytes are in the store of media. */
    content: ColumnType<Buffer | null, Buffer, Buffer | null>;
    bytes: number;
    kept_in: Generated<'row' | 'both' | 'store'>;
  };
  live_joins: {
    tenant_id: string;
    page_id: string;
    shared: boolean;
    sealed_link: Buffer;
    set_by: string;
    set_at: Date;
  };
  live_reminders: {
    tenant_id: string;
    user_id: string;
    page_id: string;
    set_at: Date;
    day_told: Moment;
    hour_told: Moment;
  };
  class_assignments: {
    tenant_id: string;
    school_class_id: string;
    page_id: string;
    due: ColumnType<Date, string, string> | null;
  };
  content_pages: {
    tenant_id: string;
    id: string;
    kind: ContentKindColumn;
    slug: string;
    parent_id: string | null;
    place: number | null;
    owner_id: string | null;
    shared: boolean;
    archived_at: Moment;
    created_at: Date;
  };
  content_versions: {
    tenant_id: string;
    page_id: string;
    language: string;
    n: number;
    shared: boolean;
    head: Json;
    blocks: Json;
    words: string;
    made_by: string | null;
    made_at: Date;
    live_from: Moment;
    live_until: Moment;
    shipped: Buffer | null;
    settled_at: Moment;
  };
  content_drafts: {
    tenant_id: string;
    page_id: string;
    language: string;
    base_n: number | null;
    head: Json;
    blocks: Json;
    updated_by: string;
    updated_at: Date;
  };
  content_choices: {
    tenant_id: string;
    page_id: string;
    choice: 'hidden' | 'replaced';
    by_page_id: string | null;
  };
}
