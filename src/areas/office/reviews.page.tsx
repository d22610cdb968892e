import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MissingPermissions } from '#src/features/permissions/missing-permissions.tsx';
import { DocumentView } from '#src/document/document-view.tsx';
import { ReadSheet } from '#src/features/reading/read-sheet.tsx';
import { ReviewQueue } from '#src/features/reviews/review-queue.tsx';
import { ReviewStory } from '#src/features/reviews/review-story.tsx';

/** What was handed in: the list, or one book or story of it, which the query names. */
export function ReviewsPage({ breadcrumb }: { breadcrumb?: ReactNode }) {
  const [address] = useSearchParams();
  const story = address.get('story');
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
