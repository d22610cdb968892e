import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';

/** Days for which an export is kept. */
export const exportDays = 7;
/** Minutes for which a download link is good. */
export const exportLinkMinutes = 15;

/** A copy of all that a school has, in one or more ZIP files. */
export const TenantExport = v.object({
  id: Id,
  state: v.picklist(['waiting', 'ready', 'failed']),
  /** The platform asked for it, not the school. */
  is_by_platform: v.boolean(),
  asked_at: Instant,
  ready_at: v.nullable(Instant),
  expires_at: Instant,
  rows_done: v.number(),
  /** Null until they were counted. */
  rows_total: v.nullable(v.number()),
  parts: v.array(v.object({ part: v.number(), bytes: v.number(), sha256: v.string() })),
});
export type TenantExport = v.InferOutput<typeof TenantExport>;

export const ExportPart = v.object({
  part: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
});

/** Where one part is downloaded, once. */
export const ExportLink = v.object({ url: v.string(), expires_at: Instant });
