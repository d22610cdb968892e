import { Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import type { PanelTenant } from '#contract/panel/panel.schema.ts';
import { PeopleBySchoolScreen } from '#src/features/panel-people/people-by-school.screen.tsx';
import { PeopleScreen } from '#src/features/panel-people/people.screen.tsx';
import { PanelStudentsScreen } from '#src/features/panel-people/panel-students.screen.tsx';
import { PanelTenantsScreen } from '#src/features/panel-people/panel-tenants.screen.tsx';
import { OpenSchoolButton } from '#src/features/visits/open-school.tsx';
import { VisitDialog } from '#src/features/visits/visit.dialog.tsx';

/** Every school and organization, and the way into each. */
function Tenants() {
  const [visited, setVisited] = useState<PanelTenant | null>(null);
  const renderActions = (tenant: PanelTenant) => (
    <>
      {tenant.host !== null && (
        <OpenSchoolButton
          school={{ ...tenant, is_organization: tenant.kind === 'organization' }}
          opening={null}
          isShort
          onOpen={() => setVisited(tenant)}
        />
      )}
      <Button
        component={Link}
        to={paths.platform.tenant({ tenantId: tenant.id })}
        variant="default"
        leftSection={<IconPencil size={20} stroke={1.75} aria-hidden />}
        aria-label={`Edit ${tenant.school_name}`}
      >
        Edit
      </Button>
    </>
  );
  return (
    <>
      <VisitDialog school={visited} onClose={() => setVisited(null)} />
      <PanelTenantsScreen
        actions={
          <Button
            component={Link}
            to={paths.platform.tenant()}
            leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
          >
            Add a school or organization
          </Button>
        }
        renderActions={renderActions}
      />
    </>
  );
}

interface PanelListsPageProps {
  list: 'tenants' | 'by-school' | 'all' | 'teachers' | 'students';
}

/** Lists of all schools: tenants, everybody, who teaches, or who learns there. One part, since they share most of it. */
export function PanelListsPage({ list }: PanelListsPageProps) {
  if (list === 'tenants') return <Tenants />;
  if (list === 'by-school') return <PeopleBySchoolScreen />;
  // Each with a state of its own, though it stands at the same place in the tree.
  return list === 'students' ? <PanelStudentsScreen /> : <PeopleScreen key={list} who={list} />;
}
