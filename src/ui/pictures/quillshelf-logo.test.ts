import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';

import { QuillshelfLogo, QuillshelfWordmark } from './quillshelf-logo.tsx';

describe('the logo', () => {
  it('wears the colours of the school, and those of the platform where none are set', () => {
    const markup = renderToStaticMarkup(createElement(QuillshelfLogo));
    expect(markup).toContain('var(--primary_color, #11365A)');
    expect(markup).toContain('var(--book_button_color, #e97398)');
    expect(markup).toContain('var(--button_color, #d71a5f)');
  });

  it('shows the name it is given, with the drawing hidden so that the name is read once', () => {
    const markup = renderToStaticMarkup(createElement(QuillshelfWordmark, { name: 'Inkwell' }));
    expect(markup).toContain('Inkwell');
    expect(markup.match(/aria-hidden="true"/g)).toHaveLength(1);
  });
});
