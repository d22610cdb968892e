import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { panelMailEndpoints } from '#contract/mail/panel-mail.endpoints.ts';
import type { PanelLetterDetails } from '#contract/mail/panel-mail.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import { CardSection } from '#src/ui/card-section.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { LetterActDialog, type LetterAct } from './letter-act.dialog.tsx';
import { LetterEvents, LetterTerms, LetterText } from './letter-facts.tsx';
import { kindName } from './mail.words.ts';
import styles from './mail.module.css';

const listHref = panelPaths.email();

interface LetterPageProps {
  letter: PanelLetterDetails;
  api: ApiClient;
  onChanged: () => void;
}

function LetterPage({ letter, api, onChanged }: LetterPageProps) {
  const acting = useDialog<LetterAct>();
  const [address, setAddress] = useState<string | null>(null);
  const navigate = useNavigate();
  return (
    <Screen
      title={kindName(letter)}
      description={<bdi>{letter.tenant.school_name}</bdi>}
      breadcrumb={<BackLink to={listHref}>Email</BackLink>}
      actions={
        <>
          {address === null && (
            <Button variant="default" onClick={() => acting.open('address')}>
              Show the address…
            </Button>
          )}
          {letter.may_again && <Button onClick={() => acting.open('again')}>Send again…</Button>}
        </>
      }
    >
      <div className={styles.columns}>
        <CardSection title="What it says">
          <LetterText letter={letter} />
        </CardSection>
        <div className={styles.cards}>
          <CardSection title="Facts">
            <LetterTerms letter={letter} address={address} />
          </CardSection>
          <CardSection title="What happened">
            <LetterEvents letter={letter} />
          </CardSection>
        </div>
      </div>
      <LetterActDialog
        opened={acting.opened}
        act={acting.subject ?? 'address'}
        letter={letter}
        api={api}
        onSent={(id) => void navigate(panelPaths.email({ tenantId: letter.tenant.id, letterId: id }))}
        onAddress={setAddress}
        onChanged={onChanged}
        onClose={acting.close}
      />
    </Screen>
  );
}

interface PanelLetterScreenProps {
  tenantId: string;
  letterId: string;
  api?: ApiClient;
}

/** `/admin-panel/email-monitoring/{tenantId}/{letterId}`: one letter. Each look is in the audit. */
export function PanelLetterScreen({ tenantId, letterId, api = apiClient }: PanelLetterScreenProps) {
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(panelMailEndpoints.read, { params: { tenantId, id: letterId } }, { signal }),
    [api, tenantId, letterId],
  );
  const { status, value, busy, isGone, reload } = useAnswer(load);
  if (value) return <LetterPage letter={value} api={api} onChanged={reload} />;
  return (
    <Screen title="Letter" breadcrumb={<BackLink to={listHref}>Email</BackLink>}>
      {status === 'unreachable' || status === 'failed' ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          way={{ to: listHref, label: 'Back to email' }}
          failed="The letter could not be fetched"
          unreachable={`The letter shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      ) : (
        <>
          <VisuallyHidden role="status">Loading</VisuallyHidden>
          <Skeleton height={320} aria-hidden />
        </>
      )}
    </Screen>
  );
}
