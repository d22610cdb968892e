import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Sheet } from '#src/desk/sheet.tsx';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { ReadsToChild } from './reads-to-child.ts';

afterEach(() => vi.unstubAllGlobals());

const nothing = () => undefined;

const question = (
  <ConfirmDialog
    opened
    title="Take this page out?"
    question="You can put it back later."
    confirmLabel="Take it out"
    onConfirm={nothing}
    onClose={nothing}
  />
);

const sheet = (
  <Sheet opened title="Move this page" onClose={nothing}>
    <button type="button">Move earlier</button>
  </Sheet>
);

const dialog = (
  <Dialog opened size={400} title="Ask a grown-up" spoken="Show this to a grown-up." onClose={nothing}>
    The code
  </Dialog>
);

const unspoken = (
  <Dialog opened size={400} title="Which animal are you?" onClose={nothing}>
    <button type="button">Otter</button>
  </Dialog>
);

describe.each([
  ['a question', question, 'Take this page out? You can put it back later.'],
  ['a dialog', dialog, 'Show this to a grown-up.'],
  ['a dialog without words of its own', unspoken, 'Which animal are you?'],
  ['a sheet', sheet, 'Move this page. Tap the one that you want, or the cross.'],
])('%s', (_, shown, words) => {
  it('is read out to a child', async () => {
    const speech = FakeSpeech.install();
    const { user } = renderScreen(<ReadsToChild value>{shown}</ReadsToChild>);
    await user.click(await screen.findByRole('button', { name: 'Hear what to do' }));
    expect(speech.said).toEqual([words]);
  });

  it('has no ear for adults', async () => {
    FakeSpeech.install();
    renderScreen(shown);
    await screen.findByRole('dialog');
    expect(screen.queryByRole('button', { name: 'Hear what to do' })).toBeNull();
  });
});
