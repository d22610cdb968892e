import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { documentOf } from '#contract/works/document.rules.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork, sampleProfile } from '#tests/support/screen-samples.ts';
import { Preview } from './story-steps.tsx';

const emptyPage: OwnChapter = {
  id: '018f0000-0000-7000-8000-000000000021',
  work_id: '018f0000-0000-7000-8000-000000000009',
  place: 0,
  title: '',
  document: documentOf(''),
  version: null,
  others: [],
};

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

  it('has its recordings the way that it is read, whatever their buttons say', () => {
    const work = sampleOwnWork({ kind: 'book', title: 'الدجاجة', language: 'ar' });
    renderScreen(
      <Preview work={work} chapters={[emptyPage]} draw={() => <button type="button">Listen</button>} />,
    );
    const button = screen.getByRole('button', { name: 'Listen' });
    expect(button.closest<HTMLElement>('[dir]')?.dir).toBe('rtl');
  });
});
