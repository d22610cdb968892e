import { Text, Title } from '@mantine/core';
import { useCallback, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import type { Raised } from '#contract/causes/causes.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { counted } from '#src/lib/counted.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeptAnswer } from '#src/session/use-kept-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { WaitingCards } from '#src/ui/card-list.tsx';
import { CardSection } from '#src/ui/card-section.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeptNote } from '#src/ui/kept-note.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { PracticeBand } from '#src/ui/practice-band.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { CausePicture } from './cause-picture.tsx';
import { raisedText, sumText } from './goal-bar.tsx';
import { ShownPayouts } from './shown-payouts.tsx';
import { Updates } from './updates.tsx';
import styles from './causes.module.css';

interface RaisedScreenProps {
  /** Whether somebody looks at it who teaches: then the books of the classes are told of, too. */
  isStaff: boolean;
  /** Makes the certificate of what a book raised. */
  renderCertificate: (work: Raised['works'][number]) => ReactNode;
  breadcrumb?: ReactNode;
  api?: ApiClient;
}

const copiesText = (sums: readonly { copies: number }[]) =>
  counted(
    sums.reduce((sum, { copies }) => sum + copies, 0),
    'copy',
    'copies',
  );

/** How far what was raised came: "€9.00 arrived, €2.00 is on its way." */
function OnTheRoad({ sums }: { sums: Raised['totals'] }) {
  const [arrived, on_its_way] = [sumText(sums, 'arrived'), sumText(sums, 'on_its_way')];
  const texts = [
    ...(arrived === '' ? [] : [`${arrived} arrived`]),
    ...(on_its_way === '' ? [] : [`${on_its_way} is on its way`]),
  ];
  return texts.length === 0 ? null : <Text>{texts.join(', ')}.</Text>;
}

/** What became of the money for one cause. */
function News({ cause, updates, payouts }: Raised['causes'][number]) {
  if (updates.length === 0 && payouts.length === 0) return null;
  return (
    <CardSection title={cause.name}>
      {payouts.length > 0 && <ShownPayouts payouts={payouts} label={`Money for ${cause.name}`} />}
      {updates.length > 0 && <Updates updates={updates} />}
    </CardSection>
  );
}

function ByBook({
  title,
  works,
  renderCertificate,
}: {
  title: string;
  works: Raised['works'];
} & Pick<RaisedScreenProps, 'renderCertificate'>) {
  if (works.length === 0) return null;
  return (
    <CardSection title={title}>
      <ul className={styles.books}>
        {works.map((work) => (
          <li key={`${work.id} ${work.cause.id}`}>
            <Link to={paths.work({ id: work.slug })} dir="auto">
              {work.title}
            </Link>{' '}
            {!work.is_own && work.byline !== '' && (
              <Text span>
                by <bdi>{work.byline}</bdi>{' '}
              </Text>
            )}
            <Text span>
              {raisedText(work.sums)} for <bdi>{work.cause.name}</bdi>
            </Text>
            <OnTheRoad sums={work.sums} />
            <Text c="dimmed">{copiesText(work.sums)}</Text>
            {renderCertificate(work)}
          </li>
        ))}
      </ul>
    </CardSection>
  );
}

function RaisedBy({ raised, isStaff, renderCertificate }: RaisedScreenProps & { raised: Raised }) {
  const own = raised.works.filter(({ is_own }) => is_own);
  const others = raised.works.filter(({ is_own }) => !is_own);
  return (
    <div className={styles.main}>
      <PracticeBand is_test={raised.is_test} />
      <Text size="xl" fw={700}>
        {isStaff ? 'Your classes and you' : 'Your books'} raised {raisedText(raised.totals)}.
      </Text>
      <OnTheRoad sums={raised.totals} />
      <ul className={styles.cards} aria-label="By cause">
        {raised.causes.map(({ cause, picture, sums }) => (
          <li key={cause.id} className={styles.card}>
            <CausePicture picture={picture} />
            <div className={styles.words}>
              <Title order={2} size="h3" dir="auto">
                <Link to={paths.causes({ place: cause.slug })} className={styles.whole}>
                  {cause.name}
                </Link>
              </Title>
              <Text fw={600}>{raisedText(sums)}</Text>
              <OnTheRoad sums={sums} />
              <Text c="dimmed">{copiesText(sums)}</Text>
            </div>
          </li>
        ))}
      </ul>
      {raised.causes.map((each) => (
        <News key={each.cause.id} {...each} />
      ))}
      <ByBook title={isStaff ? 'Your own' : 'By book'} works={own} renderCertificate={renderCertificate} />
      <ByBook title="Of your classes" works={others} renderCertificate={renderCertificate} />
    </div>
  );
}

/** `/dashboard?option=Money I Have Raised`: what somebody's books did. Who bought them is told to nobody. */
export function RaisedScreen({ api = apiClient, breadcrumb, ...props }: RaisedScreenProps) {
  const load = useCallback((signal: AbortSignal) => api.call(causeEndpoints.raised, {}, { signal }), [api]);
  const schema = causeEndpoints.raised.response;
  const { value, status, busy, isGone, reload, as_of } = useKeptAnswer(
    { name: 'raised', question: '', schema },
    load,
  );
  return (
    <Screen title="Money I Have Raised" breadcrumb={breadcrumb}>
      {as_of !== null && <KeptNote asOf={as_of} onRetry={reload} busy={busy} />}
      {value === null && (status === 'unreachable' || status === 'failed') ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="This could not be fetched"
          unreachable={`It shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      ) : value === null ? (
        <WaitingCards />
      ) : value.works.length === 0 ? (
        <EmptyState
          picture={<EmptyShelfIllustration />}
          title="Nothing raised yet"
          text={
            props.isStaff
              ? 'When somebody buys a book of your classes, you see here what it raised, and for which cause.'
              : 'When somebody buys a book of yours, you see here what it raised, and for which cause.'
          }
        />
      ) : (
        <RaisedBy raised={value} {...props} />
      )}
    </Screen>
  );
}
