/*
 * Words of receipts, invoices and certificates. They are the same wherever a sheet is opened: paper has one language.
 */

export const practiceWords = 'Practice: no real money';
