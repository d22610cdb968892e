import { describe, expect, it } from 'vitest';
import { sampleClass, sampleStudent } from '#tests/support/screen-samples.ts';
import { indexStudents, undonePrivacy } from './students.rules.ts';

const maple = sampleClass();
const zoe = sampleStudent(maple);
const mateo = sampleStudent(maple, { first_name: 'Mateo', last_name: 'García López', username: null });
const students = [zoe, mateo];

describe('searching students', () => {
  it('does not mind case and accents', () => {
    expect(indexStudents(students).find('ZOE')).toEqual([zoe]);
    expect(indexStudents(students).find('lopez')).toEqual([mateo]);
  });

  it('finds words in any order', () => {
    expect(indexStudents(students).find(' lópez  mateo ')).toEqual([mateo]);
  });

  it('finds usernames', () => {
    expect(indexStudents(students).find('otter-42')).toEqual([zoe]);
  });

  it('gives the very same list for an empty search', () => {
    expect(indexStudents(students).find('  ')).toBe(students);
  });
});

describe('a change of privacy that was undone', () => {
  const isPublic = { ...mateo, privacy_preference: 'public' as const };
  const isCommunity = { ...mateo, privacy_preference: 'community' as const };

  it.each([
    [[zoe], 'Undone: Zoë Fern is private again'],
    [[isCommunity], 'Undone: Mateo García López is community-visible again'],
    [[zoe, zoe], 'Undone: 2 students are private again'],
    [[zoe, isPublic], 'Undone: 2 students are as before'],
  ])('says what is so again', (of, words) => {
    expect(undonePrivacy(of)).toBe(words);
  });
});
