import type { ReactNode } from 'react';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CsvButton } from '#src/ui/csv-button.tsx';
import { DataTable } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeysetPager } from '#src/ui/keyset-pager.tsx';
import { DayFilter, ListFilter } from '#src/ui/list-filters.tsx';
import { ListFrame } from '#src/ui/list-frame.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { saleStateWords } from './sales.words.ts';
import { saleColumns } from './sold.columns.tsx';
import { soldCsv } from './sold-csv.ts';
import { SoldSums } from './sold-sums.tsx';
import { useAllSold } from './use-all-sold.ts';
import styles from './sales.module.css';

const noFilters = { school: null, cause: null, state: null, from: null, to: null };
const states = Object.entries(saleStateWords).map(([value, label]) => ({ value, label }));

interface AllSalesScreenProps {
  renderSchoolFilter: (
    value: string | null,
    onChange: (school: string | null) => void,
    api: ApiClient,
  ) => ReactNode;
  api?: ApiClient;
}

/** `/admin-panel/donations`: what all schools sold and what was given, for who sells. Who bought it is at the order. */
export function AllSalesScreen({ renderSchoolFilter, api = apiClient }: AllSalesScreenProps) {
  const sold = useAllSold(api);
  const { status, value, busy, isGone, reload, list, filters } = sold;
  const showAll = () => list.narrow(noFilters);
  const isNarrowed = Object.values(filters).some((each) => each !== null);
  const count = value?.count ?? 0;
  return (
    <Screen title="Sales and gifts" description="What is sold and given at all schools.">
      <div className={styles.part}>
        <ListFrame
          narrowed={isNarrowed && value?.results.length !== 0}
          onShowAll={showAll}
          filters={
            <>
              {renderSchoolFilter(filters.school, (school) => list.narrow({ school }), api)}
              <ListFilter
                label="Cause"
                any="All causes"
                value={filters.cause}
                choices={sold.causes}
                onChange={(cause) => list.narrow({ cause })}
              />
              <ListFilter
                label="State"
                any="All states"
                value={filters.state}
                choices={states}
                onChange={(state) => list.narrow({ state })}
              />
              <DayFilter label="From" value={filters.from} onChange={(from) => list.narrow({ from })} />
              <DayFilter label="To" value={filters.to} onChange={(to) => list.narrow({ to })} />
            </>
          }
          tools={
            <CsvButton
              list="Sales"
              disabled={count === 0}
              read={async () => soldCsv(await sold.readAll())}
              explain={(error) => failureOf(error).text}
            />
          }
          answer={{ status, value, busy, isGone, reload }}
          failed="The sales could not be fetched"
          unreachable={`What was sold shows up here ${asSoonAsReached}.`}
          pager={count > 0 && <KeysetPager {...sold.pager} noun={['sale', 'sales']} />}
        >
          <SoldSums answer={sold.sums} />
          <DataTable
            caption="Sales and gifts"
            columns={saleColumns}
            rows={value?.results ?? []}
            rowKey={({ id }) => id}
            loading={value === null}
            empty={
              isNarrowed ? (
                <NothingMatches noun="sales" search="" isFiltered onClear={showAll} />
              ) : (
                <EmptyState
                  picture={<EmptyShelfIllustration />}
                  title="Nothing was sold yet"
                  text="What is bought or given at any school shows up here."
                />
              )
            }
          />
        </ListFrame>
      </div>
    </Screen>
  );
}
