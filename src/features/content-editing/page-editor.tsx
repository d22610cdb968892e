import { Button, Text, Title } from '@mantine/core';
import { useDeferredValue, useState, type MouseEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { ContentPage } from '#contract/content/content-page.schema.ts';
import type { EditedPage } from '#contract/content/editor.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { BlockList, editPlaceOf, lacksOf } from './block-list.tsx';
import { FilmPlace } from './film-place.ts';
import { JoinLink } from './join-link.tsx';
import { LacksList } from './lacks-list.tsx';
import { NewerText } from './newer-text.tsx';
import type { PageWords } from './page-draft.ts';
import { headFields } from './head-fields.ts';
import { previewOf } from './page-preview.ts';
import { PreviewLink } from './preview-link.tsx';
import { PageVersions } from './page-versions.tsx';
import { PartFields } from './part-fields.tsx';
import { Publishing } from './publishing.tsx';
import { SavingNote } from './saving-note.tsx';
import { useLiveCards, usePageDraft } from './use-page-editor.ts';
import { usePublishing } from './use-publishing.ts';
import styles from './page-editor.module.css';

/** Draws a page as readers see it. */
export type DrawPage = (page: ContentPage) => ReactNode;

interface PageEditorProps {
  api: ApiClient;
  page: EditedPage;
  draw: DrawPage;
  mayPublish: boolean;
  /** A call answered with the page. */
  onPage: (page: EditedPage) => void;
}

/** Whoever looks at the draft stays with it. */
function stayHere(event: MouseEvent) {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
}

function Preview({
  api,
  page,
  words,
  draw,
}: Pick<PageEditorProps, 'api' | 'page' | 'draw'> & { words: PageWords }) {
  const cards = useLiveCards(api);
  const shown = useDeferredValue(words);
  return (
    <section className={styles.preview} aria-label="As readers see it">
      <Text className={styles.previewLabel}>As readers see it. Unfinished blocks are left out.</Text>
      <div onClickCapture={stayHere}>{draw(previewOf(page, shown, cards))}</div>
    </section>
  );
}

/** One page in one language: its fields and blocks, beside the page as readers see it. */
export function PageEditor({ api, page, draw, mayPublish, onPage }: PageEditorProps) {
  const { store, state } = usePageDraft(api, page);
  const { words, round } = state;
  const deciding = usePublishing({ api, page, store, state, onPage });
  const [open, setOpen] = useState<string | null>(null);
  const [showsVersions, setShowsVersions] = useState(false);

  function goTo(block: string | null) {
    flushSync(() => setOpen(block));
    const place = document.getElementById(editPlaceOf(block));
    place?.scrollIntoView({ block: 'center' });
    (place?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? place)?.focus();
  }

  return (
    <div className={styles.sides}>
      <div className={styles.editing}>
        <SavingNote state={state} store={store} />
        <DraftNote
          draft={{
            isRestored: state.isRestored,
            startAnew: () => void store.startAnew(),
            end: () => store.giveUp(),
          }}
        />
        {mayPublish ? (
          <>
            <NewerText api={api} page={page} store={store} deciding={deciding} />
            <Publishing api={api} page={page} state={state} deciding={deciding} />
            <PreviewLink api={api} page={page} store={store} />
            <JoinLink api={api} page={page} isNeeded={words.head['online'] === true} />
          </>
        ) : (
          <Text className={styles.card}>
            Your draft is saved as you type. The people who run this site read it and publish it.
          </Text>
        )}
        <LacksList lacks={deciding.lacks} blocks={words.blocks} onGo={goTo} />
        <section id={editPlaceOf(null)} tabIndex={-1} className={styles.card} aria-label="About this page">
          <Title order={2}>About this page</Title>
          <PartFields
            part={words.head}
            fields={headFields(page.kind)}
            lacks={lacksOf(deciding.lacks, null)}
            onChange={(head) => store.change({ ...words, head })}
          />
        </section>
        <Title order={2}>Blocks</Title>
        <FilmPlace value={mayPublish ? { api, pageId: page.id } : null}>
          <BlockList
            key={round}
            blocks={words.blocks}
            lacks={deciding.lacks}
            open={open}
            onOpen={setOpen}
            onChange={(blocks) => store.change({ ...words, blocks })}
          />
        </FilmPlace>
        {mayPublish && (
          <div>
            <Button
              variant="default"
              aria-expanded={showsVersions}
              onClick={() => setShowsVersions(!showsVersions)}
            >
              {showsVersions ? 'Hide versions' : 'Show versions'}
            </Button>
          </div>
        )}
        {showsVersions && <PageVersions api={api} page={page} store={store} deciding={deciding} />}
      </div>
      <Preview api={api} page={page} words={words} draw={draw} />
    </div>
  );
}
