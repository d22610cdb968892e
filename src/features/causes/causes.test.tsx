import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { causeProblems } from '#contract/causes/causes.problems.ts';
import type { CauseDetails, ManagedCause } from '#contract/causes/causes.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { sampleCause, sampleManagedCause, sampleRaised } from '#tests/support/cause-samples.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { henId } from '#tests/support/order-samples.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { sampleAdmin, sampleProfile } from '#tests/support/screen-samples.ts';
import { CauseFormScreen } from './cause-form.screen.tsx';
import { readCause, causeValues } from './cause-values.ts';
import { CauseScreen } from './cause.screen.tsx';
import { CausesScreen } from './causes.screen.tsx';
import { ManagedCauseScreen } from './managed-cause.screen.tsx';
import { OwnCausesScreen } from './own-causes.screen.tsx';
import { RaisedScreen } from './raised.screen.tsx';

type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];
const pageOf = (results: readonly unknown[]) => ({ body: { count: results.length, next: null, results } });

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

describe('the causes for everybody', () => {
  const open = (answer: () => ReturnType<typeof pageOf> | null, localDrafts = new FakeLocalDrafts()) => {
    const server = new FakeSchoolServer({ 'GET /charities/': answer });
    return { server, ...renderScreen(<CausesScreen />, { localDrafts }) };
  };

  it('are cards with what was raised, of what goal', async () => {
    open(() => pageOf([sampleCause()]));
    const card = within(await screen.findByRole('listitem'));
    expect(card.getByRole('link', { name: 'Hedgehog Rescue' }).getAttribute('href')).toBe(
      '/charities/hedgehog-rescue',
    );
    expect(card.getByText('€125.00 raised').textContent).toBe('€125.00 raised of €500.00');
    expect(card.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('25 % of €500.00');
    expect(card.getByText('14 books and gifts')).toBeTruthy();
  });

  it('are said not to be there yet', async () => {
    open(() => pageOf([]));
    expect(await screen.findByText('There is no cause yet')).toBeTruthy();
  });

  it('are shown without a network as they were seen last, with when that was', async () => {
    const localDrafts = new FakeLocalDrafts();
    const { unmount } = open(() => pageOf([sampleCause()]), localDrafts);
    await screen.findByRole('link', { name: 'Hedgehog Rescue' });
    await waitFor(() => expect(localDrafts.text).toContain('Hedgehog'));
    unmount();
    open(() => null, localDrafts);
    expect(await screen.findByRole('link', { name: 'Hedgehog Rescue' })).toBeTruthy();
    expect(screen.getByText(/this is how it was at/u)).toBeTruthy();
  });
});

describe('a cause for everybody', () => {
  const open = (answer: () => { status?: number; body: unknown } | null) => {
    const server = new FakeSchoolServer({ 'GET /charities/hedgehog-rescue/': answer });
    const rendered = renderScreen(<CauseScreen place="hedgehog-rescue" breadcrumb={null} />);
    return { server, ...rendered };
  };
  const told = (cause: CauseDetails) => () => ({ body: cause });

  it('tells its story, what happened, the books that help, and takes gifts', async () => {
    const cause = sampleCause();
    open(told(cause));
    await screen.findByRole('heading', { level: 1, name: 'Hedgehog Rescue' });
    expect(screen.getByText('We build nests of leaves.')).toBeTruthy();
    expect(screen.getByText('Ten nests stand.')).toBeTruthy();
    expect(screen.getByText('€90.00 arrived')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'The receipt of the builder' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'The hen' }).getAttribute('href')).toBe('/library/the-hen');
    expect(screen.getByText('VR 12345')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Give' }).getAttribute('href')).toBe(
      `/checkout?give=${cause.id}`,
    );
  });

  it('offers nothing to give to a child, or where the shop is closed', async () => {
    const { user } = useSessionStore.getState();
    useSessionStore.setState({ user: sampleProfile() });
    const { unmount } = open(told(sampleCause()));
    await screen.findByText('We build nests of leaves.');
    expect(screen.queryByRole('link', { name: 'Give' })).toBeNull();
    unmount();
    useSessionStore.setState({ user });
    open(told(sampleCause({ takes_gifts: false, state: 'paused' })));
    expect(await screen.findByText(/nothing is collected right now/u)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Give' })).toBeNull();
  });

  it('that is not there is said so, with the way to the others', async () => {
    open(() => refusalOf(causeProblems.not_found));
    expect(await screen.findByText('There is no such cause')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See all causes' })).toBeTruthy();
  });
});

describe('the causes that one runs', () => {
  const open = (isPlatform: boolean, answers: Answers) => {
    const server = new FakeSchoolServer(answers);
    const screenOf = <OwnCausesScreen isPlatform={isPlatform} />;
    return { server, ...renderScreen(screenOf, { address: '/admin-school/charities' }) };
  };

  it('are listed with their state, and narrowed down by it', async () => {
    const { user, server } = open(false, {
      'GET /charities/own/': () => pageOf([sampleManagedCause({ state: 'submitted' })]),
    });
    const row = (await screen.findByRole('rowheader')).closest('tr');
    expect(row?.textContent).toContain('Waiting to be checked');
    expect(screen.queryByRole('columnheader', { name: 'Named by' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Open');
    await waitFor(() => expect(server.asked.at(-1)?.query).toMatchObject({ state: 'open' }));
    expect(screen.getByLabelText('Address').textContent).toBe('/admin-school/charities?state=open');
  });

  it('say whose they are to the platform', async () => {
    open(true, {
      'GET /charities/own/': () =>
        pageOf([sampleManagedCause(), sampleManagedCause({ id: henId, owner: null })]),
    });
    expect(await screen.findByText('Greenfield Primary')).toBeTruthy();
    expect(screen.getByText('The platform')).toBeTruthy();
    // Below the page of causes, which is called so itself.
    expect(screen.getByRole('heading', { level: 1, name: 'All causes' })).toBeTruthy();
  });

  it('say that there are none, and that they cannot be reached', async () => {
    const { unmount } = open(false, { 'GET /charities/own/': () => pageOf([]) });
    expect(await screen.findByText('There are no causes yet')).toBeTruthy();
    unmount();
    open(false, {});
    expect(await screen.findByText(/They show up here/u)).toBeTruthy();
  });
});

describe('a cause for who runs it', () => {
  const id = sampleManagedCause().id;
  const open = (cause: ManagedCause, isPlatform: boolean, answers: Answers = {}) => {
    const server = new FakeSchoolServer({
      [`GET /charities/own/${id}/`]: () => ({ body: cause }),
      ...answers,
    });
    const screenOf = <ManagedCauseScreen causeId={id} isPlatform={isPlatform} breadcrumb={null} />;
    return { server, ...renderScreen(screenOf) };
  };

  it('leads to the fields that are missing before it is handed in, and asks nobody', async () => {
    const cause = sampleManagedCause({ state: 'draft', reason: 'The number is not there', country: null });
    const { user, server } = open(cause, false);
    expect(await screen.findByText('The number is not there')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Hand in to be checked' }));
    await untilAddressIs(`/admin-school/addcharities/${id}?show=missing`);
    expect(server.asked.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('says why where the school’s wish is refused', async () => {
    const { user } = open(sampleManagedCause({ state: 'draft' }), false, {
      [`PUT /charities/${id}/state/`]: () => refusalOf(causeProblems.not_next),
    });
    await user.click(await screen.findByRole('button', { name: 'Hand in to be checked' }));
    expect(await screen.findByText(causeProblems.not_next.error)).toBeTruthy();
  });

  it('is opened by the platform after a question, and given back with words', async () => {
    const cause = sampleManagedCause({ state: 'submitted' });
    const { user, server } = open(cause, true, {
      [`PUT /charities/${id}/state/`]: () => ({ body: cause }),
    });
    await user.click(await screen.findByRole('button', { name: 'Open' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Open' }));
    await waitFor(() =>
      expect(server.askedFor(`/charities/${id}/state/`).at(-1)?.body).toEqual({ state: 'open', reason: '' }),
    );
    await user.click(await screen.findByRole('button', { name: 'Give back' }));
    const form = within(await screen.findByRole('dialog', { name: /Give “Hedgehog Rescue” back/u }));
    await user.type(form.getByLabelText('What is missing'), 'A number');
    await user.click(form.getByRole('button', { name: 'Give back' }));
    await waitFor(() =>
      expect(server.askedFor(`/charities/${id}/state/`).at(-1)?.body).toEqual({
        state: 'draft',
        reason: 'A number',
      }),
    );
  });

  it('keeps what is typed to give it back where there is no network', async () => {
    let isOffline = false;
    const cause = sampleManagedCause({ state: 'submitted' });
    const { user, server } = open(cause, true, {
      [`GET /charities/own/${id}/`]: () => (isOffline ? null : { body: cause }),
    });
    await user.click(await screen.findByRole('button', { name: 'Give back' }));
    const form = within(await screen.findByRole('dialog'));
    isOffline = true;
    const reason = form.getByLabelText<HTMLTextAreaElement>('What is missing');
    await user.type(reason, 'A number');
    await user.click(form.getByRole('button', { name: 'Give back' }));
    await screen.findByText('This could not be done');
    expect(server.asked.filter(({ method }) => method === 'GET')).toHaveLength(1);
    expect(reason.isConnected).toBe(true);
    expect(reason.value).toBe('A number');
  });

  it('refuses a picture that is none before it is sent', async () => {
    const { user, server } = open(sampleManagedCause({ state: 'draft' }), false);
    const button = await screen.findByRole('button', { name: 'Choose a picture' });
    const input = button.parentElement?.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('There is a field for the file');
    await user.upload(input, new File(['<html>'], 'a.png', { type: 'image/png' }));
    await waitFor(() => expect(screen.getByRole('alert')).toBeTruthy());
    expect(server.asked.filter(({ method }) => method === 'PUT')).toEqual([]);
  });
});

describe('the form of a cause', () => {
  it('marks what is missing before it can be checked, and begins there', async () => {
    const cause = sampleManagedCause({ state: 'draft', country: null, registration_no: '' });
    const server = new FakeSchoolServer({ [`GET /charities/own/${cause.id}/`]: () => ({ body: cause }) });
    renderScreen(<CauseFormScreen causeId={cause.id} isPlatform={false} breadcrumb={null} />, {
      address: '/?show=missing',
    });
    const country = await screen.findByLabelText('Country');
    expect(screen.getByText('Please choose a country')).toBeTruthy();
    expect(screen.getByText('Please enter the registration number')).toBeTruthy();
    expect(document.activeElement).toBe(country);
    expect(server.asked.length).toBe(1);
  });

  it('says at each field what is wrong, and sends nothing', async () => {
    const server = new FakeSchoolServer({});
    const { user } = renderScreen(
      <CauseFormScreen causeId={undefined} isPlatform={false} breadcrumb={null} />,
    );
    await user.type(screen.getByLabelText('Goal'), 'much');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please enter a name')).toBeTruthy();
    expect(screen.getByText('Please say in a sentence what it is for')).toBeTruthy();
    expect(screen.getByText('Please enter an amount')).toBeTruthy();
    expect(server.asked).toEqual([]);
  });

  it('reads amounts as people type them, and leaves a goal out', () => {
    const values = { ...causeValues(null), name: 'Nests', summary: 'Dry nests' };
    const id = sampleManagedCause().id;
    expect(readCause({ ...values, goal: '1.250,50' }, id).cause?.goal).toEqual({
      amount: 125_050,
      currency: 'EUR',
    });
    expect(readCause(values, id).cause?.goal).toBeNull();
    expect(readCause({ ...values, goal: '0' }, id).errors).toEqual({ goal: 'Please enter an amount' });
  });

  it('keeps what another tab saved of it meanwhile', async () => {
    let cause = sampleManagedCause({ state: 'draft' });
    const server = new FakeSchoolServer({
      [`GET /charities/own/${cause.id}/`]: () => ({ body: cause }),
      [`PATCH /charities/${cause.id}/`]: () => ({ body: cause }),
    });
    const { user } = renderScreen(
      <CauseFormScreen causeId={cause.id} isPlatform={false} breadcrumb={null} />,
    );
    await user.type(await screen.findByLabelText(/^In a sentence/u), '!');
    cause = { ...cause, story: 'Two nests are there.' };
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.asked.at(-1)?.method).toBe('PATCH'));
    expect(server.asked.at(-1)?.body).toMatchObject({
      summary: 'Dry nests for the winter!',
      story: 'Two nests are there.',
    });
  });

  it('keeps what was checked as it is', async () => {
    const cause = sampleManagedCause({ state: 'open', opened_at: '2026-11-01T08:00:00.000Z' });
    const server = new FakeSchoolServer({
      [`GET /charities/own/${cause.id}/`]: () => ({ body: cause }),
      [`PATCH /charities/${cause.id}/`]: () => ({ body: cause }),
    });
    const { user } = renderScreen(
      <CauseFormScreen causeId={cause.id} isPlatform={false} breadcrumb={null} />,
    );
    expect(await screen.findByLabelText(/^Name/u)).toHaveProperty('disabled', true);
    await user.type(screen.getByLabelText(/^In a sentence/u), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.asked.at(-1)?.method).toBe('PATCH'));
    expect(server.asked.at(-1)?.body).toEqual({
      summary: 'Dry nests for the winter!',
      story: 'We build nests of leaves.',
      goal: { amount: 50_000, currency: 'EUR' },
    });
  });
});

describe('what somebody’s books raised', () => {
  const open = (body: unknown, isStaff = false) => {
    const server = new FakeSchoolServer({ 'GET /dashboard/raised/': () => ({ body }) });
    const rendered = renderScreen(
      <RaisedScreen
        isStaff={isStaff}

        renderCertificate={({ title }) => <button type="button">Certificate of {title}</button>}
      />,
    );
    return { server, ...rendered };
  };

  it('is told by cause and by book', async () => {
    open(sampleRaised());
    expect(await screen.findByText('Your books raised €9.00.')).toBeTruthy();
    expect(screen.getAllByText('€5.00 arrived, €2.00 is on its way.')).toHaveLength(3);
    expect(screen.getByRole('list', { name: 'Money for Hedgehog Rescue' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'The hen' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Hedgehog Rescue' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Certificate of The hen' })).toBeTruthy();
    expect(screen.queryByText('Of your classes')).toBeNull();
  });

  it('is nothing yet, in words for who looks', async () => {
    open(sampleRaised({ totals: [], causes: [], works: [] }));
    expect(await screen.findByText(/When somebody buys a book of yours/u)).toBeTruthy();
  });
});
