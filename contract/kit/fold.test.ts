import { describe, expect, it } from 'vitest';
import { nameKey } from '../students/students.rules.ts';
import { foldForComparing, foldForSearch, unspacedRuns, wordsIn } from './fold.ts';

/** Pairs of names by script: what is one name, and what is two. */
const same: readonly (readonly [script: string, one: string, other: string])[] = [
  ['Latin', 'Zoë', 'Zoe\u0308'],
  ['Latin', 'Zoë', 'ZOE'],
  ['Latin', 'Łukasz', 'lukasz'],
  ['Latin', 'Søren', 'soren'],
  ['Latin', 'Straße', 'STRASSE'],
  ['Latin', 'Ægir', 'aegir'],
  ['Latin', 'Œuvrard', 'oeuvrard'],
  ['Latin', 'Þór', 'thor'],
  ['Latin', 'Guðrún', 'gudrun'],
  ['Latin', 'Ħamrun', 'hamrun'],
  ['Latin', 'Đức', 'duc'],
  ['Latin', 'Işık', 'isik'],
  ['Latin', 'İrem', 'irem'],
  ['Latin', 'O\u2019Brien', "O'Brien"],
  ['Latin', 'O\u02BCBrien', "O'Brien"],
  ['Latin', 'O\u00B4Brien', "O'Brien"],
  ['Latin', 'Fern\u2011Hall', 'Fern-Hall'],
  ['Latin', 'Fern\u2010Hall', 'Fern\u2013Hall'],
  ['Latin', 'Zoë\u200B', 'Zoë'],
  ['Latin', '\u200FZoë', '\uFEFFZoë'],
  ['Latin', 'Fern\u00A0Hall', 'Fern Hall'],
  ['Latin', 'Ｚｏｅ', 'Zoe'],
  ['Latin', 'ﬁona', 'Fiona'],
  ['Latin', 'Zo\u200Dë', 'Zoë'],
  ['Greek', 'Ελένη', 'ΕΛΕΝΗ'],
  ['Greek', 'Νίκος', 'ΝΙΚΟΣ'],
  ['Cyrillic', 'Артём', 'АРТЕМ'],
  ['Cyrillic', 'Оле\u0301г', 'Олег'],
  ['Arabic', 'أحمد', 'احمد'],
  ['Arabic', 'محـمد', 'محمد'],
  ['Arabic', 'علی', 'علي'],
  ['Hebrew', 'ז׳אן', "ז'אן"],
  ['Hebrew', 'בן־דוד', 'בן-דוד'],
  ['Armenian', 'ԱՆԻ', 'Անի'],
  ['Georgian', 'ᲜᲘᲜᲝ', 'ნინო'],
  ['Katakana', 'ﾊﾙｶ', 'ハルカ'],
  ['Katakana', 'ﾊﾞﾝ', 'バン'],
  ['Hangul', '김민준', '김민준'.normalize('NFD')],
  ['Thai', 'น้ำ', 'น้ํา'],
  ['Devanagari', 'क़मर', 'क\u093Cमर'],
];

const different: typeof same = [
  ['Devanagari', 'फूल', 'फल'],
  ['Devanagari', 'कमल', 'कमला'],
  ['Devanagari', 'कोमल', 'कमल'],
  ['Bengali', 'রানা', 'রানি'],
  ['Gurmukhi', 'ਗੁਰ', 'ਗਰ'],
  ['Tamil', 'கலா', 'கலை'],
  ['Sinhala', 'නිමල්', 'නිමාල්'],
  ['Thai', 'กิน', 'กัน'],
  ['Thai', 'มา', 'ม้า'],
  ['Lao', 'ດີ', 'ດິ'],
  ['Khmer', 'សុខ', 'សខ'],
  ['Myanmar', 'မိုး', 'မူး'],
  ['Hiragana', 'は', 'ば'],
  ['Katakana', 'ハン', 'バン'],
  ['Cyrillic', 'Кий', 'Кии'],
  ['Cyrillic', 'Їжак', 'Іжак'],
  ['Arabic', 'حَسَن', 'حُسْن'],
  ['Hebrew', 'דָּן', 'דֵּן'],
  ['Hangul', '김민준', '김민주'],
  ['Latin', 'Anna', 'Anne'],
  ['emoji', '👩‍🚀', '👩🚀'],
  ['emoji', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}', '\u{1F3F4}'],
  ['Persian', 'می\u200Cخواهم', 'میخواهم'],
  ['Devanagari', 'क्\u200Dष', 'क्ष'],
];

describe('the fold for comparing', () => {
  it('is held by 60 pairs in 14 scripts and more', () => {
    const all = [...same, ...different];
    expect(all.length).toBeGreaterThanOrEqual(60);
    expect(new Set(all.map(([script]) => script)).size).toBeGreaterThanOrEqual(14);
  });

  it.each(same)('makes one name of two (%s): %s, %s', (_script, one, other) => {
    expect(foldForComparing(one)).toBe(foldForComparing(other));
  });

  it.each(different)('keeps two names apart (%s): %s, %s', (_script, one, other) => {
    expect(foldForComparing(one)).not.toBe(foldForComparing(other));
  });

  it.each([...same, ...different])('changes nothing the second time (%s): %s', (_script, one, other) => {
    for (const fold of [foldForComparing, foldForSearch])
      for (const text of [one, other]) expect(fold(fold(text))).toBe(fold(text));
  });
});

describe('the fold for searching', () => {
  it.each<readonly [string, string]>([
    ['Łukasz', 'lukasz'],
    ['Işık', 'isik'],
    ['Đức', 'duc'],
    ['D\u2019Angelo', "d'angelo"],
    ['Anne\u2011Sophie', 'anne-sophie'],
    ['Zoë\u200B', 'zoë'],
    ['مُحَمَّد', 'محمد'],
    ['فاطمة', 'فاطمه'],
    ['דָּנִי', 'דני'],
    ['ज़ोया', 'जोया'],
    ['Андрей', 'андреи'],
    ['Ɔkɔ', 'oko'],
    ['김민준', '기'],
    ...same.map(([_script, one, other]): [string, string] => [one, other]),
  ])('finds %s by %s', (name, typed) => {
    expect(foldForSearch(name)).toContain(foldForSearch(typed));
  });

  it.each([
    ['फूल', 'फल'],
    ['กิน', 'กัน'],
    ['Анна', 'Анно'],
  ])('does not find %s by %s', (name, typed) => {
    expect(foldForSearch(name)).not.toContain(foldForSearch(typed));
  });

  it('keeps line breaks and adds none', () => {
    expect(foldForSearch('Zoë\nŁukasz\u2028').split('\n')).toEqual(['zoe', 'lukasz\u2028']);
  });
});

describe('words of a folded text', () => {
  it('keep their vowel signs, and are no signs alone', () => {
    expect(wordsIn(foldForComparing('फूल, और! 🦊 D’or'))).toEqual(['फूल', 'और', 'd', 'or']);
  });

  it.each([
    ['abc 魔法の猫, def', ['魔法の猫']],
    ['กระต่าย 2', ['กระต่าย']],
    ['コーヒー', ['コーヒー']],
    ['Kitap', []],
  ])('in %j stand without blanks: %j', (text, runs) => {
    expect(unspacedRuns(text)).toEqual(runs);
  });
});

describe('a name of a child', () => {
  it.each([
    ['Anne Marie', 'Anne-Marie'],
    ['Anne Marie', 'Annemarie'],
    ['Fern\u00ADHall', 'Fern-Hall'],
    ['OBrien', 'O’Brien'],
  ])('may be that of another one: %s, %s', (first_name, other) => {
    expect(nameKey({ first_name, last_name: '' })).toBe(nameKey({ first_name: other, last_name: '' }));
  });

  it.each(different)('is another one (%s): %s, %s', (_script, one, other) => {
    expect(nameKey({ first_name: one, last_name: '' })).not.toBe(
      nameKey({ first_name: other, last_name: '' }),
    );
  });
});
