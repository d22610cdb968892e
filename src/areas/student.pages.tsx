import { paths } from '#contract/kit/paths.ts';
import { OwnPage } from './own-page.tsx';
import { option, type PageTable } from './page-table.tsx';
import { OwnList, OwnPassport, OwnRaised } from './student-lists.tsx';

const home = option('');

/** `/dashboard` of a child, by its option. */
export const studentPages: PageTable = {
  under: paths.dashboard,
  rows: [
    { at: home, name: 'My page', element: <OwnPage /> },
    { at: option('My Books'), parent: home, element: <OwnList list="My Books" /> },
    { at: option('My Stories'), parent: home, element: <OwnList list="My Stories" /> },
    { at: option('Money I Have Raised'), parent: home, element: <OwnRaised /> },
    { at: option('My Passport'), parent: home, element: <OwnPassport /> },
  ],
};
