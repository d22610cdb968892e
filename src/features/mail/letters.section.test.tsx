import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { letterStates, type Letter } from '#contract/mail/mail.schema.ts';
import { mailProblems } from '#contract/mail/mail.problems.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { LettersSection } from './letters.section.tsx';
import { stateNames } from './mail.words.ts';

type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];
const list = '/v1/mail/';
const id = '0192f3a4-0000-7000-8000-000000000001';

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

const letter = (fields: Partial<Letter> = {}): Letter => ({
  id,
  kind: 'members.invitation',
  to_name: 'Ana Ruiz',
  to_address: 'ana@greenfield.test',
  subject: 'Greenfield invites you',
  state: 'sent',
  cause: null,
  said: null,
  attempts: 1,
  written_at: '2026-11-20T08:00:00.000Z',
  ended_at: '2026-11-20T08:00:01.000Z',
  may_again: true,
  ...fields,
});

function open(letters: readonly Letter[], answers: Answers = {}, query = '') {
  const server = new FakeSchoolServer({
    [`GET ${list}`]: () => ({ body: { count: letters.length, next: null, results: letters } }),
    ...answers,
  });
  return { server, ...renderScreen(<LettersSection />, { address: `/admin-school/users?tab=mail${query}` }) };
}

const row = async () => (await screen.findByRole('rowheader')).closest('tr')?.textContent ?? '';

describe('the letters of a school', () => {
  it('say to whom they went, what they are and what became of them', async () => {
    open([letter({ state: 'bounced', cause: 'mailbox_full', said: '552 5.2.2 full' })]);
    for (const text of [
      'Ana Ruiz',
      'ana@greenfield.test',
      'Invitation',
      'Came back',
      'The mailbox is full.',
      '552',
    ])
      expect(await row()).toContain(text);
  });

  it.each(letterStates)('have a word for %s', async (state) => {
    open([letter({ state })]);
    expect(await row()).toContain(stateNames[state]);
  });

  it('of a newer server are told by their subject', async () => {
    open([letter({ kind: 'birds.sing', cause: 'rain', to_name: '', may_again: false })]);
    expect(await row()).toMatch(/^ana@greenfield\.testLetterGreenfield invites youStateSentWritten/u);
    expect(screen.queryByRole('button', { name: /^Actions/u })).toBeNull();
  });

  it('are narrowed down by the address, which the filters write', async () => {
    const { user, server } = open([], {}, '&state=bounced&q=ana');
    await screen.findByText('No letters match “ana”');
    expect(server.askedFor(list).at(-1)?.query).toMatchObject({ state: 'bounced', search: 'ana' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Waiting');
    await waitFor(() => expect(server.askedFor(list).at(-1)?.query).toMatchObject({ state: 'waiting' }));
    await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
    await screen.findByText('No email was sent yet');
    expect(server.askedFor(list).at(-1)?.query).not.toHaveProperty('state');
  });

  it('that cannot be fetched are asked for again', async () => {
    let isAway = true;
    const answer = () => (isAway ? null : { body: { count: 1, next: null, results: [letter()] } });
    const { user } = open([], { [`GET ${list}`]: answer });
    const again = await screen.findByRole('button', { name: 'Try again' });
    isAway = false;
    await user.click(again);
    expect(await row()).toContain('Ana Ruiz');
  });
});

describe('sending a letter again', () => {
  const ask = async (user: ReturnType<typeof open>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Invitation, Ana Ruiz' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Send again…' }));
    return within(await screen.findByRole('dialog'));
  };

  it('says first that the earlier link stops working', async () => {
    const { user, server } = open([letter()], {
      [`POST ${list}${id}/again/`]: () => ({ body: letter({ state: 'waiting' }) }),
    });
    const dialog = await ask(user);
    expect(dialog.getByText('Send Ana Ruiz a new invitation? The earlier link stops working.')).toBeDefined();
    expect(server.asked.some(({ method }) => method === 'POST')).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    await screen.findByText('Sent again');
    expect(server.askedFor(list).length).toBeGreaterThan(1);
  });

  it('says why it was refused', async () => {
    const { user } = open([letter()], {
      [`POST ${list}${id}/again/`]: () => refusalOf(mailProblems.not_again),
    });
    const dialog = await ask(user);
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText(mailProblems.not_again.error)).toBeDefined();
  });
});
