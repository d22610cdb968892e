import { describe, expect, it } from 'vitest';
import { sampleClass } from '#tests/support/screen-samples.ts';
import { searchClasses, teacherName } from './class-list.rules.ts';

const maple = sampleClass();
const elan = sampleClass({ name: 'Élan', class_id: 'ELANX111', assigned_teacher: null });

describe('searching classes', () => {
  it('does not mind case and accents', () => {
    expect(searchClasses([maple, elan], 'elan ')).toEqual([elan]);
  });

  it('finds a class by its code and by its teacher', () => {
    expect(searchClasses([maple, elan], 'mapxe')).toEqual([maple]);
    expect(searchClasses([maple, elan], 'tess alder')).toEqual([maple]);
  });

  it('gives the very same list for an empty search', () => {
    const classes = [maple, elan];
    expect(searchClasses(classes, ' ')).toBe(classes);
  });
});

describe('the name of a teacher', () => {
  it('is empty where a class has none', () => {
    expect(teacherName(elan)).toBe('');
    expect(teacherName(maple)).toBe('Tess Alder');
  });
});
