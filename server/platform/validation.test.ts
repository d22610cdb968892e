import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { endpoint } from '#contract/kit/endpoint.ts';
import { Problem, type FieldErrors } from '#contract/kit/problem.ts';
import { authorize, parseInput, parseResponse } from './validation.ts';

const name = v.pipe(
  v.string('Please enter a name'),
  v.trim(),
  v.nonEmpty('Please enter a name'),
  v.maxLength(5, 'Too long'),
);
const shelf = endpoint({
  name: 'shelves.rename',
  summary: 'Rename a shelf',
  method: 'PUT',
  path: '/shelves/:id/',
  roles: ['teacher', 'school_admin'],
  offline: 'queued',
  params: v.object({ id: v.pipe(v.string(), v.regex(/^\d+$/u, 'This is not an id'), v.transform(Number)) }),
  query: v.object({ limit: v.optional(v.string(), '20') }),
  body: v.object({ name, books: v.array(v.object({ title: name })) }),
  response: v.object({ id: v.number(), name: v.string() }),
});

function problemOf(work: () => unknown): { code: string; errors: FieldErrors | undefined } {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, errors: error.options.errors };
    throw error;
  }
  throw new Error('No problem was thrown');
}

describe('an input', () => {
  it('arrives trimmed, with its defaults and without what the contract does not know', () => {
    const raw = {
      params: { id: '7', other: 'x' },
      query: {},
      body: { name: ' Oak ', books: [{ title: 'A', price: 3 }], role: 'school_admin' },
    };
    expect(parseInput(shelf, raw)).toEqual({
      params: { id: 7 },
      query: { limit: '20' },
      body: { name: 'Oak', books: [{ title: 'A' }] },
    });
  });

  it('is refused with the first thing that is wrong with each field, over all its parts', () => {
    const raw = {
      params: { id: 'x' },
      query: {},
      body: { name: '', books: [{ title: 'A' }, { title: 'Endless' }] },
    };
    expect(problemOf(() => parseInput(shelf, raw))).toEqual({
      code: 'request.invalid',
      errors: { id: ['This is not an id'], name: ['Please enter a name'], 'books.1.title': ['Too long'] },
    });
  });

  it('of a list by key is refused where it asks by number, as if each page were the first', () => {
    const { params: _params, body: _body, ...bare } = shelf;
    const list = endpoint({ ...bare, query: v.object({ after: v.optional(v.string()) }) });
    expect(parseInput(list, { query: { offset: '0' } })).toEqual({ query: {} });
    expect(problemOf(() => parseInput(list, { query: { offset: '20' } })).errors).toEqual({
      offset: ['Ask for the next page of this list by after, as next says it'],
    });
    const both = endpoint({
      ...bare,
      query: v.object({ after: v.optional(v.string()), offset: v.optional(v.string()) }),
    });
    expect(parseInput(both, { query: { offset: '20' } })).toEqual({ query: { offset: '20' } });
  });

  it.each([undefined, null, 7, 'text', true])('that is missing or none at all is refused: %j', (body) => {
    const { code, errors } = problemOf(() => parseInput(shelf, { params: { id: '1' }, query: {}, body }));
    expect(code).toBe('request.invalid');
    expect(errors).not.toEqual({});
  });

  it('of an endpoint that takes none is not looked at', () => {
    const { params: _params, query: _query, body: _body, ...bare } = shelf;
    expect(parseInput(endpoint(bare), { params: { id: 1 }, body: 'anything' })).toEqual({});
  });

  it('that reaches for the prototype changes nobody’s', () => {
    const body: unknown = JSON.parse('{"name": "Oak", "books": [], "__proto__": {"polluted": true}}');
    parseInput(shelf, { params: { id: '1' }, query: {}, body });
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('an answer', () => {
  it('leaves with what the contract says and nothing else', () => {
    expect(parseResponse(shelf, { id: 1, name: 'Oak', password_hash: 'secret' })).toEqual({
      id: 1,
      name: 'Oak',
    });
  });

  it('that is not what the contract says is our own bug', () => {
    expect(() => parseResponse(shelf, { id: '1' })).toThrow(
      /^shelves\.rename answered outside its contract: id is not number, name is not /u,
    );
  });
});

describe('the right to call', () => {
  it('is everybody’s where the contract says anyone', () => {
    const open = endpoint({ ...shelf, roles: 'anyone' });
    expect(() => {
      authorize(open, null);
      authorize(open, { role: 'student' });
    }).not.toThrow();
  });

  it('is everybody’s who is signed in where the contract says so', () => {
    const signedIn = endpoint({ ...shelf, roles: 'signed-in' });
    expect(() => authorize(signedIn, { role: 'student' })).not.toThrow();
    expect(problemOf(() => authorize(signedIn, null)).code).toBe('request.unauthenticated');
  });

  it('belongs to the roles that are named', () => {
    expect(() => authorize(shelf, { role: 'teacher' })).not.toThrow();
    expect(problemOf(() => authorize(shelf, { role: 'teacher_admin' })).code).toBe('request.forbidden');
    expect(problemOf(() => authorize(shelf, { role: 'quillshelf_admin' })).code).toBe('request.forbidden');
    expect(problemOf(() => authorize(shelf, null)).code).toBe('request.unauthenticated');
  });
});
