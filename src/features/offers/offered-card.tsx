import { Button, Checkbox, Group, NativeSelect, Skeleton, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type * as v from 'valibot';
import { offeredPagePath } from '#contract/offers/offers.rules.ts';
import type { AcceptForm, OfferedBook } from '#contract/offers/offers.schema.ts';
import type { Category } from '#contract/works/categories.schema.ts';
import { levelWords } from '#contract/works/works.rules.ts';
import { levels } from '#contract/works/works.schema.ts';
import { categoriesPerStory } from '#contract/writing/writing.schema.ts';
import { useFetchedPicture } from '#src/session/use-fetched-picture.ts';
import type { PictureClient } from '#src/sync/api-client.ts';
import { sayDay, useNow } from '#src/ui/moments.ts';
import styles from './offers.module.css';

/** Where a book stands once somebody said yes. */
export type Place = Required<v.InferInput<typeof AcceptForm>>;
export type Shelves = readonly Pick<Category, 'id' | 'name'>[];

interface OfferedCardProps {
  book: OfferedBook;
  pictures: PictureClient;
  busy: boolean;
  shelves: Shelves;
  onAccept: (place: Place) => void;
  onRefuse: () => void;
}

/** A book that a visitor handed in, whole, and what can be decided about it. */
export function OfferedCard({ book, pictures, busy, shelves, onAccept, onRefuse }: OfferedCardProps) {
  const now = useNow();
  const [level, setLevel] = useState<Place['level']>(null);
  const [categories, setCategories] = useState<string[]>([]);
  return (
    <li className={styles.book} aria-label={book.title}>
      <div>
        <Title order={2} size="h3" dir="auto">
          {book.title}
        </Title>
        <Text>
          by <bdi>{book.credit}</bdi>
        </Text>
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
