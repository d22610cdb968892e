import type { ReportReason } from './moderation.schema.ts';

/** What may be wrong with a work, as a child says it. */
export const reportWords: Readonly<Record<ReportReason, string>> = {
  private: 'It tells who somebody is or where they live',
  unkind: 'It is unkind to somebody',
  frightening: 'It is frightening or hurtful',
  copied: 'Somebody else wrote or drew it',
  other: 'Something else',
};
