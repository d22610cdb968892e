import { uuidv7 } from 'uuidv7';
import type { LoginCard, NewLoginCard } from '#contract/cards/cards.schema.ts';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import type { Device } from '#contract/devices/devices.schema.ts';
import type { Preparation } from '#contract/devices/preparation.schema.ts';
import type { ImportJob } from '#contract/imports/imports.schema.ts';
import type { Profile, User } from '#contract/identity/identity.schema.ts';
import { product } from '#contract/kit/product.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { defaultColors, type Tenant } from '#contract/tenants/tenants.schema.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import type { Work, WorkCard } from '#contract/works/works.schema.ts';
import type { ChangeItem } from '#src/sync/replica-status.ts';

/** Rows as a device holds them, for tests of screens. */
export function sampleClass(fields: Partial<SchoolClass> = {}): SchoolClass {
  return {
    id: uuidv7(),
    class_id: 'MAPXE247',
    name: 'Maple',
    class_theme: '#b5523b',
    assigned_teacher: { id: uuidv7(), first_name: 'Tess', last_name: 'Alder' },
    co_teachers: [],
    no_of_students: 0,
    no_of_books: 0,
    archived_at: null,
    archived_by: null,
    ...fields,
  };
}

export function sampleStudent(schoolClass: SchoolClass, fields: Partial<Student> = {}): Student {
  return {
    id: uuidv7(),
    first_name: 'Zoë',
    last_name: 'Fern',
    username: 'zoe-otter-42',
    email: null,
    avatar: 'otter',
    privacy_preference: 'private',
    stu_class: { id: schoolClass.id, class_id: schoolClass.class_id, name: schoolClass.name },
    no_of_books: 0,
    date_joined: '2026-09-01T08:00:00.000Z',
    last_login: null,
    archived_at: null,
    archived_by: null,
    ...fields,
  };
}

export function sampleProfile(fields: Partial<Profile> = {}): Profile {
  return {
    id: '01900000-0000-7000-8000-000000000002',
    tenant_id: '01900000-0000-7000-8000-000000000001',
    first_name: 'Zoë',
    last_name: 'Fern',
    email: null,
    username: 'zoe-otter-42',
    role: 'student',
    country: null,
    avatar: null,
    about_me: null,
    tutorials: [],
    ...fields,
  };
}

export function sampleImport(fields: Partial<ImportJob> = {}): ImportJob {
  return {
    id: uuidv7(),
    file_name: 'list.csv',
    made_by: { first_name: 'Tess', last_name: 'Alder' },
    made_at: '2026-11-20T10:42:00.000Z',
    undo_until: '2026-11-21T10:42:00.000Z',
    row_count: 1,
    student_ids: [],
    refused: [],
    undone_at: null,
    kept: [],
    ...fields,
  };
}

export function sampleChange(fields: Partial<ChangeItem> = {}): ChangeItem {
  return {
    mutation_id: uuidv7(),
    seq: 1,
    text: 'Zoë Fern set to public',
    state: 'waiting',
    queued_at: '2026-11-20T10:42:00.000Z',
    problem: null,
    builds_on_it: 0,
    is_quiet: false,
    ...fields,
  };
}

export function sampleDevice(fields: Partial<Device> = {}): Device {
  return {
    id: uuidv7(),
    name: 'Tablet 3',
    last_seen_at: new Date().toISOString(),
    last_user: { id: uuidv7(), first_name: 'Tess', last_name: 'Alder' },
    app_version: product.version,
    is_current_version: true,
    unsent: 0,
    unsent_people: 0,
    free_bytes: 2_400_000_000,
    storage_persisted: true,
    storage_wiped_at: null,
    preparation: null,
    ...fields,
  };
}

export function samplePreparation(fields: Partial<Preparation> = {}): Preparation {
  return {
    id: '01900000-0000-7000-8000-0000000009e9',
    school_classes: [{ id: '01900000-0000-7000-8000-00000000c1a5', name: 'Maple' }],
    made_at: '2026-11-03T08:30:00.000Z',
    made_by: { id: '01900000-0000-7000-8000-0000000000b1', first_name: 'Tess', last_name: 'Alder' },
    last_pack_at: '2026-11-20T10:42:00.000Z',
    is_paused: false,
    may_keep: false,
    ...fields,
  };
}

export function sampleCard(fields: Partial<LoginCard> = {}): LoginCard {
  return {
    id: uuidv7(),
    printed_at: '2026-11-20T08:30:00.000Z',
    printed_by: { first_name: 'Tess', last_name: 'Alder' },
    last_used_at: null,
    revoked_at: null,
    reason: null,
    ...fields,
  };
}

export function sampleNewCard(fields: Partial<NewLoginCard> = {}): NewLoginCard {
  return {
    id: uuidv7(),
    student_id: uuidv7(),
    first_name: 'Zoë',
    last_name: 'Fern',
    username: 'zoe-otter-42',
    badge: 'AbC_-0123456789abcdefg',
    ...fields,
  };
}

/** Somebody who runs a school. */
export function sampleAdmin(fields: Partial<User> = {}): User {
  return {
    id: '0192f3a4-0000-7000-8000-0000000000aa',
    tenant_id: '0192f3a4-0000-7000-8000-0000000000bb',
    first_name: 'Helen',
    last_name: 'Marsh',
    email: 'helen@greenfield.test',
    username: null,
    role: 'school_admin',
    country: null,
    avatar: null,
    ...fields,
  };
}

export function sampleTenant(fields: Partial<Tenant> = {}): Tenant {
  return {
    ...defaultColors,
    id: uuidv7(),
    school_name: 'Greenfield Primary',
    school_email: null,
    subdomain: 'greenfield',
    domain_url: null,
    logo: null,
    switchboard: false,
    is_organization: false,
    is_platform: false,
    ...fields,
  };
}

/** The book of this number, as a shelf has it. */
export function sampleWorkCard(number: number, fields: Partial<WorkCard> = {}): WorkCard {
  return {
    id: `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    kind: 'book',
    title: `Book ${number}`,
    slug: `book-${number}`,
    byline: 'Zoë',
    author: null,
    language: 'en',
    level: 'early',
    orientation: 'portrait',
    cover: null,
    categories: [],
    sdgs: [],
    parts: 3,
    state: 'published',
    audience: 'public',
    is_featured: false,
    published_at: '2026-11-01T00:00:00.000Z',
    updated_at: '2026-11-01T00:00:00.000Z',
    ...fields,
  };
}

/** The book of three pages that `samplePages` are. */
export function sampleWork(fields: Partial<Work> = {}): Work {
  return {
    ...sampleWorkCard(1, { title: 'The hen', slug: 'the-hen' }),
    blurb: 'A hen runs away.',
    about_author: 'I am eight.',
    plan: null,
    own_report: null,
    dedication: '',
    editor: 'pages',
    visibility: 'public',
    mode: null,
    challenge: null,
    school_class: null,
    source: null,
    licence: null,
    credit: null,
    pictures: [],
    recordings: [],
    picture_bytes: 0,
    reactions: 0,
    said: [],
    revision: 1,
    ...fields,
  };
}

export const samplePages = ['One.', 'Two.', 'Three.'].map((text, place) => ({
  id: `019a0000-0000-7000-8000-0000000001${String(place).padStart(2, '0')}`,
  chapter_id: null,
  layout: 'text' as const,
  document: documentOf(text),
  revision: 1,
}));

/** A story that its author has just begun. */
export function sampleOwnWork(fields: Partial<OwnWork> = {}): OwnWork {
  return {
    id: '018f0000-0000-7000-8000-000000000009',
    kind: 'story',
    title: 'The kite',
    slug: null,
    plan: '',
    blurb: '',
    about_author: '',
    pen_name: '',
    dedication: '',
    sdgs: [],
    language: 'en',
    language_chosen: false,
    visibility: 'community',
    level: null,
    categories: [],
    cause_id: null,
    challenge: null,
    state: 'draft',
    audience: null,
    cover: null,
    review: null,
    ...fields,
  };
}
