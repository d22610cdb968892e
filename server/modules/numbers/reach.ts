import { sql } from 'kysely';
import type { Panel } from '#server/platform/panel.ts';

/** Milliseconds for which numbers are told again without counting. */
const keptFor = 10 * 60 * 1000;

interface Reach {
  /** With at least one work that everybody may read. */
  schools: number;
  /** Works that everybody may read. */
  works: number;
  /** Under these works. */
  kind_words: number;
  /** That these schools gave as their own. */
  countries: number;
}

/**
 * How far all schools together reach, for anyone to read: sums alone, of what the panel counted.
 * @returns nothing where there is no panel
 */
export function createReach({ panel }: { panel: Panel | undefined }): (now: Date) => Promise<Partial<Reach>> {
  let kept: { at: number; reach: Promise<Reach> } | null = null;
  return async (now) => {
    if (!panel) return {};
    const at = now.getTime();
    if (!kept || Math.abs(at - kept.at) > keptFor) {
      kept = { at, reach: count(panel) };
      kept.reach.catch(() => {
        kept = null;
      });
    }
    return await kept.reach;
  };
}

async function count(panel: Panel): Promise<Reach> {
  const { rows } = await sql<Reach>`
    select count(*)::integer as schools, coalesce(sum(numbers.public_works), 0)::integer as works,
      coalesce(sum(numbers.kind_words), 0)::integer as kind_words,
      count(distinct tenant.country)::integer as countries
    from tenants as tenant
    join tenant_numbers as numbers on numbers.tenant_id = tenant.id
    where not tenant.is_platform and not tenant.is_organization and tenant.suspended_at is null
      and numbers.public_works > 0`.execute(panel);
  return rows[0] ?? { schools: 0, works: 0, kind_words: 0, countries: 0 };
}
