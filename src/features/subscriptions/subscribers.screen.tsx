import { useCallback } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { planEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { subscriptionStates } from '#contract/subscriptions/subscriptions.rules.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CsvButton } from '#src/ui/csv-button.tsx';
import { DataTable } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeysetPager } from '#src/ui/keyset-pager.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListFrame } from '#src/ui/list-frame.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { stateWords } from './plans.words.ts';
import { subscriberColumns } from './subscribers.columns.tsx';
import { subscribersCsv } from './subscribers-csv.ts';
import { useSubscribers } from './use-subscribers.ts';

/** The plan to look for. Without an answer the list is still there, and its other filters. */
function PlanFilter({
  api,
  value,
  onChange,
}: {
  api: ApiClient;
  value: string | null;
  onChange: (id: string | null) => void;
}) {
  const load = useCallback((signal: AbortSignal) => api.call(planEndpoints.list, {}, { signal }), [api]);
  const { value: plans } = useAnswer(load);
  const choices = plans?.plans.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return <ListFilter label="Plan" any="All plans" value={value} choices={choices} onChange={onChange} />;
}

/** `/admin-panel/subscription-details`: who has which plan. */
export function SubscribersScreen({ api = apiClient }: { api?: ApiClient }) {
  const subscribers = useSubscribers(api);
  const { value, list, state, plan } = subscribers;
  const showAll = () => list.narrow({ q: null, state: null, plan: null });
  const isNarrowed = state !== null || plan !== null;
  const count = value?.count ?? 0;

  return (
    <Screen title="Plans of schools" description="Which school and organization has which plan.">
      <ListFrame
        search={{
          label: 'Search by school',
          value: list.q,
          onSearch: list.search,
          quiet: limits.searchDebounce,
        }}
        filters={
          <>
            <ListFilter
              label="State"
              any="All states"
              value={state}
              choices={subscriptionStates.map((each) => ({ value: each, label: stateWords[each] }))}
              onChange={(chosen) => list.narrow({ state: chosen })}
            />
            <PlanFilter api={api} value={plan} onChange={(chosen) => list.narrow({ plan: chosen })} />
          </>
        }
        tools={
          <CsvButton
            list="Plans of schools"
            disabled={count === 0}
            read={async () => subscribersCsv(await subscribers.readAll())}
            explain={(error) => failureOf(error).text}
          />
        }
        narrowed={isNarrowed && value?.results.length !== 0}
        onShowAll={showAll}
        answer={subscribers}
        failed="The list could not be fetched"
        unreachable={`Who has which plan shows up here ${asSoonAsReached}.`}
        pager={count > 0 && <KeysetPager {...subscribers.pager} noun={['plan', 'plans']} />}
      >
        <DataTable
          caption="Plans of schools"
          columns={subscriberColumns}
          rows={value?.results ?? []}
          rowKey={({ id }) => id}
          loading={value === null}
          empty={
            isNarrowed || list.q !== '' ? (
              <NothingMatches noun="schools" search={list.q} isFiltered={isNarrowed} onClear={showAll} />
            ) : (
              <EmptyState picture={<EmptyShelfIllustration />} title="No school has chosen a plan yet" />
            )
          }
        />
      </ListFrame>
    </Screen>
  );
}
