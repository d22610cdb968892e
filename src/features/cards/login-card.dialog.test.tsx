import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LoginCard } from '#contract/cards/cards.schema.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import { CardSchool, missingCode, TestPaper } from '#tests/support/card-school.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleCard, sampleClass, sampleNewCard, sampleStudent } from '#tests/support/screen-samples.ts';
import { untilFocusIsOn } from '#tests/support/until-shown.ts';
import { LoginCardDialog } from './login-card.dialog.tsx';

const maple = sampleClass();

function showDialog(
  cards: LoginCard[],
  { student = sampleStudent(maple), failure }: { student?: Student; failure?: Error } = {},
) {
  const school = new CardSchool();
  school.cards = cards;
  school.newCards = [sampleNewCard()];
  if (failure) school.failures.set('cards.listOfStudent', failure);
  const paper = new TestPaper();
  const rendered = renderScreen(
    <LoginCardDialog student={student} opened onClose={() => {}} api={school} paper={paper} />,
  );
  return { school, paper, student, ...rendered };
}

describe('the login card of a student', () => {
  it('says of each card when it was printed, whether it was used, and whether it is good', async () => {
    showDialog([
      sampleCard({ last_used_at: new Date().toISOString() }),
      sampleCard({ revoked_at: new Date().toISOString(), reason: 'class_replaced' }),
      sampleCard({ revoked_at: new Date().toISOString(), reason: 'not_printed' }),
    ]);
    const list = await screen.findByRole('list', { name: 'Login cards of Zoë Fern' });
    const [good, voided, ...others] = within(list).getAllByRole('listitem');
    expect(good?.textContent).toMatch(/^Printed 20 Nov|^Printed Nov 20|^Printed /u);
    expect(good?.textContent).toContain('by Tess AlderLast used today');
    expect(good?.textContent).toContain('Good');
    expect(voided?.textContent).toContain('Not used yet');
    expect(voided?.textContent).toContain('Void with the whole class since');
    expect(others).toEqual([]);
  });

  it('offers no other try where the student is gone', async () => {
    const body = { code: 'students.not_found', error: 'Student not found', errors: {}, request_id: '1' };
    showDialog([], { failure: new ApiProblem(404, body, null) });
    expect(await screen.findByText('This student is not here any more')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('is downloaded as a picture, and the list is fetched again', async () => {
    const { user, school, paper } = showDialog([]);
    expect(await screen.findByText('No card was printed yet.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Replace card' })).toBeNull();
    // The keyboard begins at it, and not at the cross.
    await untilFocusIsOn(() => screen.getByRole('button', { name: 'Download card' }));
    school.cards = [sampleCard()];
    await user.click(screen.getByRole('button', { name: 'Download card' }));
    expect(await screen.findByText('Login card downloaded')).toBeTruthy();
    expect(paper.saved).toEqual(['zoe-otter-42_LoginDetails.png']);
    expect(paper.loaded).toEqual(['student']);
    expect(await screen.findByText('Good')).toBeTruthy();
  });

  it('is replaced after a question that says what happens', async () => {
    const printed_at = '2026-11-20T08:30:00.000Z';
    const { user, school, paper, student } = showDialog([sampleCard({ printed_at })]);
    await user.click(await screen.findByRole('button', { name: 'Replace card' }));
    const question = await screen.findByRole('dialog', { name: 'Replace the login card of Zoë Fern?' });
    expect(within(question).getByText('The old card stops working at once.')).toBeTruthy();
    expect(
      within(question).getByText(
        'Only a prepared tablet without a network still takes it, until it is online again.',
      ),
    ).toBeTruthy();
    expect(
      within(question).getByText('Anyone signed in with it is signed out, on every tablet.'),
    ).toBeTruthy();
    expect(school.names()).not.toContain('cards.replaceOfStudent');
    await user.click(within(question).getByRole('button', { name: 'Replace and download' }));
    await waitFor(() => expect(paper.saved).toHaveLength(1));
    expect(school.inputOf('cards.replaceOfStudent')).toEqual({
      params: { studentId: student.id },
      body: { last_printed_at: printed_at },
    });
    const names = school.names();
    expect(names.indexOf('cards.replaceOfStudent')).toBeLessThan(names.indexOf('cards.issueForStudent'));
  });

  it('stays as it is where somebody printed in the meantime', async () => {
    const { user, school, paper } = showDialog([sampleCard()]);
    const error = 'Somebody printed new cards in the meantime. Please look again before you replace them.';
    const body = { code: 'cards.printed_meanwhile', error, errors: {}, request_id: 'one' };
    school.failures.set('cards.replaceOfStudent', new ApiProblem(409, body, null));
    await user.click(await screen.findByRole('button', { name: 'Replace card' }));
    await user.click(await screen.findByRole('button', { name: 'Replace and download' }));
    expect(await screen.findByText(error)).toBeTruthy();
    expect(paper.saved).toEqual([]);
  });

  it('waits for the network, and says so', async () => {
    const { user, school } = showDialog([], { failure: new NoNetworkError('none', false) });
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText(/^Printing waits for the network/u)).toBeTruthy();
    school.failures.clear();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No card was printed yet.')).toBeTruthy();
  });

  it('says when the download failed, and why', async () => {
    const { user, school, paper } = showDialog([]);
    school.failures.set('cards.issueForStudent', new NoNetworkError('none', false));
    await user.click(await screen.findByRole('button', { name: 'Download card' }));
    expect(await screen.findByText('Failed to download Login Info.')).toBeTruthy();
    expect(paper.saved).toEqual([]);
  });

  it('waits for the network where what draws it was never fetched', async () => {
    const { user, school, paper } = showDialog([]);
    paper.beforeLoading = () => Promise.reject(missingCode());
    await user.click(await screen.findByRole('button', { name: 'Download card' }));
    expect(await screen.findByText(/^Printing waits for the network/u)).toBeTruthy();
    expect(school.names()).not.toContain('cards.issueForStudent');
  });

  it('is not made for a student of whom the school has not heard', async () => {
    const { school } = showDialog([], { student: sampleStudent(maple, { username: null }) });
    expect(await screen.findByText('Failed to generate QR code: Missing credentials')).toBeTruthy();
    expect(school.asked).toEqual([]);
  });
});
