import { Anchor, Text } from '@mantine/core';
import { use, useMemo } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { paths } from '#contract/kit/paths.ts';
import { watchedAssetPath } from '#contract/monitoring/monitoring.rules.ts';
import { hashInAssetPath } from '#contract/works/works.rules.ts';
import { WatchItemScreen } from '#src/features/watch/watch-item.screen.tsx';
import { WatchQueueScreen } from '#src/features/watch/watch-queue.screen.tsx';
import { AssetPicture } from '#src/document/asset-picture.tsx';
import { DocumentView } from '#src/document/document-view.tsx';
import { apiClient } from '#src/session/api.ts';
import { WatchCountsOfPanel } from './watch-context.ts';

interface ItemProps {
  tenantId: string;
  workId: string;
  onDecided: () => void;
}

function Item({ tenantId, workId, onDecided }: ItemProps) {
  const navigate = useNavigate();
  // Pictures and recordings of the school, on the platform's host.
  const client = useMemo<Pick<typeof apiClient, 'picture'>>(
    () => ({
      picture: (path, signal, timeout) =>
        apiClient.picture(watchedAssetPath({ tenantId, workId }, hashInAssetPath(path)), signal, timeout),
    }),
    [tenantId, workId],
  );
  return (
    <WatchItemScreen
      tenantId={tenantId}
      workId={workId}
      draw={(document) => (
        <DocumentView document={document} pictures={[]} audience="private" client={client} whenNear />
      )}
      drawCover={(sha256, title) => (
        <AssetPicture picture={{ sha256, alt: `Cover of ${title}` }} audience="private" client={client} />
      )}
      onDecided={() => {
        onDecided();
        void navigate(panelPaths.bookMonitoring());
      }}
    />
  );
}

/** Works of all schools that the platform looks at, or one of them. */
export function BookMonitoringPage() {
  const { tenantId, workId } = useParams();
  const { counts, reload } = use(WatchCountsOfPanel);
  if (tenantId !== undefined && workId !== undefined)
    return <Item key={workId} tenantId={tenantId} workId={workId} onDecided={reload} />;
  return (
    <WatchQueueScreen
      counts={counts}
      aboutVisitors={
        <Text mb="md">
          Each school decides about what visitors hand in there. What they handed in on this site is under{' '}
          <Anchor component={Link} to={paths.platform.offers()}>
            Books from visitors
          </Anchor>
          .
        </Text>
      }
    />
  );
}
