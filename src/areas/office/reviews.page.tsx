import { Anchor } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { MissingPermissions } from '#src/features/permissions/missing-permissions.tsx';
import { DocumentView } from '#src/features/works/document-view.tsx';
import { ReviewQueue } from '#src/features/writing/review-queue.tsx';
import { ReviewStory } from '#src/features/writing/review-story.tsx';
import styles from './teacher.module.css';

interface ReviewsPageProps {
  listHref: string;
  storyHref: (id: string) => string;
  /** The id of one of them; null for the list. */
  story: string | null;
  breadcrumb?: ReactNode;
}

/** What was handed in: the list, or one book or story of it. */
export function ReviewsPage({ listHref, storyHref, story, breadcrumb }: ReviewsPageProps) {
  if (story === null) return <ReviewQueue hrefOf={({ id }) => storyHref(id)} breadcrumb={breadcrumb} />;
  return (
    <ReviewStory
      key={story}
      id={story}
      listHref={listHref}
      draw={(document, work) => (
        <DocumentView document={document} pictures={work.pictures} audience="private" />
      )}
      permissions={<MissingPermissions workId={story} />}
      breadcrumb={
        <Anchor component={Link} to={listHref} className={styles.back}>
          <IconChevronLeft size={18} aria-hidden />
          To review
        </Anchor>
      }
    />
  );
}
