import { Button, Menu, Text } from '@mantine/core';
import { IconEye, IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import { CauseState, type OwnCause } from '#contract/causes/causes.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { moneyText } from '#contract/kit/money.ts';
import { apiClient } from '#src/session/api.ts';
import { useList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListToolbar } from '#src/ui/list-toolbar.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useWayHere } from '#src/ui/way-back.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { usePages } from '#src/ui/use-pages.ts';
import { causePlaces } from './cause-places.ts';
import { CausesMissing } from './causes-missing.tsx';
import { causeStateWords } from './causes.words.ts';
import { raisedText } from './goal-bar.tsx';

const pageSize = 50;
const keys = ['name'];
const byName = { key: 'name', descending: false };

interface OwnCausesScreenProps {
  /** Says whose they are, too: the platform sees those of all schools. */
  isPlatform: boolean;
  breadcrumb?: ReactNode;
  api?: ApiClient;
}

function useOwnCauses(api: ApiClient) {
  const [address] = useAddress();
  const list = useListState(keys, byName);
  const { page, q: search } = list;
  const state = CauseState.options.find((each) => each === address.get('state')) ?? null;
  const answer = useList(
    api,
    causeEndpoints.listOwn,
    { page, size: pageSize },
    { search, ...(state !== null && { state }) },
  );
  return { ...answer, list, state, pages: usePages(answer, list, pageSize) };
}

const nameColumn = (viewOf: (id: string) => string): Column<OwnCause> => ({
  key: 'name',
  header: 'Name',
  heading: true,
  cell: ({ id, name }) => (
    <Link to={viewOf(id)} dir="auto">
      {name}
    </Link>
  ),
});
const ownerColumn: Column<OwnCause> = {
  key: 'owner',
  header: 'Named by',
  cell: ({ owner }) => <bdi>{owner ?? 'The platform'}</bdi>,
};
const columns: readonly Column<OwnCause>[] = [
  { key: 'state', header: 'State', cell: ({ state }) => causeStateWords[state] },
  {
    key: 'raised',
    header: 'Raised',
    align: 'end',
    cell: ({ sums }) =>
      raisedText(sums) === '' ? (
        <Text span c="dimmed">
          Nothing yet
        </Text>
      ) : (
        raisedText(sums)
      ),
  },
  {
    key: 'goal',
    header: 'Goal',
    align: 'end',
    cell: ({ goal }) =>
      goal ? (
        moneyText(goal)
      ) : (
        <Text span c="dimmed">
          None
        </Text>
      ),
  },
];

/** `charities` of a school and `all-charities` of the platform: the causes that one runs, in all states. */
export function OwnCausesScreen({ isPlatform, breadcrumb, api = apiClient }: OwnCausesScreenProps) {
  const navigate = useNavigate();
  const title = isPlatform ? 'All causes' : 'Causes';
  const here = useWayHere(title);
  const places = causePlaces(isPlatform);
  const answer = useOwnCauses(api);
  const { status, value, list, state, pages } = answer;
  const shown = useMemo(
    () => [nameColumn(places.view), ...(isPlatform ? [ownerColumn] : []), ...columns],
    [isPlatform, places],
  );
  const isNarrowed = state !== null || list.q !== '';
  return (
    <Screen
      title={title}
      breadcrumb={breadcrumb}
      description={
        isPlatform
          ? 'Of all schools. You check a cause before it opens.'
          : 'What your books raise money for. The platform checks a cause before it opens.'
      }
      actions={
        <Button
          component={Link}
          to={places.new}
          data-tour="add-cause"
          leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
        >
          Add a cause
        </Button>
      }
    >
      <ListToolbar
        search={{
          label: 'Search causes',
          value: list.q,
          onSearch: list.search,
          quiet: limits.searchDebounce,
        }}
        filters={
          <ListFilter
            label="State"
            any="All states"
            value={state}
            choices={CauseState.options.map((each) => ({ value: each, label: causeStateWords[each] }))}
            onChange={(wanted) => list.narrow({ state: wanted })}
          />
        }
        narrowed={isNarrowed}
        onShowAll={() => list.narrow({ state: null, q: null })}
      />
      {value === null && (status === 'unreachable' || status === 'failed') ? (
        <CausesMissing answer={answer} status={status} />
      ) : (
        <>
          <DataTable
            caption="Causes"
            columns={shown}
            rows={value?.results ?? []}
            rowKey={({ id }) => id}
            loading={value === null}
            renderActions={({ id, name }) => (
              <RowMenu label={`Actions for ${name}`} width={200}>
                <Menu.Item
                  leftSection={<IconEye size={18} stroke={1.75} aria-hidden />}
                  onClick={() => void navigate(places.view(id))}
                >
                  Look at it
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
                  onClick={() => void navigate(places.edit(id), { state: here })}
                >
                  Edit
                </Menu.Item>
              </RowMenu>
            )}
            empty={
              <EmptyState
                picture={<EmptyShelfIllustration />}
                title={isNarrowed ? 'No cause is like this' : 'There are no causes yet'}
                {...(!isNarrowed && { text: 'Add the first one, and tell what the money is for.' })}
              />
            }
          />
          {value !== null && value.count > 0 && (
            <Pager
              page={list.page}
              pages={pages}
              pageSize={pageSize}
              count={value.count}
              noun={['cause', 'causes']}
              onPage={list.goTo}
            />
          )}
        </>
      )}
    </Screen>
  );
}
