import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';

/** Specification, section 5: a hex colour `#RRGGBB`. Colours become CSS, so every write is checked. */
export const HexColor = v.pipe(v.string(), v.regex(/^#[\da-fA-F]{6}$/u, 'Invalid hex color code'));

/** Specification, section 3: the defaults of registration, which are the platform's own colours too. */
export const defaultColors = {
  primary_color: '#11365A',
  primary_color_light: '#11365A',
  primary_color_dark: '#11365A',
  bg_primary_color: '#ADC7FA',
  bg_secondary_color: '#4180ca',
  announcement_color: '#4181cb',
  button_color: '#04abf6',
  book_button_color: '#e97398',
  text_primary_color: '#1e5b8f',
  text_secondary_color: '#195a7e',
  text_muted_color: '#000000',
  border_primary_color: '#000000',
  border_muted_color: '#000000',
} as const;

export type ColorField = keyof typeof defaultColors;

export const colorFields = Object.keys(defaultColors) as ColorField[];

const colors = v.object({
  primary_color: HexColor,
  primary_color_light: HexColor,
  primary_color_dark: HexColor,
  bg_primary_color: HexColor,
  bg_secondary_color: HexColor,
  announcement_color: HexColor,
  button_color: HexColor,
  book_button_color: HexColor,
  text_primary_color: HexColor,
  text_secondary_color: HexColor,
  text_muted_color: HexColor,
  border_primary_color: HexColor,
  border_muted_color: HexColor,
});
export type TenantColors = v.InferOutput<typeof colors>;

/** What anybody may know of the tenant that a host belongs to. Specification, section 3: Tenant. */
export const Tenant = v.object({
  id: Id,
  school_name: v.string(),
  school_email: v.nullable(v.string()),
  /** Null for the platform's own site. */
  subdomain: v.nullable(v.string()),
  domain_url: v.nullable(v.string()),
  /** Address of the logo, or null where there is none. */
  logo: v.nullable(v.string()),
  /** True where members choose between modes. */
  switchboard: v.boolean(),
  is_organization: v.boolean(),
  /** True for the platform's own site, which is no school and no organization. */
  is_platform: v.boolean(),
  /** Of one that was registered and not set up yet: nobody can sign in. */
  is_pending: v.exactOptional(v.boolean()),
  /** While the platform suspends the tenant: nobody can sign in, and its pages are not served. */
  is_suspended: v.exactOptional(v.boolean()),
  /** Until when a closing school is read, and then its data goes; null while it is not closing. */
  closes_at: v.exactOptional(v.nullable(Instant)),
  /** Its data was deleted. */
  is_gone: v.exactOptional(v.boolean()),
  /** Where the platform's own site is, without a port: a staging host and an own domain do not tell. */
  platform_host: v.exactOptional(v.string()),
  ...colors.entries,
});
export type Tenant = v.InferOutput<typeof Tenant>;
