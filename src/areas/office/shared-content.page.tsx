import '#src/ui/classroom-styles.ts';
import { useParams } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { ResourceFormScreen } from '#src/features/resources/resource-form.screen.tsx';
import { ResourcesScreen } from '#src/features/resources/resources.screen.tsx';
import { BackLink } from '#src/ui/back-link.tsx';

/** `/uploadcontent`: what adults share. `/uploadcontent/new` and `/uploadcontent/{id}` are the form. */
export function SharedContentPage() {
  const { id } = useParams();
  if (id === undefined) return <ResourcesScreen />;
  return (
    <ResourceFormScreen
      key={id}
      resourceId={id === 'new' ? undefined : id}
      breadcrumb={<BackLink to={paths.resources()}>Shared resources</BackLink>}
    />
  );
}
