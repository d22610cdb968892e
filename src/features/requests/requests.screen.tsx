import { Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { requestKinds, requestStates, type ListedRequest } from '#contract/requests/requests.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { Day } from '#src/ui/day.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeysetPager } from '#src/ui/keyset-pager.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListFrame } from '#src/ui/list-frame.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { RequestDetailsView } from './request-details.view.tsx';
import { kindWords, stateWords } from './requests.words.ts';
import { useRequests } from './use-requests.ts';

const columnsAt = (href: (id: string) => string): readonly Column<ListedRequest>[] => [
  {
    key: 'what',
    header: 'Message',
    heading: true,
    cell: ({ id, reference, excerpt }) => (
      <>
        <Link to={href(id)}>{reference}</Link>
        <Text size="sm" c="dimmed" fw={400} dir="auto" lineClamp={2}>
          {excerpt}
        </Text>
      </>
    ),
  },
  { key: 'kind', header: 'Kind', width: '150px', cell: ({ kind }) => kindWords[kind] },
  {
    key: 'from',
    header: 'From',
    cell: ({ name, email, from_school }) => (
      <>
        {name === '' ? (email ?? 'Somebody') : <bdi>{name}</bdi>}
        {from_school !== null && (
          <Text size="sm" c="dimmed">
            <bdi>{from_school}</bdi>
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'has',
    header: 'Who has it',
    hideUnder: 900,
    cell: ({ assigned_to }) => (assigned_to === null ? '' : <bdi>{assigned_to.name}</bdi>),
  },
  { key: 'sent', header: 'Sent', width: '130px', cell: ({ created_at }) => <Day at={created_at} /> },
];

interface RequestsScreenProps {
  /** Address of the page. */
  page: string;
  api?: ApiClient;
}

function RequestList({ page, api }: Required<RequestsScreenProps>) {
  const requests = useRequests(api);
  const { status, value, busy, isGone, reload, list, state, kind } = requests;
  const isNarrowed = kind !== null || list.q !== '';
  const showAll = () => list.narrow({ kind: null, q: null });
  return (
    <Screen
      title="Messages"
      description="What people sent by the forms here. The longest waiting comes first, and what looks like spam last."
    >
      <Tabs
        label="States"
        shown={state}
        tabs={requestStates.map((tab) => ({ tab, label: stateWords[tab], to: `${page}?state=${tab}` }))}
      />
      <ListFrame
        search={{
          label: 'Search by reference, email or name',
          value: list.q,
          onSearch: list.search,
          quiet: limits.searchDebounce,
        }}
        filters={
          <ListFilter
            label="Kind"
            any="All kinds"
            value={kind}
            choices={requestKinds.map((each) => ({ value: each, label: kindWords[each] }))}
            onChange={(wanted) => list.narrow({ kind: wanted })}
          />
        }
        narrowed={kind !== null && value?.results.length !== 0}
        onShowAll={showAll}
        answer={{ status, value, busy, isGone, reload }}
        failed="The messages could not be fetched"
        unreachable={`Messages show up here ${asSoonAsReached}.`}
        pager={
          value !== null &&
          value.count > 0 && <KeysetPager {...requests.pager} noun={['message', 'messages']} />
        }
      >
        <DataTable
          caption="Messages"
          columns={columnsAt((id) => `${page}?id=${id}`)}
          rows={value?.results ?? []}
          rowKey={({ id }) => id}
          loading={value === null}
          empty={
            isNarrowed ? (
              <NothingMatches noun="messages" search={list.q} isFiltered={kind !== null} onClear={showAll} />
            ) : (
              <EmptyState
                picture={<EmptyShelfIllustration />}
                title="No message is here"
                text="What people send by the forms shows up here."
              />
            )
          }
        />
      </ListFrame>
    </Screen>
  );
}

/** Messages that came here; one of them by `?id=`. */
export function RequestsScreen({ page, api = apiClient }: RequestsScreenProps) {
  const [address] = useAddress();
  const id = address.get('id');
  if (id !== null) return <RequestDetailsView key={id} id={id} page={page} api={api} />;
  return <RequestList page={page} api={api} />;
}
