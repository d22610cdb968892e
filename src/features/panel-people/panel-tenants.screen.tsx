import { Group, Text } from '@mantine/core';
import { Fragment, useCallback, useMemo, type ReactNode } from 'react';
import { listFileEndpoints } from '#contract/panel/list-files.endpoints.ts';
import { panelEndpoints } from '#contract/panel/panel.endpoints.ts';
import { tenantDomains, tenantKinds, tenantSorts, type PanelTenant } from '#contract/panel/panel.schema.ts';
import { lifeStates } from '#contract/tenants/tenant-life.schema.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { apiClient } from '#src/session/api.ts';
import { listFile } from '#src/session/list-file.ts';
import type { ApiClient, PictureClient } from '#src/sync/api-client.ts';
import { Day } from '#src/ui/day.tsx';
import { sortAmong } from '#src/ui/list-state.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { FilterChip } from '#src/ui/filter-chips.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { SchoolLogo } from '#src/ui/school-logo.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { PanelListView } from '#src/panel/panel-list-view.tsx';
import styles from '#src/panel/panel.module.css';
import {
  domainChoices,
  kindChoices,
  kindWords,
  tenantStateChoices,
  tenantStateWords,
} from '#src/panel/panel.words.ts';
import { pageOf, usePanelList, type ListAsked } from '#src/panel/use-panel-list.ts';

const filterNames = ['kind', 'state', 'domain', 'organization'];

/** Where it is too long for its line, it goes on after a dot. */
function HostName({ host }: { host: string }) {
  return host.split('.').map((label, place) => (
    <Fragment key={place}>
      {place > 0 && (
        <>
          .<wbr />
        </>
      )}
      {label}
    </Fragment>
  ));
}

/** A number of a tenant; a dash until it was counted. */
function numberOf(
  key: 'students' | 'staff' | 'works' | 'active',
  header: string,
  width: string,
  hideUnder?: 900,
): Column<PanelTenant> {
  return {
    key,
    header,
    cell: ({ numbers }) => (numbers === null ? '–' : numbers[key].toLocaleString('en')),
    align: 'end',
    width,
    ...(hideUnder && { hideUnder }),
    ...((key === 'students' || key === 'active') && {
      sortBy: ({ numbers }: PanelTenant) => numbers?.[key] ?? null,
    }),
  };
}

/** The server sorts; what a column says here is only that one can sort by it. */
const columns: readonly Column<PanelTenant>[] = [
  {
    key: 'name',
    header: 'Name',
    heading: true,
    cell: ({ school_name, logo, host, kind, state }) => (
      <span className={styles.withLogo}>
        <SchoolLogo name={school_name} logo={logo} size={36} />
        <span className={styles.words}>
          <bdi>{school_name}</bdi>
          <Text span c="dimmed" size="sm" fw={400}>
            {[kindWords[kind], ...(state === 'active' ? [] : [tenantStateWords[state]])].join(' · ')} ·{' '}
            {host === null ? 'No address yet' : <HostName host={host} />}
          </Text>
        </span>
      </span>
    ),
    sortBy: ({ school_name }) => school_name,
  },
  numberOf('students', 'Students', '115px'),
  numberOf('staff', 'Staff', '80px', 900),
  numberOf('works', 'Works', '80px', 900),
  numberOf('active', 'Active', '100px'),
  {
    key: 'created',
    header: 'Created',
    cell: ({ created_at }) => <Day at={created_at} />,
    sortBy: ({ created_at }) => created_at,
    width: '115px',
    hideUnder: 900,
  },
];

function queryOf({ search, sort, filters }: ListAsked) {
  const [kind, state] = [oneOf(tenantKinds, filters['kind']), oneOf(lifeStates, filters['state'])];
  const domain = oneOf(tenantDomains, filters['domain']);
  const organization_id = filters['organization'];
  const order = oneOf(tenantSorts, sort);
  return {
    search,
    ...(order && { sort: order }),
    ...(kind && { kind }),
    ...(state && { state }),
    ...(domain && { domain }),
    ...(organization_id && { organization_id }),
  };
}

const descendingOnly = ['created', 'students', 'active'];

interface PanelTenantsScreenProps {
  /** What can be done here. */
  actions: ReactNode;
  renderActions: (tenant: PanelTenant) => ReactNode;
  api?: ApiClient & PictureClient;
}

/** `/admin-panel/all-tenants`: every school and organization with what is counted of it. */
export function PanelTenantsScreen({ actions, renderActions, api = apiClient }: PanelTenantsScreenProps) {
  const load = useCallback(
    (asked: ListAsked, signal: AbortSignal) =>
      api.call(panelEndpoints.listTenants, { query: { ...queryOf(asked), ...pageOf(asked) } }, { signal }),
    [api],
  );
  const list = usePanelList(filterNames, load);
  const { filters, narrow } = list;
  const withActions = useMemo<readonly Column<PanelTenant>[]>(
    () => [
      ...columns,
      {
        key: 'actions',
        header: 'Actions',
        cell: (tenant) => (
          <Group gap="xs" wrap="nowrap">
            {renderActions(tenant)}
          </Group>
        ),
        width: '252px',
      },
    ],
    [renderActions],
  );
  const order = oneOf(tenantSorts, list.sort) ?? 'name';
  const sort = { key: order.replace('-', ''), descending: order.startsWith('-') };
  return (
    <Screen
      title="All tenants"
      description="Active: signed in within 7 days. Numbers are counted within minutes of a change."
      actions={actions}
    >
      <PanelListView
        list={{
          ...list,
          // Of numbers and days only the largest and the newest first.
          sortBy: (wanted) =>
            narrow({
              sort: sortAmong(
                tenantSorts,
                { ...wanted, descending: descendingOnly.includes(wanted.key) },
                'name',
              ),
            }),
        }}
        caption="All tenants"
        noun={['school or organization', 'schools and organizations']}
        searchLabel="Search by name or address"
        filters={
          <>
            <ListFilter
              label="Kind"
              any="All kinds"
              value={filters['kind'] ?? null}
              choices={kindChoices}
              onChange={(kind) => narrow({ kind })}
            />
            <ListFilter
              label="State"
              any="All states"
              value={filters['state'] ?? null}
              choices={tenantStateChoices}
              onChange={(state) => narrow({ state })}
            />
            <ListFilter
              label="Domain"
              any="All"
              value={filters['domain'] ?? null}
              choices={domainChoices}
              onChange={(domain) => narrow({ domain })}
            />
            {/* Only the page of an organization leads here with it. */}
            {filters['organization'] && (
              <FilterChip
                label="Organization"
                value="One organization"
                onRemove={() => narrow({ organization: null })}
              />
            )}
          </>
        }
        file={{
          list: 'tenants',
          ...listFile(api, listFileEndpoints.exportTenants, { query: queryOf(list.asked) }),
        }}
        columns={withActions}
        sort={sort}
        rowKey={({ id }) => id}
        empty={{
          title: 'There are no schools yet',
          text: 'A school is here as soon as it has registered.',
        }}
      />
    </Screen>
  );
}
