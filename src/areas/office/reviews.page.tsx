import type { ReactNode } from 'react';
import type { Work } from '#contract/works/works.schema.ts';
import { MissingPermissions } from '#src/features/permissions/missing-permissions.tsx';
import { DocumentView } from '#src/document/document-view.tsx';
import { ReadSheet } from '#src/features/reading/read-sheet.tsx';
import { ReviewQueue } from '#src/features/reviews/review-queue.tsx';
import { ReviewStory } from '#src/features/reviews/review-story.tsx';
import { BackLink } from '#src/ui/back-link.tsx';

interface ReviewsPageProps {
  listHref: string;
  storyHref: (id: string) => string;
  /** The id of one of them; null for the list. */
  story: string | null;
  breadcrumb?: ReactNode;
  /** Where the privacy of an author is changed; null where the reader has no such page. */
  privacyHref: (work: Work) => string | null;
}

/** What was handed in: the list, or one book or story of it. */
export function ReviewsPage({ listHref, storyHref, story, breadcrumb, privacyHref }: ReviewsPageProps) {
  if (story === null) return <ReviewQueue hrefOf={({ id }) => storyHref(id)} breadcrumb={breadcrumb} />;
  return (
    <ReviewStory
      key={story}
      id={story}
      listHref={listHref}
      hrefOf={storyHref}
      draw={(document, work) => (
        <DocumentView document={document} pictures={work.pictures} audience="private" whenNear />
      )}
      drawPage={(part, work) => <ReadSheet work={work} part={part} />}
      privacyHref={privacyHref}
      permissions={<MissingPermissions workId={story} />}
      breadcrumb={<BackLink to={listHref}>To review</BackLink>}
    />
  );
}
