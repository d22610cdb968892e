import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, parsePath, useLocation } from 'react-router-dom';
import { LocalDraftContext } from '#src/session/local-drafts.ts';
import { KeptContext } from '#src/session/kept-works.ts';
import { DeviceContext, type Device } from '#src/session/use-device.ts';
import { ReplicaContext, type ReplicaState } from '#src/session/use-replica.ts';
import { FakeLocalDrafts } from './fake-local-drafts.ts';
import type { FakeKept } from './fake-kept.ts';
import { FakeReplica } from './fake-replica.ts';

function Address() {
  const { pathname, search } = useLocation();
  return <span aria-label="Address">{pathname + search}</span>;
}

interface Surroundings {
  /** Null: nobody is signed in who has one. */
  replica?: FakeReplica | null;
  /** Set where the storage of the browser cannot be opened. */
  storageError?: Error | null;
  address?: string;
  /** What the router carries to it. */
  state?: unknown;
  device?: Device | null;
  /** What was kept before, where the page is opened again. */
  localDrafts?: FakeLocalDrafts;
  /** The books that are kept on the device; left out, it can keep none. */
  keptBooks?: FakeKept | null;
}

/** Renders what stands on a page, over a replica that the test fills and looks into. */
export function renderScreen(
  content: ReactNode,
  {
    replica = new FakeReplica(),
    storageError = null,
    address = '/',
    state = null,
    device = null,
    localDrafts = new FakeLocalDrafts(),
    keptBooks = null,
  }: Surroundings = {},
) {
  const user = userEvent.setup();
  const opened: ReplicaState = replica ? { status: 'ready', replica } : { status: 'none' };
  const rendered = render(
    <MantineProvider env="test">
      <Notifications />
      <MemoryRouter initialEntries={[state === null ? address : { ...parsePath(address), state }]}>
        <ReplicaContext value={storageError ? { status: 'failed', error: storageError } : opened}>
          <LocalDraftContext value={localDrafts}>
            <KeptContext value={keptBooks}>
              <DeviceContext value={device}>{content}</DeviceContext>
            </KeptContext>
          </LocalDraftContext>
        </ReplicaContext>
        <Address />
      </MemoryRouter>
    </MantineProvider>,
  );
  return { ...rendered, replica: replica ?? new FakeReplica(), user };
}
