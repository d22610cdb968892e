import { screen, waitFor, within } from '@testing-library/react';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { tenantLifeEndpoints } from '#contract/tenants/tenant-life.endpoints.ts';
import { tenantLifeProblems } from '#contract/tenants/tenant-life.problems.ts';
import type { TenantLife } from '#contract/tenants/tenant-life.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { TenantLifeSection } from './tenant-life.section.tsx';

const school: TenantLife = {
  id: uuidv7(),
  school_name: 'Greenfield',
  is_organization: false,
  state: 'active',
  suspended_at: null,
  people: { students: 83, staff: 6 },
};

/** The platform's side; it does what it is asked, but for a failure. */
class Platform implements ApiClient {
  readonly sent: unknown[] = [];
  /** Of reading. */
  failure: Error | null = null;
  /** Of an act. */
  refusal: Error | null = null;

  constructor(public tenant: TenantLife = school) {}

  readonly call: ApiClient['call'] = async (endpoint, input) => {
    if (endpoint.name === tenantLifeEndpoints.readLife.name) {
      if (this.failure) throw this.failure;
      return this.tenant as never;
    }
    this.sent.push([endpoint.name, input]);
    if (this.refusal) throw this.refusal;
    const isSuspended = endpoint.name === tenantLifeEndpoints.suspend.name;
    this.tenant = isSuspended
      ? { ...this.tenant, state: 'suspended', suspended_at: '2026-11-03T09:00:00.000Z' }
      : { ...this.tenant, state: 'active', suspended_at: null };
    return {} as never;
  };
}

const open = (platform: Platform) => renderScreen(<TenantLifeSection tenantId={school.id} api={platform} />);

beforeEach(() => useSessionStore.setState({ ...useSessionStore.getInitialState(), status: 'ready' }));

describe('the life of a school', () => {
  it('says for how many people it is suspended, asks why, and is undone', async () => {
    const platform = new Platform();
    const { user } = open(platform);
    await screen.findByText('Active. Everybody can sign in.');
    await user.click(screen.getByRole('button', { name: 'Suspend…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Suspend Greenfield?' });
    within(dialog).getByText(
      /83 students and 6 staff cannot sign in\. What tablets hold stays and is sent later\./u,
    );
    await user.click(within(dialog).getByRole('button', { name: 'Suspend' }));
    within(dialog).getByText('Please say why');
    expect(platform.sent).toEqual([]);
    await user.type(within(dialog).getByLabelText('Reason'), 'Not paid');
    await user.click(within(dialog).getByRole('button', { name: 'Suspend' }));
    await screen.findByText(/^Suspended since /u);
    const input = (reason: string) => ({ params: { tenantId: school.id }, body: { reason } });
    expect(platform.sent).toEqual([['tenants.suspend', input('Not paid')]]);

    await user.click(screen.getByRole('button', { name: 'Resume…' }));
    const again = await screen.findByRole('dialog', { name: 'Resume Greenfield?' });
    await user.type(within(again).getByLabelText('Reason'), 'Paid');
    await user.click(within(again).getByRole('button', { name: 'Resume' }));
    await screen.findByText('Active. Everybody can sign in.');
    expect(platform.sent.at(-1)).toEqual(['tenants.resume', input('Paid')]);
  });

  it('is read again where another administrator was first, with no question left open', async () => {
    const platform = new Platform();
    const { user } = open(platform);
    await user.click(await screen.findByRole('button', { name: 'Suspend…' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Reason'), 'Not paid');
    const { code, status, error } = tenantLifeProblems.not_active;
    platform.refusal = new ApiProblem(status, { code, error, errors: {}, request_id: 'r' }, null);
    platform.tenant = { ...school, state: 'suspended', suspended_at: '2026-11-03T09:00:00.000Z' };
    await user.click(within(dialog).getByRole('button', { name: 'Suspend' }));
    await screen.findByText('Greenfield could not be suspended');
    await screen.findByText(/^Suspended since /u);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('cannot be suspended before somebody has set it up', async () => {
    open(new Platform({ ...school, state: 'pending' }));
    await screen.findByText(/Nobody has set it up yet/u);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('that is closing while it is suspended lets nobody sign in', async () => {
    open(new Platform({ ...school, state: 'closing', suspended_at: '2026-11-03T09:00:00.000Z' }));
    expect(await screen.findByText(/^Closing, and suspended since .*\. Nobody can sign in\.$/u)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says so without a network, and asks again', async () => {
    const platform = new Platform();
    platform.failure = new NoNetworkError('none', false);
    const { user } = open(platform);
    const again = await screen.findByRole('button', { name: /again/iu });
    platform.failure = null;
    await user.click(again);
    expect(await screen.findByText('Active. Everybody can sign in.')).toBeTruthy();
  });
});
