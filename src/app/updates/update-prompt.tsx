import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useReplicaState } from '#src/session/use-replica.ts';
import type { Replica } from '#src/sync/replica.ts';
import { FootCard } from '#src/ui/foot-card.tsx';
import { reportSending, takeoverTime, update, useUpdateStore } from './app-updates.ts';

function useReportSending(replica: Replica | null) {
  useEffect(() => {
    if (!replica) return undefined;
    // Not its state in words: while something else needs the person, that is what they read, and a run sends all the same.
    const report = () => {
      const { busy, waiting } = replica.status();
      reportSending(busy && waiting > 0);
    };
    report();
    const stop = replica.subscribe(report);
    return () => {
      stop();
      reportSending(false);
    };
  }, [replica]);
}

/** At the turn of a page and when nobody looks, a waiting version takes over by itself where it may. */
function useQuietUpdate(isWaiting: boolean) {
  const { pathname, search } = useLocation();
  // A sheet that opens is a step in the history of the same address.
  const address = pathname + search;
  // An address that took the place of another is the same page, on which somebody opened something.
  const isTurned = useNavigationType() !== 'REPLACE';
  const shown = useRef(address);
  useEffect(() => {
    if (isWaiting && isTurned && shown.current !== address) void update('navigation');
    shown.current = address;
  }, [isWaiting, isTurned, address]);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const whenHidden = () => {
      if (document.visibilityState === 'hidden') void update('hidden');
    };
    whenHidden();
    document.addEventListener('visibilitychange', whenHidden);
    return () => document.removeEventListener('visibilitychange', whenHidden);
  }, [isWaiting]);
}

/** "A new version is ready", at the foot of the page and out of the way. */
export function UpdatePrompt() {
  const state = useUpdateStore((store) => store.state);
  const replica = useReplicaState();
  const [isPutOff, setPutOff] = useState(false);
  const [isTaking, setTaking] = useState(false);
  useReportSending(replica.status === 'ready' ? replica.replica : null);
  useQuietUpdate(state !== 'none');
  useEffect(() => {
    if (!isTaking) return undefined;
    // By then the page is another one, or the browser asked about what was typed and the person stays with it.
    const timer = setTimeout(() => setTaking(false), takeoverTime + 1000);
    return () => clearTimeout(timer);
  }, [isTaking]);

  function takeNow() {
    setTaking(true);
    void update('asked');
  }
  return (
    <FootCard>
      {state !== 'none' && !isPutOff && (
        <>
          <div>
            <Text fw={600}>A new version is ready</Text>
            {state === 'reload' && (
              <Text>Another tab uses it already. Save what you typed here, then update.</Text>
            )}
          </div>
          <Group gap="xs" wrap="nowrap">
            <Button variant="subtle" color="primary" onClick={() => setPutOff(true)}>
              Later
            </Button>
            <Button loading={isTaking} onClick={takeNow}>
              Update now
            </Button>
          </Group>
        </>
      )}
    </FootCard>
  );
}
