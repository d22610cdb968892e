import { describe, expect, it } from 'vitest';
import { cardCode, classCardsFileName, looksLikeBadge, studentCardFileName } from './cards.rules.ts';

it('the code of a card is JSON with a username and a password, which is the badge', () => {
  expect(JSON.parse(cardCode({ username: 'zoe-otter-42', badge: 'AbC_-0123456789abcdefg' }))).toEqual({
    username: 'zoe-otter-42',
    password: 'AbC_-0123456789abcdefg',
  });
});

describe('a badge', () => {
  it.each(['AAAAAAAAAAAAAAAAAAAAAA', 'AbC_-0123456789abcdefg'])('may be %s', (text) => {
    expect(looksLikeBadge(text)).toBe(true);
  });

  it.each([
    '',
    'sunny-otter-42',
    'A'.repeat(21),
    'A'.repeat(23),
    `${'A'.repeat(21)}+`,
    `${'A'.repeat(22)}\n`,
  ])('is not %j', (text) => {
    expect(looksLikeBadge(text)).toBe(false);
  });
});

describe('the file of a class', () => {
  it.each([
    ['Maple', 'Class_Maple_LoginDetails.pdf'],
    ['الصف الأول', 'Class_الصف الأول_LoginDetails.pdf'],
    ['3/4: "Owls" <b>', 'Class_3 4 Owls b_LoginDetails.pdf'],
    ['../../etc', 'Class_.. .. etc_LoginDetails.pdf'],
    ['a\u202Egpj.exe', 'Class_a gpj.exe_LoginDetails.pdf'],
  ])('%s is %s', (name, file) => {
    expect(classCardsFileName(name)).toBe(file);
  });

  it('and that of one student has the username', () => {
    expect(studentCardFileName('zoe-otter-42')).toBe('zoe-otter-42_LoginDetails.png');
  });
});
