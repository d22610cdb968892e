import { useParams } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { OwnResourcesScreen } from '#src/features/resources/own-resources.screen.tsx';
import { ResourceFormScreen } from '#src/features/resources/resource-form.screen.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import { ParentLink } from '../page-table.tsx';

/** `/champion/resources`: what a superpower teacher shares. With `new` or an id it is the form. */
export function ChampionResourcesPage() {
  const { id } = useParams();
  if (id === undefined) return <OwnResourcesScreen breadcrumb={<ParentLink />} />;
  return (
    <ResourceFormScreen
      key={id}
      resourceId={id === 'new' ? undefined : id}
      breadcrumb={<BackLink to={panelPaths.championResources()}>My resources</BackLink>}
    />
  );
}
