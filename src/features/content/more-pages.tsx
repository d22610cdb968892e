import { Title } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { useUser } from '#src/session/use-session.ts';
import styles from './more-pages.module.css';

/** All public pages, by what somebody looks for. */
const groups = [
  {
    title: 'Learn and make',
    pages: [
      [publicPaths.courses(), 'Courses'],
      [publicPaths.challenges(), 'Challenges'],
      [publicPaths.hubs(), 'Hubs'],
      [publicPaths.live(), 'Live'],
      [publicPaths.goals(), 'The seventeen goals'],
      [publicPaths.films(), 'Films'],
      [publicPaths.canva(), 'Make a book in Canva'],
      [publicPaths.libraries(), 'Libraries of schools'],
    ],
  },
  {
    title: 'About us',
    pages: [
      [publicPaths.about(), 'About'],
      [publicPaths.framework(), 'Our framework'],
      [publicPaths.team(), 'Our team'],
      [publicPaths.reach(), 'Global reach'],
      [publicPaths.testimonials(), 'Testimonials'],
      [paths.acknowledgement(), 'Acknowledgement'],
    ],
  },
  {
    title: 'For schools',
    pages: [
      [publicPaths.tour(), 'Request a tour'],
      [publicPaths.enrolment(), 'Bulk enrolment'],
      [paths.faq(), 'Questions and answers'],
      [paths.contact(), 'Contact us'],
      [publicPaths.problem(), 'Report a problem'],
    ],
  },
] as const;

/** The ways from a public page to all others. */
export function MorePages() {
  const id = useId();
  // A child has no use for what is about us.
  const shown = useUser()?.role === 'student' ? groups.slice(0, 1) : groups;
  return (
    <nav className={styles.more} aria-label="More pages">
      {shown.map(({ title, pages }, place) => (
        <section key={title} aria-labelledby={`${id}${place}`}>
          <Title order={2} size="h5" id={`${id}${place}`}>
            {title}
          </Title>
          <ul>
            {pages.map(([to, label]) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
