import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fieldErrors, Problem, problems } from './problem.ts';

describe('a problem', () => {
  const domain = problems('shelf', { full: { status: 409, error: 'The shelf is full.' } });

  it('has a stable code of its domain, a status and words', () => {
    expect(domain.full).toEqual({ code: 'shelf.full', status: 409, error: 'The shelf is full.' });
  });

  it('becomes the one error body', () => {
    const problem = new Problem(domain.full, { errors: { book: ['Does not fit'] }, details: { room: 0 } });
    expect(problem.body('request-1')).toEqual({
      code: 'shelf.full',
      error: 'The shelf is full.',
      errors: { book: ['Does not fit'] },
      request_id: 'request-1',
      details: { room: 0 },
    });
  });
});

describe('what is wrong with an input', () => {
  it('stands at its field, in words for people', () => {
    const schema = v.object({
      name: v.pipe(v.string(), v.nonEmpty('Please enter a name.')),
      books: v.array(v.object({ title: v.pipe(v.string(), v.nonEmpty('A book needs a title.')) })),
    });
    const issues = (input: unknown) => v.safeParse(schema, input).issues ?? [];
    expect(fieldErrors(issues({ name: '', books: [{ title: 'x' }, { title: '' }] }))).toEqual({
      name: ['Please enter a name.'],
      'books.1.title': ['A book needs a title.'],
    });
    expect(fieldErrors(issues({ books: [] }))).toEqual({ name: ['This field is required'] });
    expect(Object.keys(fieldErrors(issues('nothing')))).toEqual(['form']);
  });
});
