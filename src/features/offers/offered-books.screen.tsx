import { Button, Checkbox, Group, NativeSelect, Skeleton, Text, Title } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import type * as v from 'valibot';
import { limits } from '#contract/kit/limits.ts';
import { offerEndpoints } from '#contract/offers/offers.endpoints.ts';
import { offeredPagePath } from '#contract/offers/offers.rules.ts';
import type { AcceptForm, OfferedBook } from '#contract/offers/offers.schema.ts';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import type { Category } from '#contract/works/categories.schema.ts';
import { levelWords } from '#contract/works/works.rules.ts';
import { levels } from '#contract/works/works.schema.ts';
import { categoriesPerStory } from '#contract/writing/writing.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useList } from '#src/session/use-list.ts';
import { useDeciding } from '#src/session/use-deciding.ts';
import { useFetchedPicture } from '#src/session/use-fetched-picture.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient, PictureClient } from '#src/sync/api-client.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FormModal } from '#src/ui/form-modal.tsx';
import { ListFrame } from '#src/ui/list-frame.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { sayDay, useNow } from '#src/ui/moments.ts';
import { notify } from '#src/ui/notify.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { usePages } from '#src/ui/use-pages.ts';
import styles from './offers.module.css';

const keys = ['oldest'];
const oldest = { key: 'oldest', descending: false };
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
  const { page } = list;
  const answer = useList(api, offerEndpoints.list, { page, size }, {});
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
  return (
    <Screen
      title="Books from visitors"
      description="Nobody else sees them. Read each one whole; what you say goes to the person who handed it in. The oldest comes first."
      breadcrumb={breadcrumb}
    >
      <ListFrame
        answer={answer}
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
        {value?.count === 0 && (
          <EmptyState
            picture={<EmptyShelfIllustration />}
            title="No book is waiting"
            text="Visitors can hand in a book from the library. It shows up here."
          />
        )}
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

/** Where a book stands once somebody said yes. */
type Place = Required<v.InferInput<typeof AcceptForm>>;
type Shelves = readonly Pick<Category, 'id' | 'name'>[];

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

interface OfferedCardProps {
  book: OfferedBook;
  pictures: PictureClient;
  busy: boolean;
  shelves: Shelves;
  onAccept: (place: Place) => void;
  onRefuse: () => void;
}

function OfferedCard({ book, pictures, busy, shelves, onAccept, onRefuse }: OfferedCardProps) {
  const now = useNow();
  const [level, setLevel] = useState<Place['level']>(null);
  const [categories, setCategories] = useState<string[]>([]);
  return (
    <li className={styles.book} aria-label={book.title}>
      <div>
        <Title order={2} size="h3" dir="auto">
          {book.title}
        </Title>
        <Text dir="auto">by {book.credit}</Text>
        <Text c="dimmed">
          Handed in {sayDay(book.handed_in_at, now)} by <bdi>{book.name}</bdi>, {book.email}
        </Text>
      </div>
      {book.blurb !== '' && (
        <Text dir="auto" className={styles.lines}>
          {book.blurb}
        </Text>
      )}
      <ol className={styles.shownPages} aria-label={`Pages of ${book.title}`}>
        {book.pages.map((page, place) => (
          <li key={page.sha256}>
            <OfferedPicture
              path={offeredPagePath(book, page.sha256)}
              page={page}
              number={place + 1}
              pictures={pictures}
            />
          </li>
        ))}
      </ol>
      <NativeSelect
        label="Level"
        maw={320}
        data={[
          { value: '', label: 'Any' },
          ...levels.map((each) => ({ value: each, label: levelWords[each].label })),
        ]}
        value={level ?? ''}
        onChange={({ currentTarget }) =>
          setLevel(levels.find((each) => each === currentTarget.value) ?? null)
        }
      />
      <ShelfChoice shelves={shelves} chosen={categories} onChange={setCategories} />
      <Group gap="sm">
        <Button disabled={busy} onClick={() => onAccept({ level, categories })}>
          Put it in the library
        </Button>
        <Button color="red" variant="outline" disabled={busy} onClick={onRefuse}>
          Say no
        </Button>
      </Group>
    </li>
  );
}

interface ShelfChoiceProps {
  shelves: Shelves;
  /** Ids. */
  chosen: string[];
  onChange: (ids: string[]) => void;
}

function ShelfChoice({ shelves, chosen, onChange }: ShelfChoiceProps) {
  if (shelves.length === 0) return null;
  const isFull = chosen.length >= categoriesPerStory;
  return (
    <Checkbox.Group
      label="Shelves"
      description={`Up to ${categoriesPerStory}. You may leave it empty.`}
      value={chosen}
      onChange={onChange}
    >
      <div className={styles.shelves}>
        {shelves.map(({ id, name }) => (
          <Checkbox
            key={id}
            size="md"
            value={id}
            label={<bdi>{name}</bdi>}
            disabled={isFull && !chosen.includes(id)}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

interface OfferedPictureProps {
  path: string;
  page: OfferedBook['pages'][number];
  number: number;
  pictures: PictureClient;
}

function OfferedPicture({ path, page: { alt, width, height }, number, pictures }: OfferedPictureProps) {
  const { src, isMissing } = useFetchedPicture(pictures, path);
  return (
    <figure>
      {isMissing ? (
        <Text role="alert">This page could not be fetched. Please open this page of the app again.</Text>
      ) : src === null ? (
        <Skeleton style={{ aspectRatio: `${width} / ${height}` }} />
      ) : (
        <img src={src} alt={alt} width={width} height={height} />
      )}
      <figcaption dir="auto">
        Page {number}
        {alt === '' ? '' : `: ${alt}`}
      </figcaption>
    </figure>
  );
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
      reader={`${name} gets it by e-mail.`}
      submitLabel="Say no"
      danger
      onSubmit={onSubmit}
      onClose={onClose}
    />
  );
}
