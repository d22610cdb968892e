import { expect, it } from 'vitest';
import { likelyLanguage } from './likely-language.ts';

it.each([
  ['كان يا ما كان أرنب', 'ar'],
  ['وجد الأرنب The Fox', 'ar'],
  ['ایک دفعہ کا ذکر ہے، ایک لڑکی تھی', 'ur'],
  ['היה היה ארנב', 'he'],
  ['एक बार की बात है', 'hi'],
  ['Жив собі їжачок', 'uk'],
  ['옛날 옛적에', 'ko'],
  ['むかしむかし、山に', 'ja'],
  ['山の上に', 'ja'],
  ['从前有一座山', 'zh'],
])('%s is likely %s', (words, language) => {
  expect(likelyLanguage(words)).toBe(language);
});

it.each(['', '1, 2, 3! 🌻', 'Once upon a time', 'Es war einmal', 'The teacher said مرحبا to us'])(
  '“%s” may be in many languages',
  (words) => {
    expect(likelyLanguage(words)).toBeNull();
  },
);
