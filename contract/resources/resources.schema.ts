import * as v from 'valibot';
import { fileField } from '../kit/files.ts';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { pageQuery } from '../kit/page.ts';
import { line, lines } from '../kit/text.ts';
import { IdOrSlug, Level } from '../works/works.schema.ts';

export const resourceLimits = {
  /** Bytes of a file. */
  bytes: 10 * 1024 * 1024,
  /** Pixels of the longer side of a picture, as it is kept: enough to print a page of it. */
  side: 3000,
  /** Characters. */
  title: 120,
  description: 600,
  text: 20_000,
  credit: 200,
  /** Shelves that one stands on. */
  categories: 3,
  /** Those of one person. */
  perPerson: 500,
} as const;

/** From the fewest to the most. */
export const resourceAudiences = ['staff', 'community', 'public'] as const;
export const ResourceAudience = v.picklist(resourceAudiences, 'Please choose who may see it');
export type ResourceAudience = v.InferOutput<typeof ResourceAudience>;

/** On what terms it may be shown. */
export const licences = [
  'own',
  'public_domain',
  'cc_by',
  'cc_by_sa',
  'cc_by_nc',
  'cc_by_nc_sa',
  'permission',
  'school_only',
] as const;
export const Licence = v.picklist(licences, 'Please choose on what terms it is shared');
export type Licence = v.InferOutput<typeof Licence>;

export const resourceFileTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type ResourceFileType = (typeof resourceFileTypes)[number];

/** What a member of staff shares: a file, a text, or both. */
export const Resource = v.object({
  id: Id,
  title: v.string(),
  description: v.string(),
  text: v.string(),
  level: v.nullable(Level),
  /** Those that are not archived, by name. */
  categories: v.array(v.object({ id: Id, name: v.string() })),
  audience: ResourceAudience,
  licence: Licence,
  /** Whose it is; empty where whoever shares it made it. */
  credit: v.string(),
  /** `sha256` changes when it is replaced. */
  file: v.nullable(
    v.object({ media_type: v.picklist(resourceFileTypes), bytes: v.number(), sha256: v.string() }),
  ),
  /** Who shares it; told to staff alone. */
  by: v.nullable(v.string()),
  is_own: v.boolean(),
  /** Whether whoever asks may change and remove it. */
  may_change: v.boolean(),
  updated_at: Instant,
});
export type Resource = v.InferOutput<typeof Resource>;

const File = fileField({
  types: resourceFileTypes,
  wrongType: 'Please choose a PDF or a JPEG or PNG picture.',
  maximum: resourceLimits.bytes,
  tooLarge: 'This file is larger than 10 MB.',
});

/** Ids with commas between them, as a form with a file sends them. */
const Categories = v.pipe(
  v.string(),
  v.maxLength(resourceLimits.categories * 37, `Please choose ${resourceLimits.categories} shelves at most`),
  v.transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))]),
  v.array(Id),
  v.maxLength(resourceLimits.categories, `Please choose ${resourceLimits.categories} shelves at most`),
);

const fields = {
  title: line({ required: 'Please enter a title', maximum: resourceLimits.title, label: 'Title' }),
  description: lines(resourceLimits.description, 'Description'),
  text: lines(resourceLimits.text, 'Text'),
  /** Empty: for whom it is, nobody has said. */
  level: v.union([v.literal(''), Level]),
  categories: Categories,
  audience: ResourceAudience,
  licence: Licence,
  credit: line({ maximum: resourceLimits.credit, label: 'Credit' }),
};

/** The form as it is filled in, but for its file. */
export const ResourceForm = v.object(fields);
export type ResourceForm = v.InferInput<typeof ResourceForm>;

/** As it is sent. `none` takes the file away; left out, it stays as it is. */
export const SavedResource = v.object({
  ...fields,
  file: v.optional(v.union([v.literal('none'), File], 'Please choose a PDF or a JPEG or PNG picture.')),
});
export type SavedResource = v.InferOutput<typeof SavedResource>;

export const resourceSorts = ['-updated_at', 'updated_at', 'title', '-title'] as const;

export const ResourceQuery = v.object({
  ...pageQuery({ maximum: limits.worksPerPage, usual: limits.pageDefault }).entries,
  /** Words of titles, descriptions and texts, of which the last may be half typed; case and accents do not count. */
  search: v.optional(line({ maximum: 100, label: 'search' }), ''),
  level: v.optional(Level),
  /** The id of a category, or its slug. */
  category: v.optional(IdOrSlug),
  audience: v.optional(ResourceAudience),
  /** Those of whoever asks. */
  by: v.optional(v.literal('me')),
  sort: v.optional(v.picklist(resourceSorts), '-updated_at'),
});
export type ResourceQuery = v.InferOutput<typeof ResourceQuery>;
