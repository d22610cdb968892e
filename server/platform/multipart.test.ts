import fastifyMultipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoint } from '#contract/kit/endpoint.ts';
import { fileField } from '#contract/kit/files.ts';
import { Problem } from '#contract/kit/problem.ts';
import { readMultipart } from './multipart.ts';
import { parseInput } from './validation.ts';

const upload = endpoint({
  name: 'test.upload',
  summary: 'Takes a name and two files',
  method: 'POST',
  path: '/upload/',
  roles: 'anyone',
  offline: 'online-only',
  sends: 'multipart',
  body: v.object({
    name: v.string(),
    list: fileField({
      types: ['text/csv'],
      wrongType: 'Please upload a valid CSV file.',
      maximum: 1000,
      tooLarge: 'File size exceeds 1 kB.',
    }),
    picture: v.optional(
      v.union([
        v.literal('none'),
        fileField({
          types: ['image/png'],
          wrongType: 'Unsupported file format',
          maximum: 2000,
          tooLarge: 'File too large',
        }),
      ]),
    ),
  }),
  response: v.object({}),
});

const app: FastifyInstance = Fastify();
let origin: string;

beforeAll(async () => {
  await app.register(fastifyMultipart);
  app.post('/upload', async (request, reply) => {
    try {
      const { body } = parseInput(upload, { body: await readMultipart(upload, request) }) as {
        body: Record<string, unknown>;
      };
      const list = body['list'] as File;
      return {
        ...body,
        same_as: JSON.stringify(body),
        list: { name: list.name, type: list.type, text: await list.text() },
      };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return reply.status(error.definition.status).send(error.body('r'));
    }
  });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => app.close());

const csv = (text: string, name = 'class.csv', type = 'text/csv') => new File([text], name, { type });

async function send(fields: Record<string, string | Blob>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const response = await fetch(`${origin}/upload`, { method: 'POST', body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('a form with files', () => {
  it('arrives as its texts and its files, whole', async () => {
    const { status, body } = await send({ name: 'Zoë', list: csv('Zoë,Fern') });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Zoë',
      list: { name: 'class.csv', type: 'text/csv', text: 'Zoë,Fern' },
    });
  });

  it('takes a field that a form left empty for one that is not there', async () => {
    const { status, body } = await send({ name: 'a', list: csv('a'), picture: csv('', '') });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('picture');
    expect(await send({ name: 'a', list: csv('', '') })).toMatchObject({
      status: 400,
      body: { errors: { list: ['This field is required'] } },
    });
  });

  it.each(['filename=""; ', ''])('takes an empty part with %s for one that is not there', async (name) => {
    const part = (head: string, body: string) =>
      `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
    const answer = await app.inject({
      method: 'POST',
      url: '/upload',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: `${part('name="name"', 'a')}${part('name="list"; filename="a.csv"\r\ncontent-type: text/csv', 'a')}${part(`${name}name="picture"\r\ncontent-type: application/octet-stream`, '')}--x--`,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).not.toHaveProperty('picture');
  });

  it('is the same for a key where the bytes are the same', async () => {
    const sameAs = async (text: string) => (await send({ name: 'a', list: csv(text) })).body['same_as'];
    expect(await sameAs('one')).toBe(await sameAs('one'));
    expect(await sameAs('one')).not.toBe(await sameAs('two'));
  });

  it('may hold exactly as much as the field takes', async () => {
    expect(await send({ name: 'a', list: csv('x'.repeat(1000)) })).toMatchObject({ status: 200 });
  });

  it.each([1001, 2001, 100_000, 5_000_000])(
    'is refused as too large with %d bytes, in the words of its field',
    async (length) => {
      const { status, body } = await send({ name: 'a', list: csv('x'.repeat(length)) });
      expect(status).toBe(413);
      expect(body).toMatchObject({ code: 'request.too_large' });
      // Where it is far too much it is not read, and nobody knows which of the files it was.
      if (length < 500_000)
        expect(body).toMatchObject({
          error: 'File size exceeds 1 kB.',
          errors: { list: ['File size exceeds 1 kB.'] },
        });
    },
  );

  it('is refused where a file says that it is of another type', async () => {
    expect(await send({ name: 'a', list: csv('%PDF', 'a.pdf', 'application/pdf') })).toMatchObject({
      status: 400,
      body: { errors: { list: ['Please upload a valid CSV file.'] } },
    });
  });

  it('is refused where a text stands in the place of a file, and a file in that of a text', async () => {
    const { status, body } = await send({ name: csv('a'), list: 'a' });
    expect(status).toBe(400);
    expect(Object.keys(body['errors'] as object).toSorted()).toEqual(['list', 'name']);
  });

  it('is refused where a name comes twice, since nobody knows which is meant', async () => {
    const form = new FormData();
    form.append('name', 'one');
    form.append('name', 'two');
    form.append('list', csv('a'));
    const response = await fetch(`${origin}/upload`, { method: 'POST', body: form });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'request.malformed' });
  });

  it('is read past what the endpoint does not know, however many files that are', async () => {
    expect(await send({ name: 'a', list: csv('a'), more: csv('b'.repeat(900)) })).toMatchObject({
      status: 200,
    });
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, place) => [`more${place}`, csv('b')]));
    expect(await send({ name: 'a', list: csv('a'), ...many })).toMatchObject({ status: 413 });
  });

  it('leaves the connection good for the next call after a refusal', async () => {
    for (let round = 0; round < 5; round += 1) {
      expect(await send({ name: 'a', list: csv('x'.repeat(400_000)) })).toMatchObject({ status: 413 });
      expect(await send({ name: 'a', list: csv('a') })).toMatchObject({ status: 200 });
    }
  });

  it.each([
    ['application/json', '{}', 415],
    ['multipart/form-data', 'x', 400],
    ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb', 400],
    ['multipart/form-data; boundary=x', '--x\r\nnothing\r\n\r\n\r\n--x--', 400],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nb\r\n--x--',
      400,
    ],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: application/json\r\n\r\n{\r\n--x--',
      400,
    ],
  ])('is refused as %s with the body %j', async (type, payload, status) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/upload',
      headers: { 'content-type': type },
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code: expect.stringMatching(/^request\./u) });
  });
});
