import * as v from 'valibot';
import { oldRows, type OldRows } from './sweep.ts';

/** Days for which rows are kept that grow with use. */
export interface Retention {
  /** Pushed calls, by which one that comes again is known. */
  calls: number;
  audit: number;
  /** After the end of a session. */
  sessions: number;
  /** Earlier versions of what children wrote. */
  versions: number;
}

/**
 * The least that may be set. Tablets spend summers in cupboards: for 400 days a call is known again, and what somebody wrote may be
 * based on an earlier version. Of sessions and the audit the database lets nothing go before.
 */
const least: Retention = { calls: 400, audit: 400, sessions: 90, versions: 400 };
export const usualRetention: Retention = { calls: 400, audit: 1095, sessions: 400, versions: 1095 };

/** Days until the last backup is gone that has what was deleted. */
export const usualBackupDays = 35;

const mostDays = 36_500;

const days = (fewest: number, usual: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/u, `must be a number of days from ${fewest} to ${mostDays}`),
      v.transform(Number),
      v.minValue(fewest, `must be a number of days from ${fewest} to ${mostDays}`),
      v.maxValue(mostDays, `must be a number of days from ${fewest} to ${mostDays}`),
    ),
    String(usual),
  );

export const retentionVariables = {
  KEEP_CALLS_DAYS: days(least.calls, usualRetention.calls),
  KEEP_AUDIT_DAYS: days(least.audit, usualRetention.audit),
  KEEP_SESSIONS_DAYS: days(least.sessions, usualRetention.sessions),
  KEEP_VERSIONS_DAYS: days(least.versions, usualRetention.versions),
};

const day = 24 * 60 * 60 * 1000;

export const oldAudit = (kept: Retention): OldRows =>
  oldRows('audit_entries', { since: 'created_at', keptFor: kept.audit * day, isWrittenOnce: true });
