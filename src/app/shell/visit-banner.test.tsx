import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceStorage } from '#src/session/device-storage.ts';
import { clearSession, sessionKeys } from '#src/session/session-keys.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { endVisit } from '#src/session/end-visit.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { sampleTenant } from '#tests/support/screen-samples.ts';
import { VisitBanner } from './visit-banner.tsx';

const visit = { home: 'Bright Futures Trust', host: 'brightfutures.localhost', is_platform: false };
const port = window.location.port === '' ? '' : `:${window.location.port}`;

beforeEach(() => {
  clearSession(deviceStorage);
  deviceStorage.setItem(sessionKeys.refreshToken, 'mine');
  useSessionStore.setState({
    tenant: sampleTenant(),
  });
});

describe('a guest', () => {
  it('sees in which school they are, and where the way back leads', () => {
    renderScreen(<VisitBanner visit={visit} />);
    expect(screen.getByRole('region', { name: 'Your visit' }).textContent).toContain(
      'Visiting Greenfield Primary',
    );
    expect(screen.getByRole('button').textContent).toBe('Go back\u00a0to Bright Futures Trust');
  });

  it('of the platform sees what they may do, and until when', () => {
    const until = new Date().toISOString();
    renderScreen(<VisitBanner visit={{ ...visit, is_platform: true, may: 'look', until }} />);
    expect(screen.getByText(/^You may look around until \d/u)).toBeTruthy();
  });

  it('goes home by ending the session, at the school first', async () => {
    const server = new FakeSchoolServer({ 'POST /logout/': () => ({ body: {} }) });
    const go = vi.fn();
    await endVisit(visit, go);
    expect(server.asked.map(({ body }) => body)).toEqual([{ refresh: 'mine' }]);
    expect(deviceStorage.getItem(sessionKeys.refreshToken)).toBeNull();
    expect(go).toHaveBeenCalledWith(`http://brightfutures.localhost${port}/admin-organization`);
  });

  it('goes home without a network too', async () => {
    const server = new FakeSchoolServer({});
    const go = vi.fn();
    await endVisit({ ...visit, host: 'localhost', is_platform: true }, go);
    expect(deviceStorage.getItem(sessionKeys.refreshToken)).toBeNull();
    expect(server.askedFor('/logout/')).not.toEqual([]);
    expect(go).toHaveBeenCalledWith(`http://localhost${port}/admin-panel`);
  });

  it('is asked first where something was not sent yet', async () => {
    const server = new FakeSchoolServer({});
    const replica = new FakeReplica();
    const { user } = renderScreen(<VisitBanner visit={visit} />, { replica });
    vi.spyOn(replica, 'status').mockReturnValue({ ...replica.status(), waiting: 1 });
    await user.click(screen.getByRole('button'));
    await untilAddressIs('/logout');
    expect(server.askedFor('/logout/')).toEqual([]);
  });
});
