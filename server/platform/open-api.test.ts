import { describe, expect, it } from 'vitest';
import { api, endpoints } from '#contract/api.ts';
import { openApiDocument } from './open-api.ts';

interface Operation {
  operationId: string;
  description: string;
  security?: unknown;
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content: Record<string, { schema: unknown }> }>;
}

const document = openApiDocument(endpoints) as {
  openapi: string;
  info: { title: string };
  components: { schemas: Record<string, unknown> };
  paths: Record<string, Record<string, Operation>>;
};

function operation(method: string, path: string): Operation {
  const found = document.paths[path]?.[method];
  if (!found) throw new Error(`${method} ${path} is not in the document`);
  return found;
}

describe('the OpenAPI document', () => {
  it('has each endpoint of the contract once, under its own name and address', () => {
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
    );
    const declared = endpoints.map(
      ({ name, method, path }) =>
        `${name} ${method.toLowerCase()} /api${path.replaceAll(/:(\w+)/gu, '{$1}')}`,
    );
    expect(listed.toSorted()).toEqual(declared.toSorted());
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.title).toBe('Quillshelf REST API');
  });

  it('names every parameter of an address, and says which are needed', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name);
      for (const { parameters } of Object.values(methods)) {
        const declared = parameters.filter((parameter) => parameter.in === 'path');
        expect(declared.map(({ name }) => name)).toEqual(inPath);
        expect(declared.filter(({ required }) => !required)).toEqual([]);
      }
    }
    const { parameters } = operation('get', '/api/list-student-in-class/{classCode}/');
    expect(
      parameters.filter(({ in: where }) => where === 'query').map(({ name, required }) => [name, required]),
    ).toEqual([
      ['limit', false],
      ['offset', false],
      ['search', false],
    ]);
  });

  it('says where the answer is a stream, and what its events are', () => {
    const { content } = operation('get', '/api/sync/events/').responses['200'] ?? {};
    expect(Object.keys(content ?? {})).toEqual(['text/event-stream']);
    expect(content?.['text/event-stream']?.schema).toMatchObject({
      type: 'object',
      required: ['scope', 'version'],
    });
  });

  it('asks for a token where somebody has to be signed in, and takes one where it answers more to them', () => {
    for (const { name, method, path, roles, knowsCaller, problems = [] } of endpoints) {
      const { security, responses } = operation(
        method.toLowerCase(),
        `/api${path.replaceAll(/:(\w+)/gu, '{$1}')}`,
      );
      const isAsked = roles !== 'anyone';
      expect([name, security]).toEqual([
        name,
        isAsked ? [{ bearer: [] }] : knowsCaller ? [{}, { bearer: [] }] : undefined,
      ]);
      const isRefused = Array.isArray(roles) || problems.some(({ status }) => status === 403);
      expect([name, '403' in responses]).toEqual([name, isRefused]);
    }
  });

  it('says the words of each problem, and that all have the one body', () => {
    const { responses } = operation('put', '/api/student-privacy-update/{id}/');
    expect(responses['404']?.description).toBe('students.not_found: Student data not available.');
    expect(responses['409']?.description).toContain('students.privacy_changed_elsewhere');
    expect(responses['401']?.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/Problem',
    });
    expect(document.components.schemas['Problem']).toMatchObject({
      type: 'object',
      required: ['code', 'error', 'errors', 'request_id'],
    });
    const signIn = operation('post', `/api${api.identity.signIn.path}`);
    expect(signIn.responses['401']?.description).toBe(
      'identity.wrong_credentials: Login failed. Please check your credentials.',
    );
  });

  it('offers an Idempotency-Key where a signed-in person changes something', () => {
    const keyed = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
      .map(({ operationId }) => operationId);
    expect(keyed).toEqual(
      expect.arrayContaining(['students.addToClass', 'students.rename', 'students.updatePrivacy']),
    );
    expect(keyed).not.toContain('identity.signIn');
    expect(keyed).not.toContain('classes.read');
  });

  it('says where the same key does not get the same answer, because nobody keeps it', () => {
    const { description, parameters } = operation('post', '/api/student/{studentId}/login-cards/');
    expect(description).toContain('request.already_applied');
    expect(parameters.map(({ name }) => name)).toContain('Idempotency-Key');
    expect(operation('put', '/api/student-privacy-update/{id}/').description).not.toContain('Answered once');
  });

  it('shows both forms of adding students', () => {
    const { requestBody } = operation('post', '/api/class/{classId}/bulk-add-students/');
    const text = JSON.stringify(requestBody);
    expect(text).toContain('anyOf');
    expect(text).toContain('"students"');
    expect(text).toContain('"first_name"');
  });

  it('can be written as JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});
