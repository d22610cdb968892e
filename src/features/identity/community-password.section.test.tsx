import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CommunityPasswordState } from '#contract/identity/identity.schema.ts';
import { requestProblems } from '#contract/kit/problem.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { CommunityPasswordSection } from './community-password.section.tsx';

const unset: CommunityPasswordState = { is_set: false, set_at: null, set_by: null };
const set: CommunityPasswordState = {
  is_set: true,
  set_at: '2026-03-02T10:00:00.000Z',
  set_by: { first_name: 'Helen', last_name: 'Marsh' },
};

class TestSchool implements ApiClient {
  readonly sent: unknown[] = [];
  failure: Error | null = null;

  constructor(public state: CommunityPasswordState) {}

  readonly call: ApiClient['call'] = async (endpoint, input) => {
    if (this.failure) throw this.failure;
    if (endpoint.name === 'identity.setCommunityPassword') {
      this.sent.push((input as { body: unknown }).body);
      this.state = set;
    }
    return this.state as never;
  };
}

function show(state: CommunityPasswordState, isGuest = false, failure: Error | null = null) {
  const school = new TestSchool(state);
  school.failure = failure;
  return { school, ...renderScreen(<CommunityPasswordSection isGuest={isGuest} api={school} />) };
}

it('a school without one sets it, and is told what came of it', async () => {
  const { school, user } = show(unset);
  expect(await screen.findByText('No community password yet. Families cannot sign in.')).toBeTruthy();
  await user.type(screen.getByLabelText('Community password'), 'seven red kites');
  await user.click(screen.getByRole('button', { name: 'Set community password' }));
  expect(await screen.findByText('Community password set')).toBeTruthy();
  expect(school.sent).toEqual([{ password: 'seven red kites' }]);
  expect(await screen.findByText(/by Helen Marsh/u)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('New community password').value).toBe('');
});

it('a short one is refused at the field, and what was typed stays', async () => {
  const { school, user } = show(set);
  const field = await screen.findByLabelText<HTMLInputElement>('New community password');
  await user.type(field, 'seven');
  await user.click(screen.getByRole('button', { name: 'Change community password' }));
  expect(await screen.findByText('The password needs at least 8 characters.')).toBeTruthy();
  expect(school.sent).toEqual([]);
  expect(field.value).toBe('seven');
});

it('what the school refuses stands at the field, and nothing is lost without a network', async () => {
  const { school, user } = show(set);
  const field = await screen.findByLabelText<HTMLInputElement>('New community password');
  await user.type(field, 'seven red kites');
  const { code, status, error } = requestProblems.invalid;
  const errors = { password: ['Please choose another password.'] };
  school.failure = new ApiProblem(status, { code, error, errors, request_id: 'request' }, null);
  await user.click(screen.getByRole('button', { name: 'Change community password' }));
  expect(await screen.findByText('Please choose another password.')).toBeTruthy();
  school.failure = new NoNetworkError('none', false);
  await user.click(screen.getByRole('button', { name: 'Change community password' }));
  expect(await screen.findAllByText('The community password was not set')).not.toHaveLength(0);
  expect(field.value).toBe('seven red kites');
});

it('a guest sees that there is one and sets none', async () => {
  show(set, true);
  expect(await screen.findByText('Guests do not set it. Please ask the school.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change community password' })).toBeNull();
});

it('waits for the network where it cannot be looked up', async () => {
  show(set, false, new NoNetworkError('none', false));
  expect(await screen.findByText(/It can be looked at and changed/u)).toBeTruthy();
});
