import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import { CardSchool, missingCode, TestPaper } from '#tests/support/card-school.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleClass, sampleNewCard } from '#tests/support/screen-samples.ts';
import { untilFocusIsOn } from '#tests/support/until-shown.ts';
import { ClassCardsButtons } from './class-cards.buttons.tsx';
import { MissingCredentials } from './card-failures.ts';
import type { CardChoice } from './print-cards.ts';

const maple = sampleClass();
const noNetwork = new NoNetworkError('none', false);

function showButtons(replica = new FakeReplica(), choice: CardChoice = {}) {
  const school = new CardSchool();
  school.newCards = [sampleNewCard(), sampleNewCard({ username: 'ada-owl-11' })];
  const paper = new TestPaper();
  const rendered = renderScreen(
    <ClassCardsButtons schoolClass={maple} choice={choice} api={school} paper={paper} />,
    { replica },
  );
  return { school, paper, ...rendered };
}

function namedCards() {
  const card = (username: string) => sampleNewCard({ username });
  return [card('ada'), card('ben'), card('zoe')] as const;
}

type Shown = ReturnType<typeof showButtons>;

async function print({ user }: Shown) {
  await user.click(screen.getByRole('button', { name: 'Download Class Login' }));
}

async function chooseReplace({ user }: Shown) {
  await user.click(screen.getByRole('button', { name: 'More about the login cards of Maple' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Replace all cards of the class' }));
}

describe('Download Class Login', () => {
  it('saves the cards of the class as a file of the right name', async () => {
    const shown = showButtons();
    await print(shown);
    expect(await screen.findByText('Login cards downloaded')).toBeTruthy();
    expect(screen.getByText('2 cards. Cards printed before stay good.')).toBeTruthy();
    expect(shown.paper.saved).toEqual(['Class_Maple_LoginDetails.pdf']);
    expect(shown.school.asked).toEqual([
      ['health.check', {}],
      ['cards.issueForClass', { params: { classId: maple.id }, body: { limit: 500, offset: 0 } }],
    ]);
  });

  it('has a menu of its own, at which the tour does not show what can be done with one child', () => {
    showButtons();
    const menu = screen.getByRole('button', { name: 'More about the login cards of Maple' });
    expect(menu.dataset['tour']).toBeUndefined();
  });

  it('prints in the order of the list as it is shown, with those it does not know last', async () => {
    const [ada, ben, zoe] = namedCards();
    const shown = showButtons(undefined, { order: [ben.student_id, ada.student_id] });
    shown.school.newCards = [zoe, ada, ben];
    await print(shown);
    await waitFor(() => expect(shown.paper.drawn).toEqual(['ben', 'ada', 'zoe']));
  });

  it('prints for those alone whom a search finds, and says for how many', async () => {
    const [ada, ben] = namedCards();
    const only = [ben.student_id, ada.student_id];
    const shown = showButtons(undefined, { only, order: only });
    shown.school.newCards = [ada, ben];
    await shown.user.click(screen.getByRole('button', { name: 'Print cards (2)' }));
    await waitFor(() => expect(shown.paper.drawn).toEqual(['ben', 'ada']));
    expect(shown.school.inputOf('cards.issueForClass')).toMatchObject({ body: { student_ids: only } });
  });

  it('says how far it is, and when it is called off saves nothing and voids what was made', async () => {
    const shown = showButtons();
    let goOn = () => {};
    shown.paper.beforeDrawing = () => new Promise((resolve) => (goOn = resolve));
    await print(shown);
    const dialog = await screen.findByRole('dialog', { name: 'Login cards of Maple' });
    expect(await within(dialog).findByText('1 of 2 cards')).toBeTruthy();
    expect(within(dialog).getByRole('progressbar', { name: '1 of 2 cards' })).toBeTruthy();
    await shown.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    goOn();
    await waitFor(() => expect(shown.school.names()).toContain('cards.discard'));
    expect(shown.school.inputOf('cards.discard')).toEqual({
      body: { card_ids: shown.school.newCards.map(({ id }) => id) },
    });
    expect(shown.paper.saved).toEqual([]);
    expect(screen.queryByText('Login cards downloaded')).toBeNull();
  });

  it('waits for the network, says so, and can be tried again', async () => {
    const shown = showButtons();
    shown.school.failures.set('cards.issueForClass', noNetwork);
    await print(shown);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Failed to download Login Info.')).toBeTruthy();
    expect(within(alert).getByText(/^Printing waits for the network/u)).toBeTruthy();
    shown.school.failures.clear();
    await shown.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(shown.paper.saved).toHaveLength(1));
  });

  it('offers no other try where the class is gone', async () => {
    const shown = showButtons();
    const body = { code: 'classes.not_found', error: 'Class not found', errors: {}, request_id: '1' };
    shown.school.failures.set('cards.issueForClass', new ApiProblem(404, body, null));
    await print(shown);
    expect((await screen.findByRole('alert')).textContent).toContain('Class not found');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('fetches nothing that draws while the school cannot be reached, so that another try does', async () => {
    const shown = showButtons();
    shown.school.failures.set('health.check', noNetwork);
    await print(shown);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText(/^Printing waits for the network/u)).toBeTruthy();
    expect(shown.paper.loaded).toEqual([]);
    shown.school.failures.clear();
    await shown.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(shown.paper.saved).toHaveLength(1));
    expect(shown.paper.loaded).toEqual(['class']);
  });

  it('waits for the network where what draws the cards was never fetched, and asks the school for none', async () => {
    const shown = showButtons();
    shown.paper.beforeLoading = () => Promise.reject(missingCode());
    await print(shown);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Failed to download Login Info.')).toBeTruthy();
    expect(within(alert).getByText(/^Printing waits for the network/u)).toBeTruthy();
    expect(shown.school.names()).toEqual(['health.check']);
    shown.paper.beforeLoading = async () => undefined;
    await shown.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(shown.paper.saved).toHaveLength(1));
    expect(shown.paper.loaded).toEqual(['class']);
  });

  it('says that a code cannot be made without credentials, and voids what was made', async () => {
    const shown = showButtons();
    shown.paper.beforeDrawing = () => Promise.reject(new MissingCredentials());
    await print(shown);
    expect(await screen.findByText('Failed to generate QR code: Missing credentials')).toBeTruthy();
    expect(shown.school.names()).toContain('cards.discard');
    expect(shown.paper.saved).toEqual([]);
  });

  it('says that there is nobody to print for', async () => {
    const shown = showButtons();
    shown.school.newCards = [];
    await print(shown);
    expect(
      await screen.findByText('There are currently no students in this class. Please add some students.'),
    ).toBeTruthy();
    expect(shown.paper.saved).toEqual([]);
  });
});

describe('replacing the cards of a class', () => {
  const last_printed_at = '2026-11-20T08:30:00.000Z';
  const summary = {
    cards: 3,
    students: 2,
    last_printed_at,
    last_printed_by: { first_name: 'Tess', last_name: 'Alder' },
  };

  it('says what will happen and who printed last, then voids what one saw, and prints', async () => {
    const shown = showButtons();
    shown.school.summary = summary;
    await chooseReplace(shown);
    const question = await screen.findByRole('dialog', { name: 'Replace all login cards of Maple?' });
    expect(question.textContent).toContain('2 students have a card.');
    expect(question.textContent).toContain('by Tess Alder.');
    expect(within(question).getByText('All cards printed so far stop working at once.')).toBeTruthy();
    expect(shown.school.names()).toEqual(['cards.summarizeClass']);
    await shown.user.click(within(question).getByRole('button', { name: 'Replace and print' }));
    await waitFor(() => expect(shown.paper.saved).toEqual(['Class_Maple_LoginDetails.pdf']));
    expect(shown.school.inputOf('cards.replaceOfClass')).toEqual({
      params: { classId: maple.id },
      body: { last_printed_at },
    });
    expect(screen.getByText('The old cards are void')).toBeTruthy();
    expect(await screen.findByText('2 cards. Cards printed before do not work any more.')).toBeTruthy();
    await untilFocusIsOn(() => screen.getByRole('button', { name: 'More about the login cards of Maple' }));
  });

  it('prints for the whole class once more where the first try failed, whatever is searched for', async () => {
    const [ada, ben] = namedCards();
    const shown = showButtons(undefined, { only: [ada.student_id], order: [ada.student_id] });
    shown.school.summary = summary;
    shown.school.newCards = [ada, ben];
    shown.school.failures.set('cards.issueForClass', noNetwork);
    await chooseReplace(shown);
    await shown.user.click(await screen.findByRole('button', { name: 'Replace and print' }));
    await screen.findByText(/^Printing waits for the network/u);
    shown.school.failures.clear();
    await shown.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(shown.paper.drawn).toEqual(['ada', 'ben']));
    expect(await screen.findByText('2 cards. Cards printed before do not work any more.')).toBeTruthy();
  });

  it('prints nothing where somebody printed in the meantime', async () => {
    const shown = showButtons();
    shown.school.summary = summary;
    const error = 'Somebody printed new cards in the meantime. Please look again before you replace them.';
    const body = { code: 'cards.printed_meanwhile', error, errors: {}, request_id: 'one' };
    shown.school.failures.set('cards.replaceOfClass', new ApiProblem(409, body, null));
    await chooseReplace(shown);
    await shown.user.click(await screen.findByRole('button', { name: 'Replace and print' }));
    expect(await screen.findByText(error)).toBeTruthy();
    expect(shown.school.names()).not.toContain('cards.issueForClass');
  });

  it('gives the focus back to where it was when one thinks better of it', async () => {
    const shown = showButtons();
    shown.school.summary = summary;
    let answer = () => {};
    shown.school.before = () => new Promise((resolve) => (answer = resolve));
    await chooseReplace(shown);
    const button = screen.getByRole('button', { name: 'More about the login cards of Maple' });
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    await untilFocusIsOn(() => button);
    expect(button.hasAttribute('disabled')).toBe(false);
    await act(async () => answer());
    await shown.user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(button.getAttribute('aria-busy')).toBe('false');
    await untilFocusIsOn(() => button);
    expect(shown.school.names()).toEqual(['cards.summarizeClass']);
  });

  it('asks nothing where there is no card', async () => {
    const shown = showButtons();
    await chooseReplace(shown);
    expect(await screen.findByText('There is no card to replace')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('waits until the school can be reached', async () => {
    const replica = new FakeReplica();
    replica.say({ reachable: false });
    const { user } = showButtons(replica);
    await user.click(screen.getByRole('button', { name: 'More about the login cards of Maple' }));
    expect(await screen.findByText('Only while the school can be reached')).toBeTruthy();
    const item = screen.getByRole('menuitem', { name: 'Replace all cards of the class' });
    expect(item.hasAttribute('disabled') || item.getAttribute('data-disabled') !== null).toBe(true);
  });
});
