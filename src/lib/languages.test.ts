import { expect, it } from 'vitest';
import { languageNames } from './languages.ts';

it('says languages by their names, and what has none as it is', () => {
  expect(languageNames(['en', 'ar', 'pt-BR'])).toBe('English, Arabic, Brazilian Portuguese');
  expect(languageNames(['qaa'])).toBe('qaa');
});
