import { dashboardAt, paths } from '#contract/kit/paths.ts';
import { classStaff, type Role } from '#contract/kit/roles.ts';
import { areaRoles } from '#src/session/dashboards.ts';
import type { Tour, TourPlaces, TourStep } from '#src/features/tours/tour.ts';

/** Where the classes of a person are, and one of them. */
function classesOf({ role }: TourPlaces): { list: string; one: (id: string) => string } {
  return (areaRoles.adminSchool as readonly Role[]).includes(role)
    ? { list: paths.school.classes(), one: (id) => paths.school.classDetails({ id }) }
    : {
        list: dashboardAt('Teacher Dashboard'),
        one: (id) => dashboardAt('Teacher Dashboard', { id }),
      };
}

/** Where all that children make is listed for a person. */
function worksOf({ role }: TourPlaces): { stories: string; books: string } {
  return (areaRoles.adminSchool as readonly Role[]).includes(role)
    ? { stories: paths.school.stories(), books: paths.school.books() }
    : {
        stories: dashboardAt('All Stories'),
        books: dashboardAt('All Books'),
      };
}

const help: TourStep = {
  at: 'help',
  title: 'Help is always here',
  text: 'Answers to what people ask, and this tour again whenever you want it.',
};

/**
 * The guided tours for staff (specification, section 2). To add one, write `data-tour="…"` onto what it points at, and the
 * steps here. It is offered to each person until they take or decline it, on the page on which the thing of its first step stands.
 */
export const staffTours: readonly Tour[] = [
  {
    key: 'classes',
    name: 'Your classes',
    roles: classStaff,
    page: (places) => classesOf(places).list,
    steps: [
      {
        at: 'class',
        title: 'This is a class',
        text: 'Open it to see its students, print their login cards and add more.',
      },
      {
        at: 'class-code',
        title: 'The class code',
        text: 'Children type it to find their class when they sign in. A login card needs no code.',
      },
      {
        at: 'create-class',
        title: 'A new class',
        text: 'Give it a name, a colour and a teacher. The class code is made by itself.',
      },
      {
        at: 'sync',
        title: 'Where your work is',
        text: 'Everything on this page works without a network too. This sign says whether the school has all of it.',
      },
      help,
    ],
  },
  {
    key: 'student_add',
    name: 'Add students to a class',
    roles: classStaff,
    page: (places) => places.classId && classesOf(places).one(places.classId),
    steps: [
      {
        at: 'add-students',
        title: 'Add Students',
        text: 'Type or paste names, one on each line. User names and login cards are made for you. For a whole list there is the way by file.',
      },
      {
        at: 'class-cards',
        title: 'Their login cards',
        text: 'A file to print, with a card for each child. They hold it before the camera and are signed in.',
      },
      {
        at: 'copy-field',
        title: 'The class code',
        text: 'For children without a card: they type it, find their animal, and enter their password.',
      },
      {
        at: 'row-actions',
        title: 'All about one child',
        text: 'Rename, archive, the login card, and who may see what the child makes.',
      },
    ],
  },
  {
    key: 'csv_upload',
    name: 'Add students from a file',
    roles: classStaff,
    page: (places) => places.classId && `${classesOf(places).one(places.classId)}&import=1`,
    steps: [
      {
        at: 'import-file',
        title: 'A list as a CSV file',
        text: 'Any spreadsheet can save one. It needs a first name and a last name on each line; other columns are left out.',
      },
      {
        at: 'import-sample',
        title: 'How it can look',
        text: 'The sample shows the columns. Yours may have them in another order.',
      },
      {
        at: 'import-file',
        title: 'Nothing is added yet',
        text: 'First you see every row, mend what is not right, and decide about children who are there already. Undo works for 24 hours.',
      },
    ],
  },
  {
    key: 'stories',
    name: 'Stories',
    roles: classStaff,
    page: (places) => worksOf(places).stories,
    steps: [
      {
        at: 'story-list',
        title: 'All stories',
        text: 'From the first word to the library. Choose a state: what was handed in waits for your answer.',
      },
      {
        at: 'row-actions',
        title: 'What you can do',
        text: 'Read it, answer its author, put it in the library or take it off the shelf.',
      },
      {
        at: 'story-list',
        title: 'Several at once',
        text: 'Select some with the boxes. What can be done with them comes up at the foot of the page.',
      },
      help,
    ],
  },
  {
    key: 'books',
    name: 'Books',
    roles: classStaff,
    page: (places) => worksOf(places).books,
    steps: [
      {
        at: 'book-list',
        title: 'All books',
        text: 'Search for a title or an author. Or choose a state, a class or a shelf.',
      },
      {
        at: 'row-actions',
        title: 'What you can do',
        text: 'Read it, choose its shelves, put it in the library or take it off again.',
      },
      help,
    ],
  },
  {
    key: 'teacher_add',
    name: 'Add teachers',
    roles: areaRoles.adminSchool,
    page: () => paths.school.teachers(),
    steps: [
      {
        at: 'invite-member',
        title: 'Invite by email',
        text: 'The quick way: you say the address and the role, and they fill in the rest.',
      },
      {
        at: 'add-member',
        title: 'Or add them yourself',
        text: 'With name, country and picture. They still choose their own password.',
      },
      {
        at: 'open-invitations',
        title: 'Who has not answered',
        text: 'Send an invitation again, or take it back.',
      },
      {
        at: 'row-actions',
        title: 'Those who are here',
        text: 'Change what they may do, or archive who has left.',
      },
    ],
  },
  {
    key: 'charities',
    name: 'Causes',
    roles: areaRoles.adminSchool,
    page: () => paths.school.causes(),
    steps: [
      {
        at: 'add-cause',
        title: 'What books raise money for',
        text: 'Add a cause of your own, such as a pond or a library. The platform checks its registration before it opens.',
      },
      {
        at: 'row-actions',
        title: 'What you can do',
        text: 'Tell what the money did, pause a cause for a while, or end it.',
      },
      help,
    ],
  },
  {
    key: 'organization_invitation',
    name: 'Belong to an organization',
    roles: ['school_admin'],
    page: () => paths.school.organizations(),
    steps: [
      {
        at: 'organizations',
        title: 'Organizations',
        text: 'When an organization invites your school, you get an email and find its question on this page.',
      },
      {
        at: 'organizations',
        title: 'You decide',
        text: 'If you say yes, its administrators may enter your school. You see what they did, and can leave at any time.',
      },
    ],
  },
  {
    key: 'organization_invitation',
    name: 'Ask a school to join',
    roles: areaRoles.organization,
    page: () => paths.organization.schools(),
    steps: [
      {
        at: 'invite-school',
        title: 'Ask a school to join',
        text: 'You say its address here. Its administrators get an email and answer in their own place.',
      },
      {
        at: 'invite-school',
        title: 'After its yes',
        text: 'The school stands in this list. You enter it as a guest, and it sees who came and what was done.',
      },
    ],
  },
  {
    key: 'dashboard_switch',
    name: 'Your dashboards',
    roles: areaRoles.adminSchool,
    page: ({ role }) => (role === 'school_admin' ? paths.school.dashboard() : paths.organization.dashboard()),
    steps: [
      {
        at: 'numbers',
        title: 'Your dashboard',
        text: 'How much there is. A number with a line under its name leads to the list.',
      },
      {
        at: 'user-menu',
        title: 'Change to another one',
        text: 'Your menu names your other dashboards. You can go to and fro as often as you like.',
      },
      help,
    ],
  },
];
