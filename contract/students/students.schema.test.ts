import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fieldErrors } from '../kit/problem.ts';
import { AddStudents, StudentIds, StudentName } from './students.schema.ts';

const errors = (schema: v.GenericSchema, input: unknown) =>
  fieldErrors(v.safeParse(schema, input).issues ?? []);

describe('students to be added', () => {
  it('may be a bare list or stand in an object, and are the same', () => {
    const list = [{ first_name: ' Zoe\u0308 ', last_name: 'Fern' }, { first_name: 'Suharto' }];
    const expected = {
      students: [
        { first_name: 'Zoë', last_name: 'Fern' },
        { first_name: 'Suharto', last_name: '' },
      ],
    };
    expect(v.parse(AddStudents, list)).toEqual(expected);
    expect(v.parse(AddStudents, { students: list })).toEqual(expected);
  });

  it.each([
    [[], { form: ['Please add at least one student'] }],
    [{ students: [] }, { students: ['Please add at least one student'] }],
    [{}, { students: ['This field is required'] }],
    [[{ last_name: 'Fern' }], { '0.first_name': ['This field is required'] }],
    [{ students: [{ first_name: 'Ada', id: 'x' }] }, { 'students.0.id': ['This is not an id'] }],
    [
      { students: [{ first_name: '\ud83d' }] },
      {
        'students.0.first_name': ['First name has a character that cannot be stored'],
      },
    ],
  ])('say at the field what is wrong, in whichever form they came: %j', (input, expected) => {
    expect(errors(AddStudents, input)).toEqual(expected);
  });

  it('are five hundred at most', () => {
    const many = Array.from({ length: 501 }, () => ({ first_name: 'Ada' }));
    expect(errors(AddStudents, many)).toEqual({ form: ['Please add at most 500 students at a time'] });
    expect(errors(AddStudents, many.slice(1))).toEqual({});
  });
});

describe('a new name', () => {
  it.each([
    [
      { first_name: '', last_name: '' },
      { first_name: ['Please enter first name'], last_name: ['Please enter last name'] },
    ],
    [
      { first_name: ' ', last_name: '\u00A0' },
      { first_name: ['Please enter first name'], last_name: ['Please enter last name'] },
    ],
    [
      { first_name: 'a'.repeat(101), last_name: 'b' },
      { first_name: ['First name must not exceed 100 characters'] },
    ],
  ])('has a first and a last name: %j', (input, expected) => {
    expect(errors(StudentName, input)).toEqual(expected);
  });

  it('may be as long as a hundred characters', () => {
    expect(errors(StudentName, { first_name: 'a'.repeat(100), last_name: '田'.repeat(100) })).toEqual({});
  });
});

describe('whom a bulk call is about', () => {
  const id = '01900000-0000-7000-8000-0000000000a1';

  it('is each student once, however often and in whichever case the id stands there', () => {
    expect(v.parse(StudentIds, [id, id.toUpperCase(), id])).toEqual([id]);
  });

  it('is somebody, and five hundred at most', () => {
    expect(errors(StudentIds, [])).toEqual({ form: ['Please choose at least one student'] });
    expect(
      errors(
        StudentIds,
        Array.from({ length: 501 }, () => id),
      ),
    ).toEqual({
      form: ['Please choose at most 500 students at a time'],
    });
  });
});
