import { Button, Group, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import type { GuestMay, VisitAccess } from '#contract/visits/visits.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { mayWords } from '#src/session/visit-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerWaiting } from '#src/ui/answer-waiting.tsx';
import { FirstButton } from '#src/ui/first-button.tsx';
import { sayDay, saySince, useNow } from '#src/ui/moments.ts';
import { SwitchingOverlay } from '#src/ui/switching-overlay.tsx';
import { leaveFor, useOpenSchool } from './open-school.tsx';
import { VisitOverrideSection } from './visit-override.section.tsx';
import { VisitForm } from './visit-form.tsx';
import styles from './visits.module.css';

/** Where the caller stands with the school, one sentence each. */
function sayStanding({ guest_consent, may, until, waiting, refused_at }: VisitAccess, now: Date): string[] {
  const says: string[] = [];
  if (may && until !== null) says.push(`You may ${mayWords[may]} until ${saySince(until, now)}.`);
  else if (may) says.push('This school always lets you look around.');
  else if (guest_consent === 'never') says.push('This school takes no visits from the platform.');
  else if (waiting === null) says.push('This school wants to be asked before you visit.');
  if (waiting)
    says.push(
      `Waiting for the school. You asked to ${mayWords[waiting.wants]} (${sayDay(waiting.asked_at, now)}).`,
    );
  if (refused_at !== null) says.push(`The school said no (${sayDay(refused_at, now)}).`);
  return says;
}

/** What more can be asked for. */
function wantsOf({ guest_consent, may, waiting }: VisitAccess): readonly GuestMay[] {
  if (guest_consent === 'never' || waiting !== null || may === 'help') return [];
  return may === 'look' ? ['help'] : ['look', 'help'];
}

interface VisitAccessSectionProps {
  tenantId: string;
  api?: ApiClient;
  /** Leaves for the school's host. */
  onOpen?: (address: string) => void;
}

/** Whether somebody of the platform may enter a school, the way in, and the way to ask. */
export function VisitAccessSection({
  tenantId,
  api = apiClient,
  onOpen = leaveFor,
}: VisitAccessSectionProps) {
  const now = useNow();
  const load = useCallback(
    (signal: AbortSignal) => api.call(visitEndpoints.readAccess, { params: { tenantId } }, { signal }),
    [api, tenantId],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  const [told, setTold] = useState<{ access: VisitAccess; from: VisitAccess | null } | null>(null);
  const access = told?.from === value ? told.access : value;
  const tell = (newer: VisitAccess) => setTold({ access: newer, from: value });
  const { opening, switchingTo, open } = useOpenSchool(api, onOpen);
  if (access) {
    const wants = wantsOf(access);
    const isExplained = access.until !== null;
    const entering = opening === access.id;
    return (
      <div className={styles.section}>
        {switchingTo !== null && <SwitchingOverlay to={switchingTo} />}
        {sayStanding(access, now).map((says) => (
          <Text key={says}>{says}</Text>
        ))}
        {access.may && isExplained && (
          <Group>
            <FirstButton loading={entering} onClick={() => void open(access)}>
              Enter
            </FirstButton>
          </Group>
        )}
        {(wants.length > 0 || (access.may && !isExplained)) && (
          <VisitForm
            key={wants.join(' ')}
            access={access}
            wants={wants}
            canEnter={access.may !== null && !isExplained}
            entering={entering}
            onEnter={(reason, onLeaving) => void open(access, reason, onLeaving)}
            onAsked={tell}
            api={api}
          />
        )}
        {(access.waiting ?? access.override?.is_own) && (
          <Group>
            <Button variant="default" loading={busy} onClick={reload}>
              Look again
            </Button>
          </Group>
        )}
        <VisitOverrideSection access={access} onTold={tell} api={api} />
      </div>
    );
  }
  return (
    <AnswerWaiting
      answer={{ status, busy, isGone, reload }}
      failed="The school could not be looked up"
      unreachable={`You can ask and enter ${asSoonAsReached}.`}
      height={160}
    />
  );
}
