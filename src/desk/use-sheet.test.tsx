import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { focusPicture } from './use-sheet.ts';

describe('the picture of a page', () => {
  const page = (
    <main id="main" tabIndex={-1}>
      <div className="node-picture">
        <button type="button" aria-expanded={false}>
          The picture
        </button>
      </div>
      <button type="button">More</button>
      <div role="dialog" aria-label="Picture">
        <button type="button">Owl</button>
      </div>
    </main>
  );
  const button = (name: string) => screen.getByRole('button', { name });

  it('has the keyboard while the sheet that it came from still sinks, or where nothing has it', () => {
    render(page);
    for (const before of [button('Owl'), screen.getByRole('main')]) {
      before.focus();
      focusPicture();
      expect(document.activeElement).toBe(button('The picture'));
    }
  });

  it('takes the keyboard from no other button', () => {
    render(page);
    button('More').focus();
    focusPicture();
    expect(document.activeElement).toBe(button('More'));
  });
});
