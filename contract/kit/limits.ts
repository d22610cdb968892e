/** Numbers that both sides must agree on. The specification's own stand in its section 9. */
export const limits = {
  /** Rows of a list when the caller does not say. Specification: administrators' student search default. */
  pageDefault: 20,
  /** Rows of a list at most. */
  pageMaximum: 1000,
  /** Sales, payments or plans on one page of a list, also where a whole list is exported. */
  moneyRowsPerCall: 100,
  /** Students in one bulk call. */
  /** A class of forty is seen at once. */
  studentsPerPage: 40,
  studentsPerCall: 500,
  /** Students moved in one call, each of whom it carries along whole. */
  studentsPerMove: 100,
  /** Bytes of a CSV file of students: 5 MB, and not one more. */
  csvBytes: 5 * 1024 * 1024,
  /** Students in one import, however many calls it is sent in. */
  rowsPerImport: 10_000,
  /** Hours in which an import can be undone. */
  importUndoHours: 24,
  /** Pupils' passwords shown in one call. */
  revealsPerCall: 100,
  /** Pupils' passwords shown to one person in an hour by the clock. */
  revealsPerHour: 600,
  /** Characters of a first or last name. */
  nameLength: 100,
  /** Characters of what people say of themselves. */
  aboutMeLength: 160,
  /** Characters of a password of staff, at least. */
  passwordLength: 12,
  /** Characters of a pupil's password, at least and at most. */
  pupilPasswordLength: { minimum: 4, maximum: 100 },
  /** Seconds that a link for a new password is good for. */
  passwordLinkSeconds: 3600,
  /** Bytes of a picture of a person, as it is sent. */
  avatarBytes: 5 * 1024 * 1024,
  /** Days that an invitation is good for. */
  invitationDays: 14,
  /** Invitations of a tenant that wait for somebody. */
  openInvitations: 500,
  /** Seconds between two e-mails of one invitation. */
  invitationPause: 60,
  /** Hours in which a new e-mail address has to be confirmed. */
  emailChangeHours: 48,
  /** Characters of the name of a class. */
  classNameLength: 60,
  /** Those who teach a class beside its lead. */
  coTeachers: 20,
  /** Characters of a tablet's name. */
  deviceNameLength: 40,
  /** Tablets that one person can have used last; the ones not seen for longest are forgotten. */
  devicesPerPerson: 200,
  /** Classes that a tablet is prepared for one by one; a school with more prepares it for all. */
  classesPerPreparation: 100,
  /** Prepared tablets that one call keeps. */
  tabletsPerCall: 100,
  /** Days after which a session ends, however much it is used: of staff, and of a pupil who chose to stay signed in. */
  sessionDays: 90,
  /** Hours after which any other session of a pupil ends. */
  pupilSessionHours: 16,
  /** Characters of the password that a school shares with its families, at least and at most. */
  communityPasswordLength: { minimum: 8, maximum: 100 },
  /** Queued calls in one push. */
  callsPerPush: 1000,
  /** Bytes of one push. */
  bytesPerPush: 256 * 1024,
  /** Parked calls of which a device asks in one pull what became of them. */
  parkedPerPull: 50,
  /** Books and stories that one person keeps on one tablet. */
  keptWorks: 200,
  /** Scopes in one comparison of what a device holds. */
  scopesPerCheck: 20,
  /** Milliseconds of quiet before a name search runs. */
  searchDebounce: 500,
  /** Milliseconds of quiet before what was typed into the search of the navbar is kept. Specification, section 9. */
  statePersistDelay: 1000,
  /** Children on one page of the picker at sign-in. */
  pickerPage: 20,
  /** Milliseconds between signing in and leaving the sign-in page. */
  signInRedirectDelay: 500,
  /** Milliseconds that the dashboard switch overlay stands. */
  dashboardSwitchDelay: 1000,
  /** Seconds that a link into a school is good for. */
  visitLinkSeconds: 60,
  /** Seconds after which a guest has to come again. */
  visitSeconds: 3600,
  /** Hours for which a school's yes to a visit lasts. */
  visitYesHours: 24,
  /** Days after which a request for a visit that nobody answered is over. */
  visitRequestDays: 7,
  /** Characters of the name of a school. Specification, section 9, as is the next. */
  schoolNameMinimum: 3,
  schoolNameMaximum: 100,
  /** Characters of a name in addresses. Specification, section 9. */
  subdomainMaximum: 63,
  /** Days in which somebody who registered a school can choose a password by the first link. */
  firstLinkDays: 7,
  /** Days after which a school that nobody set up is forgotten. */
  pendingTenantDays: 30,
  /** Bytes of a logo, as it is sent. */
  logoBytes: 5 * 1024 * 1024,
  /** Schools that an organization waits for at once. */
  askedSchools: 200,
  /** Days in which a school that said no is not asked again. */
  askedAgainDays: 7,
  /** Works on one page of a list. */
  worksPerPage: 100,
  /** Works on one shelf of the library. */
  worksPerShelf: 12,
  /** Works that one call changes. */
  worksPerCall: 100,
  /** Shelves that one call puts works on, or takes them from. */
  shelvesPerCall: 20,
  /** Chapters or pages in one answer. */
  partsPerPage: 50,
  /** The furthest page or chapter that somebody can have come to. */
  partsRead: 10_000,
  /** How often somebody reads the same work. */
  readingRounds: 1000,
  /** Steps of one page that are kept of one person. */
  learningSteps: 300,
  /** Characters of each part of an answer in a lesson. */
  learningAnswer: 200,
  /** Bookmarks that one person has in one work. */
  bookmarksPerWork: 100,
  /** Books and stories in one cart. */
  cartLines: 100,
  /** Characters of the title of a story or of one of its chapters. */
  storyTitleLength: 120,
  /** Characters of a message to Dear World, as a reader counts them. */
  messageLength: 280,
  /** Messages that a child hands in in a year. */
  messagesPerYear: 2,
  /** Characters of what a story is about. */
  blurbLength: 600,
  /** Characters of what an author says of themselves. */
  aboutAuthorLength: 400,
  /** Characters of the name on the cover, and of for whom it was made. */
  penNameLength: 60,
  dedicationLength: 120,
  /** Characters of what an author plans. */
  planLength: 2000,
  /** Bytes of a chapter as it is sent: one call of a push. */
  chapterBytes: 160 * 1024,
  /** Chapters of a story, pages of a book. */
  chaptersPerStory: 200,
  /** Earlier versions of a chapter in one answer. */
  versionsPerPage: 10,
  /** Characters of what is said of a story that is given back. */
  reasonLength: 1000,
  /** Characters of the words that a comment points at. */
  pointedWordsLength: 40,
  /** Comments at the chapters of a story that is given back. */
  commentsPerReview: 50,
  /** Results of each group of a search everywhere. */
  combinedPerGroup: 20,
  /** Characters of the name of a category. */
  categoryNameLength: 60,
  /** Seconds that an access token is good for. */
  accessTokenSeconds: 600,
} as const;
