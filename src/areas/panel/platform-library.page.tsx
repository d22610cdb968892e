import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { watchedAssetPath } from '#contract/monitoring/monitoring.rules.ts';
import type { PanelMessage } from '#contract/dear-world/messages.schema.ts';
import type { PanelWork } from '#contract/panel/works.schema.ts';
import { hashInAssetPath } from '#contract/works/works.rules.ts';
import { CategoryFormScreen } from '#src/features/categories/category-form.screen.tsx';
import { AllBooksScreen } from '#src/features/panel-works/all-books.screen.tsx';
import { CategoryUse } from '#src/features/panel-works/category-use.tsx';
import { MessagesScreen } from '#src/features/panel-works/messages.screen.tsx';
import { PanelCategoriesScreen } from '#src/features/panel-works/panel-categories.screen.tsx';
import { WorkTextScreen } from '#src/features/watch/work-text.screen.tsx';
import { AssetPicture } from '#src/document/asset-picture.tsx';
import { DocumentView } from '#src/document/document-view.tsx';
import { apiClient } from '#src/session/api.ts';
import { ParentLink } from '../page-table.tsx';

interface Place {
  tenantId: string;
  workId: string;
}

/** Pictures and recordings of the school, on the platform's host. */
const clientAt = (place: Place): Pick<typeof apiClient, 'picture'> => ({
  picture: (path, signal, timeout) =>
    apiClient.picture(watchedAssetPath(place, hashInAssetPath(path)), signal, timeout),
});

function Cover({ work: { tenant, id, cover } }: { work: Pick<PanelWork, 'tenant' | 'id' | 'cover'> }) {
  const client = useMemo(() => clientAt({ tenantId: tenant.id, workId: id }), [tenant.id, id]);
  return cover && <AssetPicture picture={cover} audience="private" client={client} decorative />;
}

const drawCover = (work: PanelWork) => <Cover work={work} />;
const drawDrawing = ({ drawing, ...message }: PanelMessage) => (
  <Cover work={{ ...message, cover: drawing }} />
);

function Text({ tenantId, workId }: Place) {
  const client = useMemo(() => clientAt({ tenantId, workId }), [tenantId, workId]);
  return (
    <WorkTextScreen
      tenantId={tenantId}
      workId={workId}
      text={{
        draw: (document) => (
          <DocumentView document={document} pictures={[]} audience="private" client={client} whenNear />
        ),
        drawCover: (sha256, title) => (
          <AssetPicture picture={{ sha256, alt: `Cover of ${title}` }} audience="private" client={client} />
        ),
      }}
    />
  );
}

function Category({ categoryId }: { categoryId: string | undefined }) {
  return (
    <CategoryFormScreen categoryId={categoryId} breadcrumb={<ParentLink />}>
      {categoryId !== undefined && <CategoryUse categoryId={categoryId} />}
    </CategoryFormScreen>
  );
}

/** The library of all schools for those who run the platform: works, or one of them, and what shelves are called. */
export function PlatformLibraryPage({
  page,
}: {
  page: 'books' | 'view' | 'categories' | 'category' | 'messages';
}) {
  const { tenantId, workId, categoryId } = useParams();
  if (page === 'messages') return <MessagesScreen drawDrawing={drawDrawing} />;
  if (page === 'categories') return <PanelCategoriesScreen />;
  if (page === 'category') return <Category key={categoryId} categoryId={categoryId} />;
  if (page === 'view' && tenantId !== undefined && workId !== undefined)
    return <Text key={workId} tenantId={tenantId} workId={workId} />;
  return (
    <AllBooksScreen
      key={page}
      drawCover={drawCover}
      {...(page === 'view' && { title: 'Find a book', breadcrumb: <ParentLink /> })}
    />
  );
}
