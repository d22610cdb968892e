import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { watchedAssetPath } from '#contract/monitoring/monitoring.rules.ts';
import type { PanelWork } from '#contract/panel/works.schema.ts';
import { hashInAssetPath } from '#contract/works/works.rules.ts';
import { AllBooksScreen } from '#src/features/panel/all-books.screen.tsx';
import { WorkTextScreen } from '#src/features/panel/work-text.screen.tsx';
import { AssetPicture } from '#src/features/works/asset-picture.tsx';
import { DocumentView } from '#src/features/works/document-view.tsx';
import { apiClient } from '#src/session/api.ts';

interface Place {
  tenantId: string;
  workId: string;
}

/** Pictures and recordings of the school, on the platform's host. */
const clientAt = (place: Place): Pick<typeof apiClient, 'picture'> => ({
  picture: (path, signal, timeout) =>
    apiClient.picture(watchedAssetPath(place, hashInAssetPath(path)), signal, timeout),
});

function Cover({ work: { tenant, id, cover } }: { work: PanelWork }) {
  const client = useMemo(() => clientAt({ tenantId: tenant.id, workId: id }), [tenant.id, id]);
  return cover && <AssetPicture picture={cover} audience="private" client={client} decorative />;
}

const drawCover = (work: PanelWork) => <Cover work={work} />;

function Text({ tenantId, workId }: Place) {
  const client = useMemo(() => clientAt({ tenantId, workId }), [tenantId, workId]);
  return (
    <WorkTextScreen
      tenantId={tenantId}
      workId={workId}
      draw={(document) => (
        <DocumentView document={document} pictures={[]} audience="private" client={client} whenNear />
      )}
      drawCover={(sha256, title) => (
        <AssetPicture picture={{ sha256, alt: `Cover of ${title}` }} audience="private" client={client} />
      )}
    />
  );
}

/** Works of all schools for those who run the platform: their list, or one of them. */
export function PlatformLibraryPage({ page }: { page: 'books' | 'view' }) {
  const { tenantId, workId } = useParams();
  if (page === 'view' && tenantId !== undefined && workId !== undefined)
    return <Text key={workId} tenantId={tenantId} workId={workId} />;
  return (
    <AllBooksScreen key={page} drawCover={drawCover} {...(page === 'view' && { title: 'Find a book' })} />
  );
}
