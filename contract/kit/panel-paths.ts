import { path } from './paths.ts';

/** Addresses to which only the platform's panel and the page of a champion lead: apart from those that every page loads. */
export const panelPaths = {
  /** Labelled All users. */
  people: path('/admin-panel/all-users'),
  superpowerTeachers: path('/admin-panel/superpower-teacher'),
  superpowerParents: path('/admin-panel/superpower-parent'),
  /** Of a superpower teacher. The id of one, or `new`. */
  championResources: path('/champion/resources/:id?'),
  teachers: path('/admin-panel/teachers'),
  students: path('/admin-panel/students'),
  /** Of one work with the ids of its school and its own. */
  bookMonitoring: path('/admin-panel/book-monitoring/:tenantId?/:workId?'),
  /** Labelled E-mail; one letter with what happened to it. */
  email: path('/admin-panel/email-monitoring/:tenantId?/:letterId?'),
  audit: path('/admin-panel/audit'),
  /** A new account without an id. */
  person: path('/admin-panel/user/:userId?'),
  /** Without an id a search. `school` or `reason` in the query: so that a student is named. */
  profile: path('/admin-panel/userprofile/:userId?'),
  /** People by school. */
  bySchool: path('/admin-panel/user-dashboard'),
  booksInNumbers: path('/admin-panel/books-dashboard'),
  allCategories: path('/admin-panel/all-book-categories'),
  /** A new category without an id. */
  category: path('/admin-panel/book-category/:categoryId?'),
  allBooks: path('/admin-panel/all-books'),
  /** A new book of the platform without ids; of a school what is known of it. */
  book: path('/admin-panel/book/:tenantId?/:workId?'),
  /** Without ids a search. */
  viewBook: path('/admin-panel/view-book/:tenantId?/:workId?'),
  /** Messages of children, and which of them are in an edition. */
  dearWorld: path('/admin-panel/dear-world'),
  peopleNumbers: path('/admin-panel/users-dashboard'),
} as const;
