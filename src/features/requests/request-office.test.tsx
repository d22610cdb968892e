import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { requestFormProblems } from '#contract/requests/requests.problems.ts';
import type { RequestDetails } from '#contract/requests/requests.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { type Answers, id, requestScreens } from '#tests/support/request-screens.ts';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { RequestsScreen } from './requests.screen.tsx';

requestScreens();

const details = (fields: Partial<RequestDetails> = {}): RequestDetails => ({
  id,
  kind: 'contact',
  reference: 'Q-7F3K-92',
  state: 'open',
  name: 'Ada Shore',
  email: 'ada@example.org',
  from_school: null,
  doubt: 0,
  assigned_to: null,
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
  fields: { about: 'order', words: 'Where is my book?' },
  picture: null,
  schools: [],
  answer: null,
  answered_at: null,
  answered_by: null,
  ...fields,
});

describe('those who answer', () => {
  const page = '/admin-school/requests';
  const show = (address: string, answers: Answers) => {
    useSessionStore.setState({ user: sampleAdmin() });
    const server = new FakeSchoolServer(answers);
    return { server, ...renderScreen(<RequestsScreen page={page} />, { address }) };
  };

  it('find what waits, and by the address what they look for', async () => {
    const listed = { ...details(), excerpt: 'Where is my book?' };
    const { server } = show(`${page}?kind=contact`, {
      'GET /requests/': () => ({ body: { count: 1, next: null, results: [listed] } }),
    });
    expect((await screen.findByRole('link', { name: 'Q-7F3K-92' })).getAttribute('href')).toBe(
      `${page}?id=${id}`,
    );
    expect(server.askedFor('/requests/').at(-1)?.query).toMatchObject({ state: 'open', kind: 'contact' });
  });

  it('are told that nothing waits', async () => {
    show(page, { 'GET /requests/': () => ({ body: { count: 0, next: null, results: [] } }) });
    expect(await screen.findByText('No message is here')).toBeTruthy();
  });

  it('write back about what they saw', async () => {
    let now = details();
    const { user, server } = show(`${page}?id=${id}`, {
      [`GET /requests/${id}/`]: () => ({ body: now }),
      [`POST /requests/${id}/answer/`]: () => {
        now = details({ state: 'answered', answer: 'It comes tomorrow.', answered_at: now.created_at });
        return { body: now };
      },
    });
    const sent = within((await screen.findByText('What was sent')).closest('section')!);
    expect(sent.getByText('An order or money')).toBeTruthy();
    await user.click(screen.getByText('Send answer'));
    expect(screen.getByText('Please write an answer')).toBeTruthy();
    await user.type(screen.getByLabelText(/^Your answer/u), 'It comes tomorrow.');
    await user.click(screen.getByText('Send answer'));
    expect(await screen.findByText('Write once more')).toBeTruthy();
    expect(server.askedFor(`/requests/${id}/answer/`)[0]?.body).toEqual({
      seen: details().updated_at,
      words: 'It comes tomorrow.',
    });
  });

  it('see the picture that came along', async () => {
    const picture = 'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQ==';
    show(`${page}?id=${id}`, { [`GET /requests/${id}/`]: () => ({ body: details({ picture }) }) });
    expect((await screen.findByAltText('Sent along by who wrote this')).getAttribute('src')).toBe(picture);
  });

  it('invite the schools of a list, each once, and see how far each is', async () => {
    const school = (name: string, fields: Partial<RequestDetails['schools'][number]> = {}) => ({
      school: name,
      email: `${name.toLowerCase()}@example.org`,
      country: 'KE',
      state: 'waiting' as const,
      invited_at: null,
      reminded_at: null,
      note: null,
      ...fields,
    });
    const here = school('Here', { state: 'registered' });
    const away = school('Away', { state: 'unreachable', note: 'Nobody is written to there.' });
    const list = (schools: RequestDetails['schools']) => details({ kind: 'bulk-enrolment', schools });
    let now = list([school('Hill'), school('Dale'), here, away]);
    const invited = { state: 'invited' as const, invited_at: new Date().toISOString() };
    const { user, server } = show(`${page}?id=${id}`, {
      [`GET /requests/${id}/`]: () => ({ body: now }),
      [`POST /requests/${id}/invitations/`]: () => {
        now = list([school('Hill', invited), school('Dale', invited), here, away]);
        return { body: now };
      },
    });
    expect(await screen.findByText('1 registered, 2 not invited yet, 1 cannot be written to')).toBeTruthy();
    expect(screen.getByText('Nobody is written to there.')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Invite (?:Hill|Dale)$/u })).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Invite 2 schools' }));
    expect(await screen.findByText('1 registered, 2 invited, 1 cannot be written to')).toBeTruthy();
    expect(server.askedFor(`/requests/${id}/invitations/`)[0]?.body).toEqual({
      seen: details().updated_at,
      emails: ['hill@example.org', 'dale@example.org'],
    });
    expect(screen.queryByRole('button', { name: /^Invite/u })).toBeNull();
  });

  it('write once more to those schools of a list that did not answer for a week', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const school = (name: string, fields: Partial<RequestDetails['schools'][number]>) => ({
      school: name,
      email: `${name.toLowerCase()}@example.org`,
      country: 'KE',
      state: 'invited' as const,
      invited_at: daysAgo(8),
      reminded_at: null,
      note: null,
      ...fields,
    });
    const schools = (reminded_at: string | null) => [
      school('Hill', { reminded_at }),
      school('Fresh', { invited_at: daysAgo(6) }),
      school('Here', { state: 'registered' }),
      school('Back', { state: 'returned' }),
    ];
    let now = details({ kind: 'bulk-enrolment', schools: schools(null) });
    const { user, server } = show(`${page}?id=${id}`, {
      [`GET /requests/${id}/`]: () => ({ body: now }),
      [`POST /requests/${id}/reminders/`]: () => {
        now = details({ kind: 'bulk-enrolment', schools: schools(new Date().toISOString()) });
        return { body: now };
      },
    });
    expect(await screen.findByRole('button', { name: 'Invite 1 school again' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Invite again: Hill' }));
    expect((await screen.findByText(/^Invited again/u)).textContent).toMatch(/^Invited again today/u);
    expect(server.askedFor(`/requests/${id}/reminders/`)[0]?.body).toEqual({
      seen: details().updated_at,
      emails: ['hill@example.org'],
    });
    expect(screen.queryByRole('button', { name: /^Invite/u })).toBeNull();
  });

  it('hear that somebody was faster, and lose nothing', async () => {
    const { user } = show(`${page}?id=${id}`, {
      [`GET /requests/${id}/`]: () => ({ body: details() }),
      [`POST /requests/${id}/decide/`]: () => refusalOf(requestFormProblems.changed_since),
    });
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    expect(await screen.findByText(requestFormProblems.changed_since.error)).toBeTruthy();
  });
});
