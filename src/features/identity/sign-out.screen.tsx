import { Button, Group, Text, Title } from '@mantine/core';
import { useDocumentTitle, useTimeout } from '@mantine/hooks';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { counted } from '#src/lib/counted.ts';
import { isPassing, nextChildState } from '#src/session/redirects.ts';
import { useReplicaState } from '#src/session/use-replica.ts';
import { signOut, useUser } from '#src/session/use-session.ts';
import type { Replica } from '#src/sync/replica.ts';
import styles from './sign-out.module.css';

/** Nothing waits: the person is signed out as soon as this is drawn. */
function LeaveNow() {
  useEffect(() => signOut(), []);
  return null;
}

function LeaveWithUnsent({ count }: { count: number }) {
  const navigate = useNavigate();
  const waits = counted(count, 'change waits', 'changes wait');
  return (
    <section className={styles.question}>
      <Title order={1}>Sign out now?</Title>
      <Text>
        {waits} on this tablet until you sign in here again. Nothing is lost: nobody else can read{' '}
        {count === 1 ? 'it' : 'them'} here, and the school gets {count === 1 ? 'it' : 'them'} then.
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => void navigate(-1)}>
          Stay signed in
        </Button>
        <Button onClick={signOut}>Sign out</Button>
      </Group>
    </section>
  );
}

function LeaveReplica({ replica }: { replica: Replica }) {
  // The question is about the moment of asking: a change that arrives meanwhile must not sign anybody out by itself.
  const waiting = useSyncExternalStore(
    (listener) => replica.subscribe(listener),
    () => replica.status().waiting + replica.status().refused,
  );
  const [asks] = useState(waiting > 0);
  return asks ? <LeaveWithUnsent count={waiting} /> : <LeaveNow />;
}

/** Milliseconds after which nobody is kept from leaving by a database that does not open. */
const patience = 3000;

/**
 * `/logout`: asks first where something has not been sent. A child who passes the tablet on is not asked: what waits stays
 * sealed and is sent all the same, and the next child stands there already.
 */
export function SignOutScreen() {
  useDocumentTitle('Sign out');
  const user = useUser();
  const state = useReplicaState();
  const { search } = useLocation();
  const passes = isPassing(search);
  const [isPatienceOver, setPatienceOver] = useState(false);
  const { start } = useTimeout(() => setPatienceOver(true), patience);
  useEffect(() => start(), [start]);
  if (!user) return <Navigate to={paths.signIn()} replace state={passes ? nextChildState : null} />;
  if (passes) return <LeaveNow />;
  if (state.status === 'ready') return <LeaveReplica replica={state.replica} />;
  // What cannot be opened cannot be counted; it stays on the device either way.
  return state.status === 'opening' && !isPatienceOver ? null : <LeaveNow />;
}
