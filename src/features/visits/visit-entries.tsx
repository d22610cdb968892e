import { Button } from '@mantine/core';
import { IconUserQuestion, IconUserShield } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import type { VisitAnswer, VisitsHere } from '#contract/visits/visits.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useNow } from '#src/ui/moments.ts';
import { notify } from '#src/ui/notify.tsx';
import { noteVisitsHere } from './visits-here.store.ts';
import { nameOf, sayAllowed, sayAsks, sayHere } from './visits-here.words.ts';
import styles from './visits.module.css';

interface VisitEntriesProps {
  visits: VisitsHere;
  /** Those who may come and are not here, too. */
  withAllowed?: boolean;
  api: ApiClient;
}

interface EntryProps {
  icon: ReactNode;
  says: string;
  reason?: string;
  children: ReactNode;
}

function Entry({ icon, says, reason, children }: EntryProps) {
  return (
    <li className={styles.entry}>
      {icon}
      <p className={styles.words}>
        <bdi>{says}</bdi>
        {reason !== undefined && <bdi> “{reason}”</bdi>}
      </p>
      <div className={styles.actions}>{children}</div>
    </li>
  );
}

const answers: Readonly<Record<VisitAnswer['answer'], { label: string; done: string }>> = {
  look: { label: 'Allow for 24 hours', done: 'may look around for 24 hours' },
  help: { label: 'Allow to help for 24 hours', done: 'may look around and help for 24 hours' },
  refuse: { label: 'Refuse', done: 'was told no' },
};

/** Who is here, who asks, and what the office can do about it. */
export function VisitEntries({ visits, withAllowed = false, api }: VisitEntriesProps) {
  const now = useNow();
  const [busy, setBusy] = useState<string | null>(null);
  // What a school answers, no guest of the platform answers for it.
  const mayAnswer = !useUser()?.visiting?.may;

  async function run(key: string, call: () => Promise<VisitsHere>, done: string) {
    setBusy(key);
    try {
      noteVisitsHere(await call());
      notify.success(done);
    } catch (error) {
      notify.error('Nothing was changed', failureOf(error).text);
    }
    setBusy(null);
  }

  const end = (guestId: string, done: string) =>
    run(guestId, () => api.call(visitEndpoints.end, { params: { guestId } }), done);
  const answer = (request: VisitsHere['waiting'][number], said: VisitAnswer['answer']) =>
    run(
      `${request.id} ${said}`,
      () => api.call(visitEndpoints.answer, { params: { requestId: request.id }, body: { answer: said } }),
      `${nameOf(request)} ${answers[said].done}`,
    );

  return (
    <ul className={styles.entries} aria-label="Visits">
      {visits.here.map((guest) => (
        <Entry
          key={guest.guest_id}
          icon={<IconUserShield size={20} stroke={1.75} aria-hidden />}
          says={sayHere(guest)}
        >
          {mayAnswer && (
            <Button
              size="compact-md"
              variant="default"
              aria-label={`End this visit: ${nameOf(guest)}`}
              loading={busy === guest.guest_id}
              disabled={busy !== null}
              onClick={() => void end(guest.guest_id, `The visit of ${nameOf(guest)} is over`)}
            >
              End this visit
            </Button>
          )}
        </Entry>
      ))}
      {visits.waiting.map((request) => (
        <Entry
          key={request.id}
          icon={<IconUserQuestion size={20} stroke={1.75} aria-hidden />}
          says={sayAsks(request)}
          reason={request.reason}
        >
          {mayAnswer &&
            (['help', 'look', 'refuse'] as const)
              .filter((said) => said !== 'help' || request.wants === 'help')
              .map((said) => (
                <Button
                  key={said}
                  size="compact-md"
                  variant={said === request.wants ? 'filled' : 'default'}
                  loading={busy === `${request.id} ${said}`}
                  disabled={busy !== null}
                  onClick={() => void answer(request, said)}
                >
                  {said === 'look' && request.wants === 'help' ? 'Allow to look only' : answers[said].label}
                </Button>
              ))}
        </Entry>
      ))}
      {withAllowed &&
        visits.allowed.map((guest) => (
          <Entry
            key={guest.guest_id}
            icon={<IconUserShield size={20} stroke={1.75} aria-hidden />}
            says={sayAllowed(guest, now)}
          >
            {mayAnswer && (
              <Button
                size="compact-md"
                variant="default"
                aria-label={`Take the yes back: ${nameOf(guest)}`}
                loading={busy === guest.guest_id}
                disabled={busy !== null}
                onClick={() => void end(guest.guest_id, `${nameOf(guest)} has to ask again`)}
              >
                Take back
              </Button>
            )}
          </Entry>
        ))}
    </ul>
  );
}
