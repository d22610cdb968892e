import type { Purpose } from '#contract/permissions/permissions.schema.ts';

/** What a guardian is asked, and what is so as long as nobody said yes. */
export const purposeWords: Readonly<Record<Purpose, { allows: string; without: string }>> = {
  public: {
    allows: 'Books and stories may be for everybody',
    without: 'Only the school and its families see them.',
  },
  voice: {
    allows: 'The child’s voice may be heard by everybody',
    without: 'Recordings are left out for everybody outside the school.',
  },
  picture: {
    allows: 'Photographs may be seen by everybody',
    without:
      'Photographs, pictures from files and pages of a PDF are left out for everybody outside the school. What was drawn in the app stays.',
  },
  sale: {
    allows: 'Books may be sold',
    without: 'No book of the child is for sale.',
  },
};
