import * as v from 'valibot';
import { isCountryCode } from '../kit/countries.ts';
import { Id } from '../kit/id.ts';
import { pageOf, pageQuery } from '../kit/page.ts';
import { line } from '../kit/text.ts';

/** ISO 3166-1 alpha-2. */
const Country = v.pipe(v.string(), v.check(isCountryCode, 'Please choose a country'));

/** A school that shows its public books to visitors. */
export const OpenShelf = v.object({
  id: Id,
  school_name: v.string(),
  /** Address of the logo on this host, or null where there is none. */
  logo: v.nullable(v.string()),
  country: v.nullable(v.string()),
  /** Books and stories that everybody may read. */
  works: v.number(),
  subdomain: v.nullable(v.string()),
  /** The school's own domain, where it has one. */
  verified_host: v.nullable(v.string()),
});
export type OpenShelf = v.InferOutput<typeof OpenShelf>;

export const ShelfQuery = v.object({
  ...pageQuery({ maximum: 100, usual: 24 }).entries,
  /** Part of a name. */
  search: v.optional(line({ maximum: 100, label: 'search' }), ''),
  country: v.optional(Country),
});
export type ShelfQuery = v.InferOutput<typeof ShelfQuery>;

/** By name. */
export const ShelfList = v.object({
  ...pageOf(v.array(OpenShelf)).entries,
  /** Countries of all open shelves, whatever was searched for. */
  countries: v.array(v.string()),
});
export type ShelfList = v.InferOutput<typeof ShelfList>;

/** What a school says of its own shelf. */
export const OwnShelf = v.object({ is_open: v.boolean(), country: v.nullable(v.string()) });
export type OwnShelf = v.InferOutput<typeof OwnShelf>;

export const SetShelf = v.object({ is_open: v.boolean(), country: v.nullable(Country) });
export type SetShelf = v.InferOutput<typeof SetShelf>;
