import '#src/ui/classroom-styles.ts';
import { useParams } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { ResourceFormScreen } from '#src/features/resources/resource-form.screen.tsx';
import { ResourcesScreen } from '#src/features/resources/resources.screen.tsx';
import { BackLink } from '#src/ui/back-link.tsx';

const listHref = paths.resources();
const editHref = (id: string) => `${listHref}/${id}`;
const readHref = (id: string) => paths.library({ shelf: 'teachers', resource: id });

/** `/uploadcontent`: what adults share. `/uploadcontent/new` and `/uploadcontent/{id}` are the form. */
export function SharedContentPage() {
  const { id } = useParams();
  if (id === undefined)
    return <ResourcesScreen newHref={editHref('new')} editHref={editHref} readHref={readHref} />;
  return (
    <ResourceFormScreen
      key={id}
      resourceId={id === 'new' ? undefined : id}
      listHref={listHref}
      breadcrumb={<BackLink to={listHref}>Shared resources</BackLink>}
    />
  );
}
