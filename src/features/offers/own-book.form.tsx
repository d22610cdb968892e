import { Button, Group, Text, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { ownWorkEndpoints } from '#contract/own-works/own-works.endpoints.ts';
import { OwnWorkForm, type OwnWork } from '#contract/own-works/own-works.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import type { OfferedPage } from '#src/sync/offered-book.ts';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { FailureNote, type Failure } from '#src/ui/failure-note.tsx';
import { notify } from '#src/ui/notify.tsx';
import { OfferPages } from './offer-pages.tsx';
import { OpenBookPages } from './own-book-pages.ts';
import { OwnBookFields } from './own-book.fields.tsx';
import styles from './offers.module.css';
import { useOfferPages, type PagesOf } from './use-offer-pages.ts';

const empty: OwnWorkForm = {
  title: '',
  byline: '',
  blurb: '',
  language: 'en',
  level: null,
  sdgs: [],
  categories: [],
  mode: null,
  source: '',
  licence: '',
  credit: '',
};

function fieldsOf(work: OwnWork): OwnWorkForm {
  const { title, byline, blurb, language, level, sdgs, categories, mode, source, licence, credit } = work;
  return { title, byline, blurb, language, level, sdgs, categories, mode, source, licence, credit };
}

async function sendPages(api: ApiClient, pages: readonly OfferedPage[]) {
  for (const { sha256, bytes, media_type } of pages)
    await api.call(ownWorkEndpoints.sendPage, {
      params: { sha256 },
      body: { picture: new Blob([bytes], { type: media_type }) },
    });
  return pages.map(({ sha256, alt }) => ({ sha256, alt }));
}

interface OwnBookFormProps {
  /** Null: a new one. */
  work: OwnWork | null;
  pagesOf: PagesOf;
  api: ApiClient;
  onSaved: (work: OwnWork) => void;
}

/** What is said of a book of the platform, and its pages. */
export function OwnBookForm({ work, pagesOf, api, onSaved }: OwnBookFormProps) {
  const [store] = useState(() => new OpenBookPages());
  const [newId] = useState(uuidv7);
  const own = useOfferPages(store, pagesOf);
  const [busy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<OwnWorkForm>({
    initialValues: work ? fieldsOf(work) : empty,
    validate: schemaResolver(OwnWorkForm, { sync: true }),
  });
  const draft = useFormDraft(work ? `own book ${work.id}` : 'own book', form);
  const chosen = own.pages ?? [];
  const isMissing = work === null && chosen.length === 0;
  useDirtyForm(busy || own.adding !== null || chosen.length > 0);

  async function save(said: OwnWorkForm): Promise<void> {
    setFailure(null);
    setAsked(true);
    if (isMissing) return;
    setBusy(true);
    try {
      const pages = await sendPages(api, chosen);
      const saved = work
        ? await api.call(ownWorkEndpoints.change, {
            params: { workId: work.id },
            body: { ...said, revision: work.revision, ...(pages.length > 0 && { pages }) },
          })
        : await api.call(ownWorkEndpoints.create, { body: { ...said, id: newId, pages } });
      draft.end();
      notify.success(work ? 'The book is saved' : 'The book is saved as a draft');
      onSaved(saved);
    } catch (error) {
      const found = failureOf(error, { offline: 'What you typed and chose stays here.' });
      setFailure(found);
      form.setErrors(found.fields);
    }
    setBusy(false);
  }

  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit(save, () => setAsked(true))}>
      <DraftNote draft={draft} />
      <section className={styles.part}>
        <Title order={2} size="h3">
          Pages
        </Title>
        {work && (
          <Text>
            It has {counted(work.pages, 'page')}. What you choose here takes the place of all of them.
          </Text>
        )}
        <OfferPages own={own} isFixed={busy} error={isAsked && isMissing ? 'Please add a page' : undefined} />
        <Text c="dimmed">The first page is the cover.</Text>
      </section>
      <section className={styles.part}>
        <Title order={2} size="h3">
          About the book
        </Title>
        <OwnBookFields form={form} api={api} />
      </section>
      {failure && <FailureNote failure={failure} />}
      <Group>
        <Button type="submit" size="md" loading={busy}>
          Save
        </Button>
      </Group>
    </form>
  );
}
