import { Alert, Anchor, Button, Group, NativeSelect, Text, Textarea, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import * as v from 'valibot';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import { OfferedBookForm, offerLimits, OfferMaker } from '#contract/offers/offers.schema.ts';
import { languageChoices } from '#src/lib/languages.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { OwnDrafts } from '#src/session/local-drafts.ts';
import { tabDrafts } from '#src/session/tab-drafts.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { usePlaceName } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { FailureNote, type Failure } from '#src/ui/failure-note.tsx';
import { LinkPage } from '#src/ui/link-page.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { deviceOfferStore, type OfferStore } from './offered-book.ts';
import { OfferPages } from './offer-pages.tsx';
import styles from './offers.module.css';
import { useOffer } from './use-offer.ts';
import { useOfferPages, type PagesOf } from './use-offer-pages.ts';

/** What is typed lies with the book. */
function localDraftsOf(store: OfferStore): OwnDrafts {
  return {
    keep: (name, value) => store.keepText(name, value),
    read: (name) => store.readText(name),
    drop: (name) => store.dropText(name),
  };
}

type Offer = ReturnType<typeof useOffer>;

interface MakerFormProps {
  offer: Offer;
}

const MakerFields = v.object(OfferMaker.entries);

/** Who hands it in. The address is confirmed before anything of the book leaves this device. */
function MakerForm({ offer }: MakerFormProps) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm({
    initialValues: { name: '', email: '', is_adult: false },
    validate: schemaResolver(MakerFields, { sync: true }),
  });
  useFormDraft('offer maker', form, { localDrafts: tabDrafts });

  async function ask({ name, email }: { name: string; email: string }): Promise<void> {
    setFailure(null);
    try {
      await offer.ask({ name, email: email.trim() });
    } catch (error) {
      const found = failureOf(error, { offline: 'Your book stays on this device.' });
      setFailure(found);
      form.setErrors(found.fields);
    }
  }

  return (
    <form noValidate className={styles.part} onSubmit={form.onSubmit(ask)}>
      <Title order={2} size="h3">
        About you
      </Title>
      {offer.step === 'gone' && (
        <Alert role="status" title="The link is too old">
          Your book is still on this device. Please ask for a new link.
        </Alert>
      )}
      {failure && <FailureNote failure={failure} />}
      <TextInput
        label="Your name"
        description="Only those who read your book here see it."
        required
        dir="auto"
        autoComplete="name"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Email"
        description="We send a link there, and later what became of your book."
        type="email"
        required
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('email')}
      />
      <label className={styles.consent}>
        <input
          type="checkbox"
          aria-invalid={form.errors['is_adult'] !== undefined}
          {...form.getInputProps('is_adult', { type: 'checkbox' })}
        />
        <span>
          I am an adult. I made this book, or the person who made it said that I may hand it in and that
          everybody may read it. No child can be recognised by name, school or address in it.
          {form.errors['is_adult'] !== undefined && (
            <Text role="alert" c="var(--mantine-color-error)">
              {form.errors['is_adult']}
            </Text>
          )}
        </span>
      </label>
      <Group>
        <Button type="submit" size="md" loading={form.submitting}>
          Send me the link
        </Button>
      </Group>
    </form>
  );
}

/** What is to be done now. The button that led here is gone, so the keyboard begins at its title. */
function StepTitle({ offer, children }: { offer: Offer; children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  const { hasMoved } = offer;
  useEffect(() => {
    if (hasMoved) title.current?.focus();
  }, [hasMoved]);
  return (
    <Title order={2} size="h3" ref={title} tabIndex={-1}>
      {children}
    </Title>
  );
}

/** A link is on its way. */
function WaitForLink({ offer }: { offer: Offer }) {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<Failure | null>(null);

  async function look(): Promise<void> {
    setBusy(true);
    setSaid(null);
    try {
      await offer.lookAgain();
      setSaid({ isOffline: false, text: 'The link was not opened yet.' });
    } catch (error) {
      setSaid(failureOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={styles.part}>
      <StepTitle offer={offer}>Look into your email</StepTitle>
      <Text role="status">
        We have sent a link to <strong>{offer.offer?.email}</strong>. Open it on any device, then come back to
        this page. Your book stays here. The link works for {offerLimits.linkHours} hours.
      </Text>
      {said && <FailureNote failure={said} />}
      <Group>
        <Button size="md" loading={isBusy} onClick={() => void look()}>
          I opened the link
        </Button>
        <Button size="md" variant="default" onClick={() => void offer.startAnew()}>
          Use another address
        </Button>
      </Group>
    </section>
  );
}

function Done() {
  return (
    <LinkPage place={usePlaceName()} title="Thank you" announced>
      <Text>
        Your book was handed in. Somebody reads it, and you get an email with what became of it. Nobody else
        sees it before. Should you hear nothing for {offerLimits.waitingDays} days, it was deleted.
      </Text>
      <Button component={Link} to={paths.library()} size="md">
        Go to the library
      </Button>
    </LinkPage>
  );
}

interface OfferScreenProps {
  pagesOf: PagesOf;
  api?: ApiClient;
  store?: OfferStore;
}

/** A visitor makes a book ready on this device, confirms an address, and hands it in. */
export function OfferScreen({ pagesOf, api = apiClient, store = deviceOfferStore() }: OfferScreenProps) {
  const place = usePlaceName();
  const offer = useOffer(api, store);
  const own = useOfferPages(store, pagesOf);
  const [failure, setFailure] = useState<Failure | null>(null);
  const discarding = useDialog<true>();
  const localDrafts = useMemo(() => localDraftsOf(store), [store]);
  const form = useForm<OfferedBookForm>({
    initialValues: { title: '', credit: '', blurb: '', language: 'en' },
    validate: schemaResolver(OfferedBookForm, { sync: true }),
  });
  const draft = useFormDraft('offered book', form, { localDrafts });
  const isSending = offer.sending !== null;
  useDirtyForm(isSending || own.adding !== null);
  const hasPages = (own.pages ?? []).length > 0;
  const [isAsked, setAsked] = useState(false);
  const missing = isAsked && !hasPages ? 'Please add a page' : undefined;

  async function handIn(book: OfferedBookForm): Promise<void> {
    setFailure(null);
    setAsked(true);
    // Enter in a field is no handing in before the address is confirmed.
    if (!own.pages || !hasPages || offer.step !== 'confirmed') return;
    try {
      await offer.handIn(book, own.pages);
      draft.end();
    } catch (error) {
      const found = failureOf(error, { offline: 'What has arrived stays there, and your book stays here.' });
      setFailure(found);
      form.setErrors(found.fields);
    }
  }

  async function throwAway(): Promise<void> {
    await store.clear();
    // The next book is kept like this one.
    draft.startAnew();
    setAsked(false);
    await offer.startAnew();
    await own.refresh();
  }

  if (offer.step === 'handed_in') return <Done />;
  return (
    <Screen
      title="Hand in a book"
      description={
        <>
          For visitors. Do you belong to <bdi>{place}</bdi>?{' '}
          <Anchor component={Link} to={paths.signIn()} state={{ from: paths.books() }} underline="always">
            Sign in
          </Anchor>{' '}
          and make your book there.
        </>
      }
    >
      <div className={styles.form}>
        <Text>
          Your book stays on this device until you hand it in. Somebody of <bdi>{place}</bdi> reads it first.
          If they say yes, everybody can read it in the library.
        </Text>
        <form
          id="offered-book"
          noValidate
          className={styles.part}
          onSubmit={form.onSubmit(handIn, () => setAsked(true))}
        >
          <Title order={2} size="h3">
            Your book
          </Title>
          <OfferPages own={own} isFixed={isSending} error={missing} />
          <TextInput label="Title" required dir="auto" autoComplete="off" {...form.getInputProps('title')} />
          <TextInput
            label="Who made it"
            description="It stands on the book as you write it. Of a child, the first name at most."
            required
            dir="auto"
            autoComplete="off"
            {...form.getInputProps('credit')}
          />
          <Textarea
            label="What is it about?"
            rows={3}
            maxLength={limits.blurbLength}
            dir="auto"
            {...form.getInputProps('blurb')}
          />
          <NativeSelect
            label="Language"
            data={languageChoices(form.values.language)}
            {...form.getInputProps('language')}
          />
        </form>
        {(offer.step === 'none' || offer.step === 'gone') && <MakerForm offer={offer} />}
        {offer.step === 'asked' && <WaitForLink offer={offer} />}
        {offer.step === 'confirmed' && (
          <section className={styles.part}>
            <StepTitle offer={offer}>Your address is confirmed</StepTitle>
            {failure && <FailureNote failure={failure} />}
            {offer.sending && (
              <div role="status">
                <Text>
                  {offer.sending.done} of {offer.sending.all} pages have arrived. Stay here until all are
                  there.
                </Text>
                <progress
                  className={styles.progress}
                  aria-label="Pages that have arrived"
                  value={offer.sending.done}
                  max={offer.sending.all}
                />
              </div>
            )}
            <Group>
              <Button type="submit" form="offered-book" size="md" loading={isSending}>
                Hand it in
              </Button>
            </Group>
          </section>
        )}
        {(hasPages || draft.isRestored || offer.offer !== null) && (
          <Group>
            <Button variant="subtle" color="gray" disabled={isSending} onClick={() => discarding.open(true)}>
              Throw this book away
            </Button>
          </Group>
        )}
      </div>
      <ConfirmDialog
        opened={discarding.opened}
        onClose={discarding.close}
        title="Throw this book away?"
        question="Its pages and what you typed are deleted from this device for good."
        confirmLabel="Throw away"
        danger
        onConfirm={throwAway}
      />
    </Screen>
  );
}
