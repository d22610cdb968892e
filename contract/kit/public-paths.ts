import { path } from './paths.ts';

/** Addresses of pages for everybody, and of those who answer what is sent there: apart from those that every page loads. */
export const publicPaths = {
  about: path('/about'),
  framework: path('/our-framework'),
  team: path('/our-team'),
  reach: path('/global-reach'),
  libraries: path('/libraries'),
  /** `year` in the query names an edition, `message` one of its messages. */
  dearWorld: path('/dear-world-book'),
  testimonials: path('/testimonials'),
  canva: path('/canva/'),
  courses: path('/courses/:slug?/:chapterSlug?'),
  hubs: path('/hubs/:slug?'),
  challenges: path('/challenges/:slug?'),
  live: path('/live/:slug?'),
  goals: path('/sdgs/:slug?'),
  films: path('/impact-films/:slug?'),
  problem: path('/report-a-problem'),
  tour: path('/request-a-tour'),
  enrolment: path('/bulk-enrolment/'),
  /** `id` in the query opens one. */
  schoolRequests: path('/admin-school/requests'),
  platformRequests: path('/admin-panel/requests'),
  schoolContent: path('/admin-school/content'),
  /** `language` in the query says which of its texts; without it English. */
  schoolPage: path('/admin-school/content/:id'),
  platformContent: path('/admin-panel/content'),
  /** Of a superpower teacher. */
  championPages: path('/champion/pages'),
  championPage: path('/champion/pages/:id'),
  platformPage: path('/admin-panel/content/:id'),
} as const;
