import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { mailProblems } from '#contract/mail/mail.problems.ts';
import type {
  MailHead,
  PanelLetter,
  PanelLetterDetails,
  PanelSuppression,
} from '#contract/mail/panel-mail.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { EmailMonitoringScreen } from './email-monitoring.screen.tsx';
import { PanelLetterScreen } from './panel-letter.screen.tsx';
import { sayAge, sayFailing, sayTransport } from './panel-mail.words.ts';

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const tenant = { id: idOf(900), school_name: 'Greenfield Primary' };
const moment = '2026-11-03T10:00:00.000Z';
const nothing = { waiting: 0, sent: 0, bounced: 0, complained: 0, failed: 0, suppressed: 0, replaced: 0 };

const head = (changed: Partial<MailHead> = {}): MailHead => ({
  day: { ...nothing, sent: 12, failed: 1 },
  oldest_waiting: null,
  latest: { ended: 13, failed: 1 },
  transport: { kind: 'smtp', host: 'smtp.example.org' },
  is_failing: false,
  ...changed,
});
const letter = (number: number, changed: Partial<PanelLetter> = {}): PanelLetter => ({
  id: idOf(number),
  tenant,
  kind: 'members.invitation',
  to_address: 'a…z@greenfield.test',
  state: 'failed',
  cause: 'mailbox_full',
  attempts: 2,
  written_at: moment,
  ended_at: moment,
  ...changed,
});
const details = (changed: Partial<PanelLetterDetails> = {}): PanelLetterDetails => ({
  ...letter(1),
  subject: 'Greenfield Primary invites you',
  letter: { greeting: 'Hello Ana,', paragraphs: ['You are invited.'], action: 'Accept', notes: ['Bye.'] },
  events: [{ at: moment, kind: 'failed', detail: '552 mailbox full' }],
  may_again: true,
  ...changed,
});
const suppression = (number: number, changed: Partial<PanelSuppression> = {}): PanelSuppression => ({
  id: idOf(number),
  address: 'a…z@greenfield.test',
  reason: 'refused',
  since: moment,
  until: null,
  note: 'the mailbox is full',
  ...changed,
});

const listCall = '/v1/panel/mail/';
const letterCall = `/v1/panel/mail/${tenant.id}/${idOf(1)}/`;
const stopped = '/v1/panel/suppressions/';
type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];
const page = (results: readonly unknown[], more: object = {}): FakeAnswer => ({
  body: { results, next: null, count: results.length, ...more },
});

function open(answers: Answers, address = '/') {
  const server = new FakeSchoolServer(answers);
  const renderSchool = () => null;
  return { server, ...renderScreen(<EmailMonitoringScreen renderSchool={renderSchool} />, { address }) };
}

function openLetter(answers: Answers) {
  const server = new FakeSchoolServer(answers);
  return { server, ...renderScreen(<PanelLetterScreen tenantId={tenant.id} letterId={idOf(1)} />) };
}

describe('the letters of all schools', () => {
  it('stand below how email is doing, each with its school, state and why', async () => {
    open({ [`GET ${listCall}`]: () => page([letter(1)], { head: head() }) });
    const row = (await screen.findByRole('rowheader')).closest('tr');
    expect(row?.textContent).toMatch(/a…z@greenfield\.testGreenfield Primary/u);
    expect(row?.textContent).toMatch(/Invitation.*Not sent.*The mailbox is full\..*2/u);
    const link = within(row as HTMLElement).getByRole('link');
    expect(link.getAttribute('href')).toBe(`/admin-panel/email-monitoring/${tenant.id}/${idOf(1)}`);
    expect(screen.getByText('Email goes out')).toBeTruthy();
    expect(screen.getByText('Mail server: smtp.example.org')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Not sent' }).getAttribute('href')).toBe(
      '/?state=failed&age=day',
    );
  });

  it('say in red what is wrong', async () => {
    open({
      [`GET ${listCall}`]: () =>
        page([letter(1)], { head: head({ is_failing: true, latest: { ended: 100, failed: 6 } }) }),
    });
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^6 of the latest 100 letters did not arrive/u,
    );
    expect(screen.queryByText('Email goes out')).toBeNull();
  });

  it('are narrowed down by what the address says', async () => {
    const { server, user } = open({ [`GET ${listCall}`]: () => page([letter(1)], { head: head() }) });
    await screen.findByRole('rowheader');
    await user.type(screen.getByRole('searchbox'), 'dead.test{Enter}');
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'failed');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Written' }), 'day');
    await untilAddressIs('/?q=dead.test&state=failed&age=day');
    await waitFor(() =>
      expect(server.askedFor(listCall).at(-1)?.query).toEqual({
        domain: 'dead.test',
        state: 'failed',
        age: 'day',
      }),
    );
  });

  it('say where nothing is found, or nothing answers', async () => {
    open({ [`GET ${listCall}`]: () => page([], { head: head() }) }, '/?state=bounced');
    expect(await screen.findByText('No letters match these filters')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Clear filters' })).toBeTruthy();
  });

  it('wait for the network', async () => {
    open({});
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('one letter', () => {
  it('says its words without the link, and what happened', async () => {
    openLetter({ [`GET ${letterCall}`]: () => ({ body: details() }) });
    const words = await screen.findByRole('region', { name: 'What it says' });
    expect(words.textContent).toContain('Hello Ana,You are invited.Accept (The link is not kept)Bye.');
    const events = screen.getByRole('region', { name: 'What happened' });
    expect(events.textContent).toMatch(/^What happenedWritten.*Not sent.*552 mailbox full$/u);
  });

  it('shows its address and is sent again with a reason', async () => {
    const { server, user } = openLetter({
      [`GET ${letterCall}`]: () => ({ body: details() }),
      [`POST ${letterCall}address/`]: () => ({ body: { address: 'ana.ruiz@greenfield.test' } }),
      [`POST ${letterCall}again/`]: () => ({ body: { id: idOf(2) } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Show the address…' }));
    await user.click(await screen.findByRole('button', { name: 'Show the address' }));
    expect(await screen.findByText('Please say why')).toBeTruthy();
    expect(server.askedFor(`${letterCall}address/`)).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'They wrote');
    await user.click(screen.getByRole('button', { name: 'Show the address' }));
    expect(await screen.findByText('ana.ruiz@greenfield.test')).toBeTruthy();
    expect(server.askedFor(`${letterCall}address/`)[0]?.body).toEqual({ reason: 'They wrote' });
    await user.click(screen.getByRole('button', { name: 'Send again…' }));
    expect(
      await screen.findByText('Send a…z@greenfield.test a new invitation? The earlier link stops working.'),
    ).toBeTruthy();
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Lost');
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await untilAddressIs(`/admin-panel/email-monitoring/${tenant.id}/${idOf(2)}`);
  });

  it('says why it was not sent again, and asks how it is now', async () => {
    const { server, user } = openLetter({
      [`GET ${letterCall}`]: () => ({ body: details() }),
      [`POST ${letterCall}again/`]: () => refusalOf(mailProblems.not_again),
    });
    await user.click(await screen.findByRole('button', { name: 'Send again…' }));
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Lost');
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText(mailProblems.not_again.error)).toBeTruthy();
    await waitFor(() => expect(server.askedFor(letterCall)).toHaveLength(2));
  });

  it('that is not there leads back to the list', async () => {
    openLetter({ [`GET ${letterCall}`]: () => refusalOf(mailProblems.not_found) });
    expect((await screen.findByRole('link', { name: 'Back to email' })).getAttribute('href')).toBe(
      '/admin-panel/email-monitoring',
    );
  });
});

describe('suppressions', () => {
  it('are lifted once the question was answered', async () => {
    let kept = [suppression(1), suppression(2, { address: null, reason: 'manual', note: '' })];
    const { user } = open(
      {
        [`GET ${stopped}`]: () => page(kept),
        [`DELETE ${stopped}${idOf(1)}/`]: () => {
          kept = kept.slice(1);
          return { body: {} };
        },
      },
      '/?tab=suppressions',
    );
    await user.click(await screen.findByRole('button', { name: 'Write to a…z@greenfield.test again' }));
    expect(
      await screen.findByText('Write to a…z@greenfield.test again? On 3 November: the mailbox is full.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Write again' }));
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1));
    expect(screen.getByRole('rowheader').textContent).toBe('An earlier address');
  });

  it('are made by hand, with what is wrong said at the field', async () => {
    const { server, user } = open(
      { [`GET ${stopped}`]: () => page([]), [`POST ${stopped}`]: () => ({ body: suppression(1) }) },
      '/?tab=suppressions',
    );
    expect(await screen.findByText('Every address is written to')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Stop email to an address…' }));
    await user.type(await screen.findByRole('textbox', { name: 'Email address' }), 'nobody');
    await user.click(screen.getByRole('button', { name: 'Stop email' }));
    expect(await screen.findByText('Invalid email')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Email address' }), '@dead.test');
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'She asked');
    await user.click(screen.getByRole('button', { name: 'Stop email' }));
    await waitFor(() =>
      expect(server.asked.find(({ method }) => method === 'POST')?.body).toEqual({
        address: 'nobody@dead.test',
        reason: 'She asked',
      }),
    );
  });
});

describe('the words of how email is doing', () => {
  const now = new Date('2026-11-03T12:30:00.000Z');

  it('say how long something waits', () => {
    expect(sayAge('2026-11-03T12:29:30.000Z', now)).toBe('just now');
    expect(sayAge('2026-11-03T12:29:00.000Z', now)).toBe('1 minute ago');
    expect(sayAge('2026-11-03T09:00:00.000Z', now)).toBe('3 hours ago');
    expect(sayAge('2026-10-31T12:30:00.000Z', now)).toBe('3 days ago');
    const waits = head({ is_failing: true, oldest_waiting: '2026-11-03T12:10:00.000Z' });
    expect(sayFailing(waits, now)).toBe('A letter has waited for 20 minutes. Check the mail server.');
    expect(sayFailing(head(), now)).toBeNull();
  });

  it('say who takes it', () => {
    expect(sayTransport({ kind: 'folder', host: null })).toMatch(/^No mail server is set/u);
    expect(sayTransport({ kind: 'none', host: null })).toBe('Another server hands email over');
  });
});
