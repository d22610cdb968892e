import type { ListedCause, OwnCause } from '#contract/causes/causes.schema.ts';
import { pictureAt, type CauseRow } from './causes.repository.ts';

/** A cause in a list. */
export function listed(row: CauseRow, is_test: boolean): ListedCause {
  const { id, name, slug, state, summary, picture_sha256, country, goal, currency, sums } = row;
  return {
    id,
    name,
    slug,
    state,
    summary,
    picture: pictureAt(picture_sha256),
    country,
    goal: goal === null || currency === null ? null : { amount: goal, currency },
    sums,
    is_test,
  };
}

/** A cause with what its own page says besides. */
export function detailed(row: CauseRow, is_test: boolean) {
  const { story, registration_no, tax_scheme, opened_at } = row;
  return {
    ...listed(row, is_test),
    story,
    registration_no,
    tax_scheme,
    opened_at: opened_at?.toISOString() ?? null,
  };
}

/** A cause for those who run it. */
export function ownCause(
  row: CauseRow,
  { names, isTest }: { names: ReadonlyMap<string, string>; isTest: boolean },
): OwnCause {
  const { owner_id, reason, submitted_at, updated_at } = row;
  return {
    ...detailed(row, isTest),
    owner: owner_id === null ? null : (names.get(owner_id) ?? ''),
    reason,
    submitted_at: submitted_at?.toISOString() ?? null,
    updated_at: updated_at.toISOString(),
  };
}
