import { toJsonSchema } from '@valibot/to-json-schema';
import type { Endpoint, Schema } from '#contract/kit/endpoint.ts';
import { apiPrefix } from '#contract/kit/http.ts';
import { ProblemBody, requestProblems, type ProblemDefinition } from '#contract/kit/problem.ts';
import { product } from '#contract/kit/product.ts';

type Json = Record<string, unknown>;

/**
 * The OpenAPI document of the contract. Input schemas show what a caller may send, before defaults and trimming.
 * @see OpenAPI 3.1.0
 */
export function openApiDocument(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = apiPrefix + endpoint.path.replaceAll(/:(\w+)/gu, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${product.name} REST API`,
      version: '1',
      description:
        'Paths answer with and without the last slash. The tenant is the one of the host that is asked.',
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: schema(ProblemBody) },
    },
    paths,
  };
}

function operation(endpoint: Endpoint): Json {
  const signedIn = endpoint.roles !== 'anyone';
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: describe(endpoint),
    tags: [endpoint.name.split('.')[0]],
    ...(signedIn && { security: [{ bearer: [] }] }),
    // OpenAPI's way to say that it goes with a token and without one.
    ...(endpoint.knowsCaller && { security: [{}, { bearer: [] }] }),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(signedIn && endpoint.method !== 'GET'
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: false,
              schema: { type: 'string', maxLength: 200 },
            },
          ]
        : []),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: {
          [endpoint.sends === 'multipart' ? 'multipart/form-data' : 'application/json']: {
            schema: schema(endpoint.body),
          },
        },
      },
    }),
    responses: {
      200: success(endpoint),
      ...problemResponses(endpoint, signedIn),
    },
  };
}

/** OpenAPI 3.1 has no words for a stream; the shape is that of one event's data. */
function success({ answers, response }: Endpoint): Json {
  if (answers === 'csv')
    return { description: 'A CSV file.', content: { 'text/csv': { schema: schema(response) } } };
  return answers === 'events'
    ? {
        description: 'A stream of server-sent events. The data of each is JSON of this shape.',
        content: { 'text/event-stream': { schema: schema(response) } },
      }
    : { description: 'OK', content: { 'application/json': { schema: schema(response) } } };
}

function describe({ roles, offline, answers }: Endpoint): string {
  const who =
    roles === 'anyone' ? 'Anyone' : roles === 'signed-in' ? 'Anyone who is signed in' : roles.join(', ');
  const again =
    answers === 'once'
      ? ` Answered once: the same Idempotency-Key again is refused with ${requestProblems.already_applied.code}.`
      : '';
  return `May be called by: ${who}. Without a network: ${offline}.${again}`;
}

function parameters(declared: Schema | undefined, place: 'path' | 'query'): Json[] {
  if (!declared) return [];
  const { properties = {}, required = [] } = schema(declared) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function problemResponses(endpoint: Endpoint, signedIn: boolean): Json {
  const takesInput = endpoint.params ?? endpoint.query ?? endpoint.body;
  const problems: ProblemDefinition[] = [
    ...(endpoint.problems ?? []),
    ...(takesInput ? [requestProblems.invalid] : []),
    ...(endpoint.sends === 'multipart' ? [requestProblems.too_large, requestProblems.unsupported_type] : []),
    ...(signedIn || endpoint.knowsCaller ? [requestProblems.unauthenticated] : []),
    ...(Array.isArray(endpoint.roles) ? [requestProblems.forbidden] : []),
  ];
  const responses: Json = {};
  for (const status of new Set(problems.map((problem) => problem.status))) {
    const codes = problems
      .filter((problem) => problem.status === status)
      .map(({ code, error }) => `${code}: ${error}`);
    responses[status] = {
      description: codes.join(' | '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  return responses;
}

function schema(declared: Schema): Json {
  // Checks and transformations that JSON Schema cannot say are left out; the shape is what the reader needs.
  const { $schema: _dialect, ...json } = toJsonSchema(declared, {
    typeMode: 'input',
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema.type === 'blob' ? { type: 'string', format: 'binary' } : undefined,
  });
  return json;
}
