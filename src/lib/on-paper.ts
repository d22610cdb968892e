/*
 * Words of receipts, invoices and certificates. They are the same wherever a sheet is opened: paper has one language.
 */

export const practiceWords = 'Practice: no real money';

/** A date, or that of an instant in UTC, on paper: "26 November 2026". */
export function dayOnPaper(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}
