import { cleanup } from '@testing-library/react';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { outlineOf, textsOf } from '#contract/content/outline.rules.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { generatedKinds, generatedPage } from '#tests/support/generated-pages.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { Article } from './article.tsx';
import type { ContentSlots } from './blocks/block.tsx';

const slots: ContentSlots = {
  shelf: ({ title }) => <p>{title}</p>,
  form: () => null,
  startAt: () => null,
  learning: null,
  forStaff: () => null,
  above: () => null,
  below: () => null,
};

const letters = (text: string) => text.replaceAll(/\s+/gu, '');

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

it('any page that an editor can write says on the screen what it says without one, in the same order', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(generatedPage, (page) => {
      const { container } = renderScreen(<Article page={page} slots={slots} />);
      const shown = letters(container.textContent);
      let from = 0;
      for (const text of textsOf(outlineOf(page)).map(letters)) {
        const at = shown.indexOf(text, from);
        expect([text, at >= 0]).toEqual([text, true]);
        from = at + text.length;
      }
      for (const { kind } of page.blocks) seen.add(kind);
      cleanup();
    }),
    { seed: 20_261_127, numRuns: 60 },
  );
  expect([...seen].toSorted()).toEqual(generatedKinds.toSorted());
});
