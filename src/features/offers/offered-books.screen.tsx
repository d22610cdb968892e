import { Skeleton } from '@mantine/core';
import { useCallback, type ReactNode } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { offerEndpoints } from '#contract/offers/offers.endpoints.ts';
import { offerSorts, type OfferedBook } from '#contract/offers/offers.schema.ts';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import { languageChoices } from '#src/lib/languages.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useList } from '#src/session/use-list.ts';
import { useDeciding } from '#src/session/use-deciding.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient, PictureClient } from '#src/sync/api-client.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FormModal } from '#src/ui/form-modal.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListFrame } from '#src/ui/list-frame.tsx';
import { sortAmong, useListState } from '#src/ui/list-state.ts';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { notify } from '#src/ui/notify.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { useDialog } from '#src/ui/use-dialog.ts';
import { usePages } from '#src/ui/use-pages.ts';
import { OfferedCard, type Shelves } from './offered-card.tsx';
import styles from './offers.module.css';

const columns = [
  { key: 'handed_in_at', header: 'Date', sortBy: true },
  { key: 'title', header: 'Title', sortBy: true },
  { key: 'name', header: 'Who handed it in', sortBy: true },
];
const keys = columns.map(({ key }) => key);
const languages = languageChoices('en');
const oldest = { key: 'handed_in_at', descending: false };
const size = 5;

interface OfferedBooksScreenProps {
  /** The way back to where one came from, where it is no page of a menu. */
  breadcrumb?: ReactNode;
  api?: ApiClient;
  pictures?: PictureClient;
}

/** Books that visitors handed in. Somebody reads each, and says yes or no. */
export function OfferedBooksScreen({
  breadcrumb,
  api = apiClient,
  pictures = apiClient,
}: OfferedBooksScreenProps) {
  const list = useListState(keys, oldest);
  const { page, q: search, sort } = list;
  const [address] = useAddress();
  const language = languages.find(({ value }) => value === address.get('language'))?.value ?? null;
  const answer = useList(
    api,
    offerEndpoints.list,
    { page, size },
    {
      search,
      sort: sortAmong(offerSorts, sort, 'handed_in_at'),
      ...(language !== null && { language }),
    },
  );
  const { value, busy, reload } = answer;
  const pages = usePages(answer, list, size);
  const { isDeciding, decide } = useDeciding(notify, reload);
  const shelves = useShelves(api);
  const refusing = useDialog<OfferedBook>();

  const of = ({ id }: OfferedBook) => ({ params: { offerId: id } });
  const refuse = (book: OfferedBook) => (reason: string) =>
    decide(
      () => api.call(offerEndpoints.refuse, { ...of(book), body: { reason } }),
      'The book is deleted, and your words are on their way.',
    );
  const isFiltered = language !== null;
  const isNarrowed = search !== '' || isFiltered;
  const showAll = () => list.narrow({ q: null, language: null });
  return (
    <Screen
      title="Books from visitors"
      description="Nobody else sees them. Read each one whole; what you say goes to the person who handed it in."
      breadcrumb={breadcrumb}
    >
      <ListFrame
        answer={answer}
        search={{
          label: 'Search by title or who made it',
          value: search,
          onSearch: list.search,
          quiet: limits.searchDebounce,
        }}
        filters={
          <ListFilter
            label="Language"
            any="All languages"
            value={language}
            choices={languages}
            onChange={(wanted) => list.narrow({ language: wanted })}
          />
        }
        narrowed={isNarrowed && (value?.count ?? 0) > 0}
        onShowAll={showAll}
        sorting={{ columns, sort, onSort: list.sortBy }}
        failed="The books could not be fetched"
        unreachable={`What visitors handed in shows up here ${asSoonAsReached}.`}
        pager={
          value !== null &&
          value.count > size && (
            <Pager
              count={value.count}
              page={page}
              pages={pages}
              pageSize={size}
              noun={['book', 'books']}
              onPage={list.goTo}
            />
          )
        }
      >
        {value === null && <Skeleton height={200} role="status" aria-label="Loading" />}
        {value?.count === 0 &&
          (isNarrowed ? (
            <NothingMatches noun="books" search={search} isFiltered={isFiltered} onClear={showAll} />
          ) : (
            <EmptyState
              picture={<EmptyShelfIllustration />}
              title="No book is waiting"
              text="Visitors can hand in a book from the library. It shows up here."
            />
          ))}
        {value && value.results.length > 0 && (
          <ul className={styles.queue} aria-busy={busy}>
            {value.results.map((book) => (
              <OfferedCard
                key={book.id}
                book={book}
                pictures={pictures}
                busy={busy || isDeciding}
                shelves={shelves}
                onAccept={(place) =>
                  void decide(
                    () => api.call(offerEndpoints.accept, { ...of(book), body: place }),
                    `${book.title} is in the library`,
                  )
                }
                onRefuse={() => refusing.open(book)}
              />
            ))}
          </ul>
        )}
      </ListFrame>
      <FormModal opened={refusing.opened} title="Say no" onClose={refusing.close}>
        {refusing.subject && (
          <RefuseForm book={refusing.subject} onSubmit={refuse(refusing.subject)} onClose={refusing.close} />
        )}
      </FormModal>
    </Screen>
  );
}

const noShelves: Shelves = [];

/** The shelves of the library; none while they are not known, since a book may stand on none. */
function useShelves(api: ApiClient): Shelves {
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(categoryEndpoints.list, { query: { limit: limits.pageMaximum } }, { signal }),
    [api],
  );
  return useAnswer(load).value?.results ?? noShelves;
}

interface RefuseFormProps {
  book: OfferedBook;
  /** True once it is refused. */
  onSubmit: (reason: string) => Promise<boolean>;
  onClose: () => void;
}

function RefuseForm({ book: { id, title, name }, onSubmit, onClose }: RefuseFormProps) {
  const form = useReasonForm();
  const draft = useFormDraft(`refuse offer ${id}`, form);
  return (
    <ReasonForm
      form={form}
      draft={draft}
      maxLength={limits.reasonLength}
      question={`“${title}” is deleted for good.`}
      reader={`${name} gets it by email.`}
      submitLabel="Say no"
      danger
      onSubmit={onSubmit}
      onClose={onClose}
    />
  );
}
