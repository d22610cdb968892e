import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { ParkedCall } from '#contract/sync/grants.schema.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { kindInWords } from './parked-words.ts';
import { ParkedWorkSection } from './parked-work.section.tsx';

function parkedCall(first_name: string, change: Partial<ParkedCall> = {}): ParkedCall {
  return {
    id: `id of ${first_name}`,
    name: 'identity.markTutorialSeen',
    made_by: { id: first_name, first_name, last_name: 'Fern' },
    device_id: 'tablet',
    reason: 'card_replaced',
    parked_at: new Date().toISOString(),
    ...change,
  };
}

/** A school with parked calls, which says no where a test tells it to. */
class ParkedSchool implements ApiClient {
  readonly decided: string[] = [];
  looks = 0;
  failure: Error | null = null;
  listFailure: Error | null = null;

  constructor(public rows: ParkedCall[]) {}

  readonly call: ApiClient['call'] = async (endpoint: Endpoint, input: object) => {
    if (endpoint.name === 'sync.listParked') {
      this.looks += 1;
      if (this.listFailure) throw this.listFailure;
      return { count: this.rows.length, next: null, results: this.rows } as never;
    }
    if (this.failure) throw this.failure;
    const { id } = (input as { params: { id: string } }).params;
    this.decided.push(`${endpoint.name} ${id}`);
    this.rows = this.rows.filter((row) => row.id !== id);
    return {} as never;
  };
}

function refusal(status: number, error: string): ApiProblem {
  return new ApiProblem(status, { code: 'sync.x', error, errors: {}, request_id: 'r' }, null);
}

async function show(school: ParkedSchool, replica = new FakeReplica()) {
  const shown = renderScreen(<ParkedWorkSection api={school} />, { replica });
  if (school.rows.length > 0) await screen.findByRole('heading', { name: 'Changes to look at' });
  return shown;
}

describe('changes that a teacher has to look at', () => {
  it('are not mentioned where there are none', async () => {
    const school = new ParkedSchool([]);
    await show(school);
    await waitFor(() => expect(school.looks).toBe(1));
    await act(async () => undefined);
    expect(screen.queryByRole('heading')).toBeNull();
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('say who, what kind of change and why, and nothing of what is in it', async () => {
    await show(new ParkedSchool([parkedCall('Zoë'), parkedCall('Max', { reason: 'archived' })]));
    const [zoe, max] = screen.getAllByRole('listitem');
    expect(zoe?.textContent).toMatch(
      /^Zoë FernA guided tour was seensince .*, because the login card was replaced/u,
    );
    expect(max?.textContent).toMatch(/because the student is archived/u);
  });

  it('are applied with one tap, and gone, and what they changed is fetched', async () => {
    const school = new ParkedSchool([parkedCall('Zoë'), parkedCall('Max')]);
    const { user, replica } = await show(school);
    await user.click(screen.getByRole('button', { name: 'Apply: A guided tour was seen, Zoë Fern' }));
    expect(await screen.findByText('Change applied')).toBeTruthy();
    expect(school.decided).toEqual(['sync.applyParked id of Zoë']);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(replica.syncs).toBe(1);
  });

  it('stay where the school refuses them, with its reason', async () => {
    const school = new ParkedSchool([parkedCall('Zoë')]);
    school.failure = refusal(409, 'This change builds on an earlier one. Please apply that one first.');
    const { user } = await show(school);
    await user.click(screen.getByRole('button', { name: /^Apply/u }));
    expect(
      await screen.findByText('This change builds on an earlier one. Please apply that one first.'),
    ).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  it('are dismissed only after a question, whose safe answer has the focus', async () => {
    const school = new ParkedSchool([parkedCall('Zoë')]);
    const { user } = await show(school);
    await user.click(screen.getByRole('button', { name: /^Dismiss/u }));
    const dialog = await screen.findByRole('dialog', { name: 'Dismiss this change?' });
    expect(school.decided).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(school.decided).toEqual(['sync.dismissParked id of Zoë']));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Changes to look at' })).toBeNull());
  });

  it('stay readable without a network, and can be decided when it is back', async () => {
    const school = new ParkedSchool([parkedCall('Zoë')]);
    await show(school);
    school.listFailure = new NoNetworkError('cut', false);
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText(/cannot be reached/u)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Apply/u }).disabled).toBe(true);
    school.listFailure = null;
    window.dispatchEvent(new Event('online'));
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Apply/u }).disabled).toBe(false),
    );
  });

  it('can be asked for again where the school did not give them', async () => {
    const school = new ParkedSchool([]);
    school.listFailure = refusal(500, 'Something went wrong');
    const { user } = await show(school);
    expect(await screen.findByText('Failed to fetch the changes to look at')).toBeTruthy();
    school.listFailure = null;
    school.rows = [parkedCall('Zoë')];
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Zoë Fern')).toBeTruthy();
  });

  it('have words of their own for each kind of change that can wait', () => {
    const queued = endpoints.filter(({ offline }) => offline === 'queued').map(({ name }) => name);
    expect(queued.filter((name) => kindInWords(name) === 'A saved change')).toEqual([]);
    expect(kindInWords('stories.write')).toBe('A saved change');
  });
});
