import type { ReactNode } from 'react';
import { MissingPermissions } from '#src/features/permissions/missing-permissions.tsx';
import { DocumentView } from '#src/document/document-view.tsx';
import { ReadSheet } from '#src/features/reading/read-sheet.tsx';
import { ReviewQueue } from '#src/features/reviews/review-queue.tsx';
import { ReviewStory } from '#src/features/reviews/review-story.tsx';

interface ReviewsPageProps {
  /** The id of one of them; null for the list. */
  story: string | null;
  breadcrumb?: ReactNode;
}

/** What was handed in: the list, or one book or story of it. */
export function ReviewsPage({ story, breadcrumb }: ReviewsPageProps) {
  if (story === null) return <ReviewQueue breadcrumb={breadcrumb} />;
  return (
    <ReviewStory
      key={story}
      id={story}
      draw={(document, work) => (
        <DocumentView document={document} pictures={work.pictures} audience="private" whenNear />
      )}
      drawPage={(part, work) => <ReadSheet work={work} part={part} />}
      permissions={<MissingPermissions workId={story} />}
    />
  );
}
