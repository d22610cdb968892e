import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';

import {
  EmptyHooksIllustration,
  EmptyShelfIllustration,
  LostPageIllustration,
  NoNetworkIllustration,
  NothingFoundIllustration,
  SignInIllustration,
  SpilledInkIllustration,
} from './empty-illustrations.tsx';

const illustrations = {
  EmptyHooksIllustration,
  EmptyShelfIllustration,
  LostPageIllustration,
  NoNetworkIllustration,
  NothingFoundIllustration,
  SignInIllustration,
  SpilledInkIllustration,
};

describe('an illustration', () => {
  it.each(Object.entries(illustrations))(
    '%s is hidden from screen readers and holds no words',
    (_, picture) => {
      const markup = renderToStaticMarkup(createElement(picture));
      expect(markup).toMatch(/^<svg [^>]*aria-hidden="true"/);
      expect(markup).not.toContain('<text');
      expect(markup).not.toContain('NaN');
    },
  );

  it.each(Object.entries(illustrations))('%s wears a colour of the school', (_, picture) => {
    expect(renderToStaticMarkup(createElement(picture))).toMatch(
      /var\(--(primary_color|book_button_color|button_color), #/,
    );
  });
});
