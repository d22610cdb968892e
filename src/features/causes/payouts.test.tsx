import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { causeProblems } from '#contract/causes/causes.problems.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { samplePayout, samplePart, samplePayable } from '#tests/support/cause-samples.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { apiClient } from '#src/session/api.ts';
import { OwnPayoutsSection } from './own-payouts.section.tsx';
import { PayoutsSection } from './payouts.section.tsx';

type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];
const pageOf = (results: readonly unknown[]) => ({ body: { count: results.length, next: null, results } });

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

describe('payouts of the platform', () => {
  const open = (answers: Answers) => {
    const server = new FakeSchoolServer(answers);
    return { server, ...renderScreen(<PayoutsSection api={apiClient} />) };
  };

  it('are prepared from what can be paid out now', async () => {
    let isAsked = false;
    const { server, user } = open({
      'GET /payouts/payable/': () => ({ body: isAsked ? [] : [samplePayable()] }),
      'GET /payouts/': () => pageOf(isAsked ? [samplePayout({ state: 'prepared' })] : []),
      'POST /payouts/': () => {
        isAsked = true;
        return { body: samplePayout({ state: 'collecting', amount: 0 }) };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Prepare €90.00 to Hedgehog Rescue' }));
    expect(await screen.findByText('Ready to be transferred')).toBeTruthy();
    expect(server.asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      to: { kind: 'cause', id: samplePayable().to.id },
      currency: 'EUR',
    });
    expect(screen.getByText(/Nothing can be paid out now/u)).toBeTruthy();
  });

  it('that cannot be prepared are said so', async () => {
    const { user } = open({
      'GET /payouts/payable/': () => ({ body: [samplePayable()] }),
      'GET /payouts/': () => pageOf([]),
      'POST /payouts/': () => refusalOf(causeProblems.nothing_to_pay),
    });
    await user.click(await screen.findByRole('button', { name: /^Prepare/u }));
    expect(await screen.findByText('There is nothing to pay out now.')).toBeTruthy();
    expect(screen.getByText('Nothing was paid out yet.')).toBeTruthy();
  });

  it('are recorded as sent with a date and a reference, or cancelled after a question', async () => {
    const payout = samplePayout({ state: 'prepared' });
    const { server, user } = open({
      'GET /payouts/payable/': () => ({ body: [] }),
      'GET /payouts/': () => pageOf([payout]),
      [`PUT /payouts/${payout.id}/sent/`]: () => ({ body: payout }),
      [`DELETE /payouts/${payout.id}/`]: () => ({ body: payout }),
    });
    await user.click(await screen.findByRole('button', { name: /^Record the transfer/u }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Record' }));
    expect(await dialog.findByText('Please enter the bank’s reference')).toBeTruthy();
    await user.type(dialog.getByLabelText(/The bank’s reference/u), 'B-17');
    await user.click(dialog.getByRole('button', { name: 'Record' }));
    await waitFor(() =>
      expect(server.askedFor(`/payouts/${payout.id}/sent/`)[0]?.body).toMatchObject({
        bank_reference: 'B-17',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: /^Cancel/u }));
    const question = within(await screen.findByRole('dialog'));
    await user.click(question.getByRole('button', { name: 'Cancel the payout' }));
    await waitFor(() => expect(server.asked.some(({ method }) => method === 'DELETE')).toBe(true));
  });

  it('that somebody sent or cancelled first are read again, and what was typed stays', async () => {
    const payout = samplePayout({ state: 'prepared' });
    let isCancelled = false;
    const { user } = open({
      'GET /payouts/payable/': () => ({ body: [] }),
      'GET /payouts/': () => pageOf([isCancelled ? { ...payout, state: 'cancelled' } : payout]),
      [`PUT /payouts/${payout.id}/sent/`]: () => refusalOf(causeProblems.payout_not_next),
    });
    await user.click(await screen.findByRole('button', { name: /^Record the transfer/u }));
    const dialog = within(await screen.findByRole('dialog'));
    isCancelled = true;
    const reference = dialog.getByLabelText<HTMLInputElement>(/The bank’s reference/u);
    await user.type(reference, 'B-17');
    await user.click(dialog.getByRole('button', { name: 'Record' }));
    expect(await screen.findByText('Cancelled')).toBeTruthy();
    expect(reference.value).toBe('B-17');
  });

  it('on their way want a PDF or a picture as proof', async () => {
    const { server, user } = open({
      'GET /payouts/payable/': () => ({ body: [] }),
      'GET /payouts/': () => pageOf([samplePayout({ state: 'sent', sent_on: '2026-11-10' })]),
    });
    await user.click(await screen.findByRole('button', { name: /^Add the proof/u }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Send the proof' }));
    expect(await dialog.findByText('Please choose a file')).toBeTruthy();
    expect(server.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('that cannot be fetched are said so', async () => {
    open({});
    expect(await screen.findByText(/They show up here/u)).toBeTruthy();
  });
});

describe('the payouts of a school', () => {
  const open = (answers: Answers) => {
    const server = new FakeSchoolServer(answers);
    return { server, ...renderScreen(<OwnPayoutsSection />) };
  };

  it('are its own parts, with the proof of those that arrived', async () => {
    open({ 'GET /payouts/own/': () => pageOf([samplePart()]) });
    expect(await screen.findByText('€7.00 to Hedgehog Rescue')).toBeTruthy();
    expect(screen.getByText('Arrived')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'The receipt of the builder' })).toBeTruthy();
  });

  it('are none yet, or cannot be fetched', async () => {
    const { unmount } = open({ 'GET /payouts/own/': () => pageOf([]) });
    expect(await screen.findByText('Nothing was paid out yet')).toBeTruthy();
    unmount();
    open({});
    expect(await screen.findByText(/They show up here/u)).toBeTruthy();
  });
});
