import { Button, Text } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { listFileEndpoints } from '#contract/panel/list-files.endpoints.ts';
import { panelAuditEndpoints } from '#contract/panel/panel-audit.endpoints.ts';
import type { PanelAuditEntry } from '#contract/panel/panel-audit.schema.ts';
import { readDay } from '#src/lib/days.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { apiClient } from '#src/session/api.ts';
import { listFile } from '#src/session/list-file.ts';
import type { ApiClient, PictureClient } from '#src/sync/api-client.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { DayFilter, ListFilter } from '#src/ui/list-filters.tsx';
import { Since } from '#src/ui/since.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { AuditDetailsDialog } from './audit-details.dialog.tsx';
import { actionName, personName, personRole } from './audit.words.ts';
import { PanelListView } from '#src/panel/panel-list-view.tsx';
import styles from '#src/panel/panel.module.css';
import { SchoolChoice } from '#src/panel/school-choice.tsx';
import { pageOf, usePanelList, type ListAsked } from '#src/panel/use-panel-list.ts';

const filterNames = ['school', 'action', 'from', 'to'];

type Person = PanelAuditEntry['actor'];

function PersonCell({ person, school, none }: { person: Person; school: string; none: string }) {
  if (person === null) return none;
  return (
    <span className={styles.words}>
      <bdi>{personName(person, school)}</bdi>
      <Text span size="sm" c="dimmed" fw={400}>
        {personRole(person)}
      </Text>
    </span>
  );
}

const columns: readonly Column<PanelAuditEntry>[] = [
  { key: 'action', header: 'Did', heading: true, cell: ({ action }) => actionName(action) },
  {
    key: 'actor',
    header: 'Who',
    cell: ({ actor, tenant }) => <PersonCell person={actor} school={tenant.school_name} none="–" />,
  },
  {
    key: 'subject',
    header: 'To whom',
    hideUnder: 768,
    cell: ({ subject, tenant }) => <PersonCell person={subject} school={tenant.school_name} none="–" />,
  },
  { key: 'tenant', header: 'School', cell: ({ tenant }) => <bdi>{tenant.school_name}</bdi> },
  { key: 'at', header: 'When', width: '140px', cell: ({ at }) => <Since at={at} /> },
];

interface AuditScreenProps {
  /** All that the audit knows of, as `domain.what_happened`. */
  actions: readonly string[];
  api?: ApiClient & PictureClient;
}

/** `/admin-panel/audit`: who did what in all schools: `?q=ana&school=…&action=members.archived&from=2026-11-01`. */
export function AuditScreen({ actions, api = apiClient }: AuditScreenProps) {
  const queryOf = useCallback(
    ({ search, filters }: ListAsked) => {
      const { school: tenant_id } = filters;
      const action = oneOf(actions, filters['action']);
      const [from, to] = [readDay(filters['from'] ?? null), readDay(filters['to'] ?? null)];
      return {
        who: search,
        ...(tenant_id && { tenant_id }),
        ...(action && { action }),
        ...(from && { from }),
        ...(to && { to }),
      };
    },
    [actions],
  );
  const load = useCallback(
    (asked: ListAsked, signal: AbortSignal) =>
      api.call(panelAuditEndpoints.listAudit, { query: { ...queryOf(asked), ...pageOf(asked) } }, { signal }),
    [api, queryOf],
  );
  const list = usePanelList(filterNames, load);
  const { filters, narrow, value } = list;
  const looking = useDialog<PanelAuditEntry>();
  const choices = useMemo(
    () => actions.map((action) => ({ value: action, label: actionName(action) })),
    [actions],
  );
  const { open } = looking;
  const withDetails = useMemo<readonly Column<PanelAuditEntry>[]>(
    () => [
      ...columns,
      {
        key: 'details',
        header: 'Details',
        cell: (entry) => (
          <Button
            variant="default"
            aria-label={`Details of ${actionName(entry.action)}`}
            onClick={() => open(entry)}
          >
            Details
          </Button>
        ),
        width: '126px',
      },
    ],
    [open],
  );
  return (
    <Screen
      title="Audit"
      description="Who did what in all schools. Students are named once a school is chosen."
    >
      <PanelListView
        list={list}
        caption="Audit"
        noun={['entry', 'entries']}
        searchLabel="Who: name, email or @domain"
        filters={
          <>
            <SchoolChoice
              value={filters['school'] ?? null}
              name={value?.results[0]?.tenant.school_name}
              onChoose={(school) => narrow({ school })}
              onClear={() => narrow({ school: null })}
              api={api}
            />
            <ListFilter
              label="What"
              any="Everything"
              value={oneOf(actions, filters['action']) ?? null}
              choices={choices}
              onChange={(action) => narrow({ action })}
            />
            <DayFilter
              label="From"
              value={readDay(filters['from'] ?? null)}
              onChange={(from) => narrow({ from })}
            />
            <DayFilter label="To" value={readDay(filters['to'] ?? null)} onChange={(to) => narrow({ to })} />
          </>
        }
        file={{
          list: 'audit',
          ...listFile(api, listFileEndpoints.exportAudit, { query: queryOf(list.asked) }),
        }}
        columns={withDetails}
        rowKey={({ tenant, id }) => `${tenant.id} ${id}`}
        empty={{ title: 'Nothing was done yet', text: 'What people do in any school shows up here.' }}
      />
      <AuditDetailsDialog entry={looking.subject} opened={looking.opened} api={api} onClose={looking.close} />
    </Screen>
  );
}
