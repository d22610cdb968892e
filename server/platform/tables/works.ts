import type { ColumnType, Generated } from 'kysely';
import type { Made, Moment, Big, Json, PrivacyColumn, WorkKindColumn, WorkStateColumn } from './columns.ts';

/** Column by column, as `server/migrations` makes them. */
export interface WorksTables {
  works: {
    tenant_id: string;
    id: string;
    kind: WorkKindColumn;
    author_id: string | null;
    title: string;
    slug: Generated<string>;
    pen_name: Generated<string | null>;
    school_class_id: Generated<string | null>;
    blurb: Generated<string>;
    plan: Generated<string>;
    about_author: Generated<string>;
    dedication: Generated<string>;
    language: Generated<string>;
    level: Generated<'first' | 'early' | 'growing' | 'confident' | null>;
    sdgs: Generated<number[]>;
    mode_id: Generated<string | null>;
    orientation: Generated<'portrait' | 'landscape' | 'square'>;
    cover_sha256: Generated<Buffer | null>;
    chosen_cover: Generated<Buffer | null>;
    state: Generated<WorkStateColumn>;
    visibility: Generated<PrivacyColumn>;
    editor: Generated<'chapters' | 'pages' | 'pdf' | 'canva'>;
    source: Generated<string | null>;
    licence: Generated<string | null>;
    credit: Generated<string | null>;
    revision: Generated<number>;
    submitted_at: Moment;
    published_at: Moment;
    featured_at: Moment;
    taken_down_at: Moment;
    taken_down_by: Generated<'school' | 'platform'>;
    returns_to_shelf: Generated<boolean>;
    search_text: Generated<string>;
    is_public: ColumnType<boolean, never, never>;
    public_search: ColumnType<string | null, never, never>;
    is_for_sale: Generated<boolean>;
    digital_price: ColumnType<Big | null, Big | null | undefined, Big | null>;
    print_price: ColumnType<Big | null, Big | null | undefined, Big | null>;
    cause_id: ColumnType<string | null, string | null | undefined, string | null>;
    challenge_id: Generated<string | null>;
    language_chosen: Generated<boolean>;
    archived_at: Moment;
    created_at: Made;
    updated_at: Made;
  };
  categories: {
    tenant_id: string;
    id: string;
    name: string;
    folded_name: string;
    slug: string;
    is_offered: Generated<boolean>;
    archived_at: Moment;
    created_at: Made;
    updated_at: Made;
  };
  pick_suggestions: {
    tenant_id: string;
    school_id: string;
    work_id: string;
    suggested_by: string;
    why: string;
    suggested_at: Date;
    state: 'open' | 'picked' | 'declined';
  };
  work_picks: { tenant_id: string; school_id: string; work_id: string; picked_at: Date };
  message_picks: { tenant_id: string; school_id: string; work_id: string; year: number; picked_at: Date };
  work_categories: { tenant_id: string; work_id: string; category_id: string };
  /** `words` is a tsvector, made in the database. */
  work_texts: { tenant_id: string; work_id: string; words: string; unspaced: Generated<string> };
  chapters: {
    tenant_id: string;
    id: string;
    work_id: string;
    place: number;
    title: Generated<string>;
    document: Json;
    revision: Generated<number>;
    version: Generated<string | null>;
    removed_at: Moment;
    created_at: Made;
    updated_at: Made;
  };
  pages: {
    tenant_id: string;
    id: string;
    work_id: string;
    chapter_id: string | null;
    place: number;
    layout: Generated<'text' | 'picture' | 'picture_above' | 'picture_below' | 'picture_beside'>;
    document: Json;
    revision: Generated<number>;
    created_at: Made;
    updated_at: Made;
  };
  removed_media: { tenant_id: string; sha256: Buffer; removed_at: Date };
  assets: {
    tenant_id: string;
    sha256: Buffer;
    media_type:
      | 'image/webp'
      | 'image/svg+xml'
      | 'image/jpeg'
      | 'image/png'
      | 'audio/webm'
      | 'audio/mp4'
      | 'audio/ogg';
    /** Null where the bytes are in the store of media. */
    content: ColumnType<Buffer | null, Buffer, Buffer | null>;
    bytes: Generated<number | null>;
    kept_in: Generated<'row' | 'both' | 'store'>;
    /** Of a picture. */
    width: number | null;
    height: number | null;
    created_by: string | null;
    created_at: Made;
  };
  work_assets: {
    tenant_id: string;
    work_id: string;
    sha256: Buffer;
    alt: string;
    credit: string | null;
    licence: string | null;
  };
  sent_pictures: {
    tenant_id: string;
    work_id: string;
    sha256: Buffer;
    sent_at: Date;
    made: Generated<'photograph' | 'drawing' | 'recording'>;
  };
  work_revisions: {
    tenant_id: string;
    id: string;
    work_id: string;
    part: 'work' | 'chapter' | 'page';
    part_id: string;
    revision: number;
    based_on: number | null;
    content: Json;
    made_by: string | null;
    device_id: string | null;
    made_at: Date;
  };
  diverged_versions: { tenant_id: string; chapter_id: string; version: string };
  work_reviews: {
    tenant_id: string;
    id: string;
    work_id: string;
    action: 'returned' | 'approved' | 'published' | 'withdrawn';
    reason: Generated<string>;
    sticker: Generated<string | null>;
    voice: Generated<Buffer | null>;
    voice_seconds: Generated<number | null>;
    made_by: string;
    made_at: Date;
  };
  review_comments: {
    tenant_id: string;
    id: string;
    review_id: string;
    chapter_id: string;
    text: string;
    at_x: Generated<number | null>;
    at_y: Generated<number | null>;
    at_on: ColumnType<unknown, string | null | undefined, string | null>;
  };
  review_voices: { tenant_id: string; work_id: string; sha256: Buffer; made_by: string; made_at: Date };
  work_reports: {
    tenant_id: string;
    id: string;
    work_id: string;
    reason: 'private' | 'unkind' | 'frightening' | 'copied' | 'other';
    words: string;
    reported_by: string | null;
    reported_at: Date;
    decided_at: Moment;
    decided_by: string | null;
  };
  request_pictures: {
    tenant_id: string;
    request_id: string;
    media_type: 'image/jpeg';
    content: Buffer;
    created_at: Date;
  };
  enrolment_invitations: {
    tenant_id: string;
    request_id: string;
    email: string;
    invited_by: string;
    invited_at: Date;
    reminded_at: Moment;
  };
  requests: {
    tenant_id: string;
    id: string;
    kind: 'contact' | 'report-a-problem' | 'request-a-tour' | 'bulk-enrolment';
    reference: string;
    secret_hash: Buffer;
    token_hash: Buffer | null;
    ticket_hash: Buffer;
    state: 'new' | 'open' | 'answered' | 'closed' | 'spam';
    name: string;
    email: string | null;
    fields: Json;
    words_hash: Buffer;
    from_tenant: string | null;
    doubt: Generated<number>;
    assigned_to: string | null;
    answer: string | null;
    answered_by: string | null;
    answered_at: Moment;
    created_at: Date;
    updated_at: Date;
    ends_at: Date;
  };
  work_watch: {
    tenant_id: string;
    work_id: string;
    kind: WorkKindColumn;
    state: 'waiting' | 'asked' | 'taken_down' | 'done';
    reasons: string[];
    readers: number;
    risk: number;
    rank: ColumnType<number, never, never>;
    since: Date;
    from_visitor: Generated<boolean>;
    revision: string | null;
    seen: ColumnType<unknown, string | null, string | null>;
    claimed_by: string | null;
    claimed_until: Moment;
    asked_at: Moment;
    asked_words: string | null;
    answered_at: Moment;
    answer_words: string | null;
    appealed_at: Moment;
    appeal_words: string | null;
    appeal_answered_at: Moment;
    decided_at: Moment;
    decision: 'kept' | 'asked' | 'taken_down' | 'reinstated' | 'school' | null;
  };
  work_copies: { tenant_id: string; client_id: string; work_id: string; gone_at: Moment };
  book_offers: {
    tenant_id: string;
    id: string;
    name: string;
    email: string;
    ticket_hash: Buffer;
    token_hash: Buffer;
    asked_at: Date;
    confirmed_at: Moment;
    title: string | null;
    credit: string | null;
    blurb: string | null;
    language: string | null;
    handed_in_at: Moment;
    ends_at: Date;
  };
  book_offer_pages: {
    tenant_id: string;
    offer_id: string;
    sha256: Buffer;
    place: number | null;
    alt: Generated<string>;
    media_type: 'image/jpeg' | 'image/png';
    width: number;
    height: number;
    /** Null where the bytes are in the store of media. */
    content: ColumnType<Buffer | null, Buffer, Buffer | null>;
    bytes: Generated<number | null>;
    kept_in: Generated<'row' | 'both' | 'store'>;
  };
  resources: {
    tenant_id: string;
    id: string;
    title: string;
    description: Generated<string>;
    text: Generated<string>;
    level: 'first' | 'early' | 'growing' | 'confident' | null;
    audience: 'staff' | 'community' | 'public';
    licence:
      | 'own'
      | 'public_domain'
      | 'cc_by'
      | 'cc_by_sa'
      | 'cc_by_nc'
      | 'cc_by_nc_sa'
      | 'permission'
      | 'school_only';
    credit: Generated<string>;
    search_text: string;
    folded_title: Generated<string>;
    created_by: string;
    created_at: Made;
    updated_at: Made;
  };
  resource_files: {
    tenant_id: string;
    resource_id: string;
    media_type: 'application/pdf' | 'image/jpeg' | 'image/png';
    sha256: Buffer;
    /** Null where the bytes are in the store of media. */
    content: ColumnType<Buffer | null, Buffer, Buffer | null>;
    bytes: Generated<number | null>;
    kept_in: Generated<'row' | 'both' | 'store'>;
  };
  resource_categories: { tenant_id: string; resource_id: string; category_id: string };
  resource_offers: {
    tenant_id: string;
    resource_id: string;
    state: 'open' | 'approved' | 'declined';
    why: string | null;
    offered_at: Date;
    decided_at: Moment;
    decided_by: string | null;
  };
  reactions: {
    tenant_id: string;
    work_id: string;
    user_id: string;
    reaction: 'love' | 'funny' | 'wow' | 'clever' | 'thanks';
    made_at: Date;
  };
  readings: {
    tenant_id: string;
    user_id: string;
    work_id: string;
    round: number;
    reached: number;
    bookmarks: Generated<string[]>;
    read_at: Date;
  };
  reader_settings: { tenant_id: string; user_id: string; settings: Json; updated_at: Date };
}
