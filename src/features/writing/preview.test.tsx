import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork, sampleProfile } from '#tests/support/screen-samples.ts';
import { Preview } from './story-steps.tsx';

beforeEach(() => useSessionStore.setState({ user: sampleProfile({ first_name: 'Zoë', last_name: 'Fern' }) }));

describe('how a work will be read', () => {
  it.each([
    ['', 'by Zoë'],
    ['Hen Friend', 'by Hen Friend'],
  ])('with the name on the cover “%s” it says “%s”, as the library does', (pen_name, words) => {
    const work = sampleOwnWork({ title: 'The hen', pen_name });
    renderScreen(<Preview work={work} chapters={[]} draw={() => null} />);
    expect(screen.getByRole('article', { name: 'Preview' }).textContent).toBe(`The hen${words}`);
  });

  it('runs from the right with all that stands in it, where its language does', () => {
    const work = sampleOwnWork({ title: 'الدجاجة', language: 'ar' });
    renderScreen(<Preview work={work} chapters={[]} draw={() => null} />);
    expect(screen.getByRole('article', { name: 'Preview' }).dir).toBe('rtl');
    expect(screen.getByText('Zoë').tagName).toBe('BDI');
    // Its “by” is English: from the right it would be read as “Zoë by”.
    expect(screen.getByText('Zoë').parentElement?.dir).toBe('ltr');
  });
});
