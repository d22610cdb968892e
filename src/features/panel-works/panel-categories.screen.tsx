import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { panelCategoryEndpoints } from '#contract/panel/categories.endpoints.ts';
import type { PanelCategory } from '#contract/panel/categories.schema.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { categoryColumns } from './category-columns.tsx';
import { PanelListView } from '#src/panel/panel-list-view.tsx';
import { useOffer } from './use-offer.ts';
import { usePanelList, type ListAsked } from '#src/panel/use-panel-list.ts';

const filterNames = ['offered'];
const offeredValues = ['yes', 'no'] as const;
const offeredChoices = [
  { value: 'yes', label: 'Offered' },
  { value: 'no', label: 'Not offered' },
];

/** `/admin-panel/all-book-categories`: what shelves may be called, and which of it new schools begin with. */
export function PanelCategoriesScreen({ api = apiClient }: { api?: ApiClient }) {
  const load = useCallback(
    ({ search, after, filters }: ListAsked, signal: AbortSignal) => {
      const offered = oneOf(offeredValues, filters['offered']);
      return api.call(
        panelCategoryEndpoints.listCategories,
        { query: { search, ...(after !== null && { after }), ...(offered && { offered }) } },
        { signal },
      );
    },
    [api],
  );
  const list = usePanelList(filterNames, load);
  const setOffered = useOffer(api, list.reload);
  const stopping = useDialog<PanelCategory>();
  const { open } = stopping;
  const columns = useMemo(
    () => categoryColumns({ offer: (category) => void setOffered(category, true), stop: open }),
    [setOffered, open],
  );
  const name = stopping.subject?.name ?? '';
  return (
    <Screen
      title="All book categories"
      description="Categories of the platform, and how many schools have one with the same name."
      actions={
        <Button
          component={Link}
          to={panelPaths.category()}
          leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
        >
          Add category
        </Button>
      }
    >
      <PanelListView
        list={{ ...list, sortBy: () => undefined }}
        caption="All book categories"
        noun={['category', 'categories']}
        searchLabel="Search by name"
        filters={
          <ListFilter
            label="New schools"
            any="All categories"
            value={list.filters['offered'] ?? null}
            choices={offeredChoices}
            onChange={(offered) => list.narrow({ offered })}
          />
        }
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          title: 'There are no categories yet',
          text: 'Make the first one, and offer it to new schools.',
        }}
      />
      <ConfirmDialog
        opened={stopping.opened}
        title={`Stop offering ${name}?`}
        question="Schools that have it keep it. Schools that register from now on start without it."
        confirmLabel="Stop offering"
        onConfirm={async () => {
          if (stopping.subject) await setOffered(stopping.subject, false);
        }}
        onClose={stopping.close}
      />
    </Screen>
  );
}
