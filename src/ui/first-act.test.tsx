import { screen, waitFor } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Sheet } from '#src/desk/sheet.tsx';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { Dialog } from './dialog.tsx';
import { FirstButton } from './first-button.tsx';
import { ReadsToChild } from './reads-to-child.ts';

const nothing = () => undefined;
const button = (name: string) => screen.findByRole('button', { name });

/** As what is fetched when a sheet opens. */
function Late({ come }: { come: Promise<void> }) {
  const [isThere, setThere] = useState(false);
  useEffect(() => void come.then(() => setThere(true)), [come]);
  return isThere ? <button type="button">Start</button> : <p>One moment</p>;
}

const inSheet = (content: ReactNode) => (
  <Sheet opened title="More" onClose={nothing}>
    {content}
  </Sheet>
);

const inDialog = (content: ReactNode) => (
  <Dialog opened size={400} title="More" onClose={nothing}>
    {content}
  </Dialog>
);

describe.each([
  ['a sheet', inSheet],
  ['a dialog', inDialog],
])('the keyboard in %s', (_, around) => {
  it('begins at the first thing to do, and not at the cross or the ear', async () => {
    FakeSpeech.install();
    onTestFinished(() => void vi.unstubAllGlobals());
    const acts = (
      <>
        <button type="button" disabled>
          Not now
        </button>
        <button type="button">Bold</button>
        <button type="button">Heading</button>
      </>
    );
    renderScreen(<ReadsToChild value>{around(acts)}</ReadsToChild>);
    const first = await button('Bold');
    await button('Hear what to do');
    await waitFor(() => expect(document.activeElement).toBe(first));
  });

  it('goes to what comes late', async () => {
    let come: () => void = nothing;
    const coming = new Promise<void>((resolve) => {
      come = resolve;
    });
    renderScreen(around(<Late come={coming} />));
    const cross = await button('Close');
    await waitFor(() => expect(document.activeElement).toBe(cross));
    come();
    const first = await button('Start');
    await waitFor(() => expect(document.activeElement).toBe(first));
  });

  it('begins at what names itself', async () => {
    const acts = (
      <>
        <button type="button">Bold</button>
        <FirstButton>Print</FirstButton>
      </>
    );
    renderScreen(around(acts));
    const named = await button('Print');
    await waitFor(() => expect(document.activeElement).toBe(named));
  });

  it('stays at the cross where there is nothing to do', async () => {
    renderScreen(around(<p>Nothing is waiting</p>));
    const cross = await button('Close');
    await waitFor(() => expect(document.activeElement).toBe(cross));
  });
});
