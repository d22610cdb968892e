import { Button, Skeleton, Text, Title } from '@mantine/core';
import { IconHeart } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import type { CauseDetails } from '#contract/causes/causes.schema.ts';
import { countryName } from '#contract/kit/countries.ts';
import { paths } from '#contract/kit/paths.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeptAnswer } from '#src/session/use-kept-answer.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { CardSection } from '#src/ui/card-section.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeptNote } from '#src/ui/kept-note.tsx';
import { NothingFoundIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { PracticeBand } from '#src/ui/practice-band.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { CausePicture } from './cause-picture.tsx';
import { causeStateWords, taxSchemeWords } from './causes.words.ts';
import { GoalBar } from './goal-bar.tsx';
import { ShownPayouts } from './shown-payouts.tsx';
import { Updates } from './updates.tsx';
import styles from './causes.module.css';

interface CauseScreenProps {
  /** Its id or its name in addresses. */
  place: string;
  breadcrumb: ReactNode;
  api?: ApiClient;
}

function Registration({ cause }: { cause: CauseDetails }) {
  const { country, registration_no, tax_scheme } = cause;
  if (registration_no === '' && country === null) return null;
  return (
    <CardSection title="Checked by us">
      <dl className={styles.facts}>
        {country !== null && (
          <>
            <dt>Country</dt>
            <dd>{countryName(country)}</dd>
          </>
        )}
        {registration_no !== '' && (
          <>
            <dt>Registration</dt>
            <dd dir="auto">{registration_no}</dd>
          </>
        )}
        {tax_scheme !== 'none' && (
          <>
            <dt>Tax scheme</dt>
            <dd>{taxSchemeWords[tax_scheme]}</dd>
          </>
        )}
      </dl>
    </CardSection>
  );
}

function Cause({ cause }: { cause: CauseDetails }) {
  // Children buy nothing.
  const mayGive = useUser()?.role !== 'student';
  const isOpen = cause.state === 'open';
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <CausePicture picture={cause.picture} />
        {cause.story !== '' && (
          <div className={styles.story} dir="auto">
            {cause.story}
          </div>
        )}
        {cause.updates.length > 0 && (
          <section className={styles.part} aria-labelledby="updates">
            <Title order={2} size="h3" id="updates">
              What happened so far
            </Title>
            <Updates updates={cause.updates} />
          </section>
        )}
        {cause.payouts.length > 0 && (
          <section className={styles.part} aria-labelledby="payouts">
            <Title order={2} size="h3" id="payouts">
              Where the money went
            </Title>
            <ShownPayouts payouts={cause.payouts} />
          </section>
        )}
      </div>
      <div className={styles.side}>
        <PracticeBand is_test={cause.is_test} />
        <CardSection title="Raised">
          <GoalBar cause={cause} />
          {!isOpen && <Text fw={600}>{causeStateWords[cause.state]}: nothing is collected right now.</Text>}
          {cause.takes_gifts && mayGive && (
            <Button
              component={Link}
              to={paths.checkout({ give: cause.id })}
              size="md"
              leftSection={<IconHeart size={20} stroke={1.75} aria-hidden />}
            >
              Give
            </Button>
          )}
        </CardSection>
        {cause.books.length > 0 && (
          <CardSection title="Books that help">
            <ul className={styles.books}>
              {cause.books.map((book) => (
                <li key={book.id}>
                  <Link to={paths.work({ id: book.slug })} dir="auto">
                    {book.title}
                  </Link>{' '}
                  {book.byline !== '' && (
                    <Text span c="dimmed">
                      by <bdi>{book.byline}</bdi>
                    </Text>
                  )}
                </li>
              ))}
            </ul>
          </CardSection>
        )}
        <Registration cause={cause} />
      </div>
    </div>
  );
}

/** `/charities/{id or slug}/`: one cause, its story, its sums and the books that collect for it. */
export function CauseScreen({ place, breadcrumb, api = apiClient }: CauseScreenProps) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(causeEndpoints.read, { params: { idOrSlug: place } }, { signal }),
    [api, place],
  );
  const schema = causeEndpoints.read.response;
  const { value, status, busy, isGone, reload, as_of } = useKeptAnswer(
    { name: 'cause', question: place, schema },
    load,
  );
  if (value === null && isGone)
    return (
      <Screen title="Cause" breadcrumb={breadcrumb}>
        <EmptyState
          role="alert"
          picture={<NothingFoundIllustration />}
          title="There is no such cause"
          action={
            <Button component={Link} to={paths.causes()}>
              See all causes
            </Button>
          }
        />
      </Screen>
    );
  return (
    <Screen
      title={value?.name ?? 'Cause'}
      breadcrumb={breadcrumb}
      {...(value && { description: <span dir="auto">{value.summary}</span> })}
    >
      {as_of !== null && <KeptNote asOf={as_of} onRetry={reload} busy={busy} />}
      {value ? (
        <Cause cause={value} />
      ) : status === 'loading' ? (
        <Skeleton height={420} role="status" aria-label="Loading" />
      ) : (
        <AnswerMissing
          status={status === 'unreachable' ? 'unreachable' : 'failed'}
          busy={busy}
          isGone={isGone}
          failed="The cause could not be fetched"
          unreachable={`It shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
    </Screen>
  );
}
