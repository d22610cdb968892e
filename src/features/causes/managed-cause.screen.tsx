import { Button, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import type { ManagedCause } from '#contract/causes/causes.schema.ts';
import { countryName } from '#contract/kit/countries.ts';
import { paths } from '#contract/kit/paths.ts';
import { pictureProblem } from '#contract/kit/picture-problem.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CardSection } from '#src/ui/card-section.tsx';
import { notify } from '#src/ui/notify.tsx';
import { PictureField } from '#src/ui/picture-field.tsx';
import { PracticeBand } from '#src/ui/practice-band.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useWayHere } from '#src/ui/way-back.ts';
import { CauseMoves } from './cause-moves.tsx';
import { CausePicture } from './cause-picture.tsx';
import { causePlaces } from './cause-places.ts';
import { taxSchemeWords } from './causes.words.ts';
import { GoalBar } from './goal-bar.tsx';
import { ManagedCauseMissing } from './managed-cause-missing.tsx';
import { OwnPayoutsSection } from './own-payouts.section.tsx';
import { PayoutsSection } from './payouts.section.tsx';
import { UpdateForm } from './update.form.tsx';
import { Updates } from './updates.tsx';
import { useManagedCause } from './use-managed-cause.ts';
import styles from './causes.module.css';

interface ManagedCauseScreenProps {
  causeId: string;
  isPlatform: boolean;
  breadcrumb: ReactNode;
  api?: ApiClient;
}

function PictureOfCause({
  cause,
  api,
  onChanged,
}: {
  cause: ManagedCause;
  api: ApiClient;
  onChanged: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function send(picture: File | 'none'): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      await api.call(causeEndpoints.setPicture, { params: { id: cause.id }, body: { picture } });
      notify.success(picture === 'none' ? 'The picture is removed' : 'The picture is saved');
      onChanged();
    } catch (failed) {
      const { text, fields } = failureOf(failed);
      setError(fields['picture'] ?? text);
    }
    setBusy(false);
  }

  return (
    <PictureField
      label="Picture of the cause"
      check={pictureProblem}
      present={cause.picture}
      value={null}
      error={error}
      busy={busy}
      onChange={(file, problem) => {
        if (problem !== null) setError(problem);
        else if (file) void send(file);
      }}
      onRemove={() => void send('none')}
    />
  );
}

function Facts({ cause, isPlatform }: { cause: ManagedCause; isPlatform: boolean }) {
  const { country, registration_no, tax_scheme, owner } = cause;
  return (
    <dl className={styles.facts}>
      {isPlatform && (
        <>
          <dt>Named by</dt>
          <dd>
            <bdi>{owner ?? 'The platform'}</bdi>
          </dd>
        </>
      )}
      <dt>Country</dt>
      <dd>{country === null ? 'Not said' : countryName(country)}</dd>
      <dt>Registration</dt>
      <dd dir="auto">{registration_no === '' ? 'Not said' : registration_no}</dd>
      <dt>Tax scheme</dt>
      <dd>{taxSchemeWords[tax_scheme]}</dd>
    </dl>
  );
}

function Managed({
  cause,
  isPlatform,
  api,
  onChanged,
}: Pick<ManagedCauseScreenProps, 'isPlatform'> & {
  cause: ManagedCause;
  api: ApiClient;
  onChanged: () => void;
}) {
  const isKnown = cause.state !== 'draft' && cause.state !== 'submitted';
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        {cause.picture !== null && <CausePicture picture={cause.picture} />}
        {cause.story === '' ? (
          <Text c="dimmed">Nothing is told of it yet.</Text>
        ) : (
          <div className={styles.story} dir="auto">
            {cause.story}
          </div>
        )}
        {isKnown && (
          <CardSection title="Tell what happened">
            <UpdateForm causeId={cause.id} payouts={cause.payouts} api={api} onTold={onChanged} />
            <Updates updates={cause.updates} />
          </CardSection>
        )}
        {isKnown &&
          (isPlatform ? (
            <PayoutsSection causeId={cause.id} api={api} />
          ) : (
            <CardSection title="Payouts of your school’s part">
              <OwnPayoutsSection causeId={cause.id} api={api} />
            </CardSection>
          ))}
      </div>
      <div className={styles.side}>
        <PracticeBand is_test={cause.is_test} />
        <CardSection title="State">
          <CauseMoves cause={cause} isPlatform={isPlatform} api={api} onMoved={onChanged} />
          {isKnown && <Link to={paths.causes({ place: cause.slug })}>See its page</Link>}
        </CardSection>
        <CardSection title="Raised">
          <GoalBar cause={cause} />
        </CardSection>
        <CardSection title="Registration">
          <Facts cause={cause} isPlatform={isPlatform} />
        </CardSection>
        <CardSection title="Picture">
          <PictureOfCause cause={cause} api={api} onChanged={onChanged} />
        </CardSection>
      </div>
    </div>
  );
}

/** `charity-details-view/{charityId}`: a cause for who runs it: where it goes, what it tells, what it raised. */
export function ManagedCauseScreen({
  causeId,
  isPlatform,
  breadcrumb,
  api = apiClient,
}: ManagedCauseScreenProps) {
  const answer = useManagedCause(api, causeId);
  const { value, reload } = answer;
  const title = value?.name ?? 'Cause';
  const here = useWayHere(title);
  return (
    <Screen
      title={title}
      breadcrumb={breadcrumb}
      {...(value && {
        description: <span dir="auto">{value.summary}</span>,
        actions: (
          <Button
            component={Link}
            to={causePlaces(isPlatform).edit(value.id)}
            state={here}
            variant="default"
            leftSection={<IconPencil size={20} stroke={1.75} aria-hidden />}
          >
            Edit
          </Button>
        ),
      })}
    >
      {value ? (
        <Managed cause={value} api={api} onChanged={reload} isPlatform={isPlatform} />
      ) : (
        <ManagedCauseMissing answer={answer} isPlatform={isPlatform} />
      )}
    </Screen>
  );
}
