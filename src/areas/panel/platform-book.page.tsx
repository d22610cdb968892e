import { useParams } from 'react-router-dom';
import { NewOwnBookScreen, OwnBookScreen } from '#src/features/offers/own-book.screen.tsx';
import { WorkTextScreen } from '#src/features/watch/work-text.screen.tsx';
import { useTenant } from '#src/session/use-session.ts';
import { ParentLink } from '../page-table.tsx';

const pagesOf = async (files: readonly File[]) =>
  await (await import('#src/features/book-files/file-pages.ts')).pagesOf(files);

/** `/admin-panel/book/{school?}/{work?}`: a book of the platform, or what is known of one of a school. */
export function PlatformBookPage() {
  const { tenantId, workId } = useParams();
  const { tenant } = useTenant();
  if (!tenant) return null;
  const breadcrumb = <ParentLink />;
  if (tenantId === undefined || workId === undefined)
    return <NewOwnBookScreen breadcrumb={breadcrumb} pagesOf={pagesOf} />;
  if (tenantId === tenant.id)
    return <OwnBookScreen key={workId} workId={workId} breadcrumb={breadcrumb} pagesOf={pagesOf} />;
  return <WorkTextScreen key={workId} tenantId={tenantId} workId={workId} text={null} />;
}
