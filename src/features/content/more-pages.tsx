import { Title } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useUser } from '#src/session/use-session.ts';
import styles from './more-pages.module.css';

/** All public pages, by what somebody looks for. */
const groups = [
  {
    title: 'Learn and make',
    pages: [
      ['/courses', 'Courses'],
      ['/challenges', 'Challenges'],
      ['/hubs', 'Hubs'],
      ['/live', 'Live'],
      ['/sdgs', 'The seventeen goals'],
      ['/impact-films', 'Films'],
      ['/canva/', 'Make a book in Canva'],
    ],
  },
  {
    title: 'About us',
    pages: [
      ['/about', 'About'],
      ['/our-framework', 'Our framework'],
      ['/our-team', 'Our team'],
      ['/global-reach', 'Global reach'],
      ['/testimonials', 'Testimonials'],
      ['/acknowledgement', 'Acknowledgement'],
    ],
  },
  {
    title: 'For schools',
    pages: [
      ['/request-a-tour', 'Request a tour'],
      ['/bulk-enrolment/', 'Bulk enrolment'],
      ['/faq', 'Questions and answers'],
      ['/contact', 'Contact us'],
      ['/report-a-problem', 'Report a problem'],
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
