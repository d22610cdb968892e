import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedCallback, useEventListener } from '@mantine/hooks';
import { useCallback, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { addressOf } from '#contract/content/content.rules.ts';
import { limits } from '#contract/kit/limits.ts';
import { tidyText } from '#contract/kit/text.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import type { Combined, FoundPerson } from '#contract/works/library.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { keepText, keptText } from '#src/session/kept-search.ts';
import { roleName } from '#src/session/dashboards.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { NothingFoundIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import styles from './search.module.css';

/** Where what was found has its page; null where it has none for whoever asks. */
export interface SearchPlaces {
  work: (slug: string) => string;
  person: (person: FoundPerson) => string | null;
  resource: (id: string) => string;
  cause: (slug: string) => string;
}

interface Found {
  id: string;
  title: string;
  detail: string;
  /** Null for what has no page. */
  to: string | null;
}

interface Group {
  name: string;
  count: number;
  found: readonly Found[];
}

/** In the order in which they are read, without those in which nothing was found. */
function groupsOf(
  { books, stories, causes, people, resources, pages }: Combined,
  places: SearchPlaces,
): Group[] {
  const works = ({ count, results }: Combined['books'], name: string): Group => ({
    name,
    count,
    found: results.map(({ id, title, byline, slug }) => ({
      id,
      title,
      detail: byline === '' ? '' : `by ${byline}`,
      to: places.work(slug),
    })),
  });
  return [
    works(books, 'Books'),
    works(stories, 'Stories'),
    {
      name: 'Shared resources',
      count: resources.count,
      found: resources.results.map(({ id, title }) => ({ id, title, detail: '', to: places.resource(id) })),
    },
    {
      name: 'People',
      count: people.count,
      found: people.results.map((person) => ({
        id: person.id,
        title: `${person.first_name} ${person.last_name}`.trim(),
        detail: person.school_class?.name ?? roleName(person.role),
        to: places.person(person),
      })),
    },
    {
      name: 'Causes',
      count: causes.count,
      found: causes.results.map(({ id, name, slug }) => ({
        id,
        title: name,
        detail: '',
        to: places.cause(slug),
      })),
    },
    {
      name: 'Pages',
      count: pages.count,
      found: pages.results.map((page) => ({
        id: page.id,
        title: page.title,
        detail: page.summary,
        to: addressOf(page),
      })),
    },
  ].filter(({ count }) => count > 0);
}

function Words({ title, detail }: Found) {
  return (
    <>
      <b dir="auto">{title}</b>
      {detail !== '' && (
        <span className={styles.detail} dir="auto">
          {detail}
        </span>
      )}
    </>
  );
}

function GroupOfFound({ group: { name, count, found }, onOpen }: { group: Group; onOpen: () => void }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {name}
      </h2>
      <ul className={styles.list}>
        {found.map((each) => (
          <li key={each.id}>
            {each.to === null ? (
              <span className={styles.entry}>
                <Words {...each} />
              </span>
            ) : (
              <Link to={each.to} className={styles.entry} onClick={onOpen}>
                <Words {...each} />
              </Link>
            )}
          </li>
        ))}
      </ul>
      {count > found.length && (
        <Text c="dimmed" size="sm">
          and {(count - found.length).toLocaleString('en')} more; type more of the name to find them
        </Text>
      )}
    </section>
  );
}

/** Arrow keys go through what was found, as if the box and the links were one list. */
function walk(event: KeyboardEvent): void {
  if (!(event.currentTarget instanceof Element)) return;
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

function sayCount(groups: readonly Group[]): string {
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  return counted(count, 'result');
}

/** What was found for one text. */
function Results({ text, places, onOpen }: { text: string; places: SearchPlaces; onOpen: () => void }) {
  const load = useCallback(
    (signal: AbortSignal) =>
      apiClient.call(libraryEndpoints.searchAll, { query: { search: text } }, { signal }),
    [text],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  if (status === 'unreachable' || status === 'failed')
    return (
      <AnswerMissing
        status={status}
        busy={busy}
        isGone={isGone}
        failed="Nothing could be looked up"
        unreachable={`What you typed is kept. It is looked up ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  if (value === null)
    return (
      <div className={styles.waiting}>
        <VisuallyHidden role="status">Searching</VisuallyHidden>
        <Skeleton height={20} width="60%" />
        <Skeleton height={20} width="45%" />
      </div>
    );
  const groups = groupsOf(value, places);
  if (groups.length === 0 && !busy)
    return (
      <EmptyState
        picture={<NothingFoundIllustration />}
        title={`Nothing was found for “${text}”`}
        text="Check how it is spelled, or try another word."
      />
    );
  return (
    <div aria-busy={busy} className={styles.found}>
      <VisuallyHidden role="status">{busy ? '' : sayCount(groups)}</VisuallyHidden>
      {groups.map((group) => (
        <GroupOfFound key={group.name} group={group} onOpen={onOpen} />
      ))}
    </div>
  );
}

interface SearchPanelProps {
  opened: boolean;
  onClose: () => void;
  /** Gives, once, what was typed before the box had the keyboard. */
  takeEarly: () => string;
  /** What can be found here, for whoever asks: "books, stories and causes". */
  what: string;
  places: SearchPlaces;
}

const hint = 'Type a title or a name. Half a word is enough.';

/** Looks through all that whoever asks may see: specification, sections 2 and 7. */
export function SearchPanel({ opened, onClose, takeEarly, what, places }: SearchPanelProps) {
  const [text, setText] = useState(keptText);
  // The search itself waits for a part of that quiet.
  const keepLater = useDebouncedCallback(keepText, limits.statePersistDelay - limits.searchDebounce);
  const searched = tidyText(text);
  const panel = useEventListener<'keydown', HTMLDivElement>('keydown', (event) => {
    // In the box Escape empties it first; from a result it closes the search.
    if (event.key === 'Escape' && !(event.target instanceof HTMLInputElement)) onClose();
    else walk(event);
  });

  function search(typed: string) {
    setText(typed);
    keepLater(typed);
  }

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Search"
      spoken={`Search. ${hint}`}
      size={640}
      fillsPhone
      closeOnEscape={text === ''}
    >
      <div ref={panel} role="search" className={styles.panel}>
        <SearchField
          label={`Search ${what}`}
          value={text}
          onSearch={search}
          quiet={limits.searchDebounce}
          takeEarly={takeEarly}
        />
        {searched === '' ? (
          <Text c="dimmed">{hint}</Text>
        ) : (
          <Results text={searched} places={places} onOpen={onClose} />
        )}
      </div>
    </Dialog>
  );
}
