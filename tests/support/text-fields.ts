import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import * as v from 'valibot';
import type { Endpoint, Schema } from '#contract/kit/endpoint.ts';

/*
 * Every field of the contract into which somebody can put a text, found by walking through the schemas: an endpoint that is
 * new is among them by itself.
 */

type Step = string | number;
type Path = readonly Step[];

/** A schema as it stands in memory. */
interface Node {
  type: string;
  entries?: Record<string, Schema>;
  item?: Schema;
  wrapped?: Schema;
  options?: readonly unknown[];
  key?: Schema;
  value?: Schema;
  literal?: unknown;
  pipe?: readonly { type: string; requirement?: unknown }[];
}

const nodeOf = (schema: Schema) => schema as unknown as Node;

/** Whatever the field is for, one of these is taken by it. */
const ordinary = [
  'Ada',
  'ada@example.org',
  'en',
  'https://example.org',
  '#aabbcc',
  '2026-11-22T10:00:00.000Z',
];

/** What an id is called, and whose it is. */
export type KnownIds = Readonly<Partial<Record<string, string>>>;

function textFor(schema: Schema, name: Step | undefined, ids: KnownIds): string {
  const checks = nodeOf(schema).pipe ?? [];
  if (checks.some(({ type }) => type === 'uuid')) return ids[String(name)] ?? randomUUID();
  const pattern = checks.map(({ requirement }) => requirement).find((each) => each instanceof RegExp);
  const drawn = pattern ? fc.sample(fc.stringMatching(pattern), { numRuns: 1, seed: 1 }) : [];
  return [...ordinary, ...drawn].find((text) => v.is(schema, text)) ?? 'Ada';
}

/** A value of this schema with a text in one place of it, as small as it can be otherwise. */
function withText(schema: Schema, path: Path, text: string, ids: KnownIds, name?: Step): unknown {
  const node = nodeOf(schema);
  const [step, ...rest] = path;
  const within = (inner: Schema | undefined, key?: Step): unknown =>
    inner && withText(inner, rest, text, ids, key ?? name);
  switch (node.type) {
    case 'optional':
    case 'nullish':
    case 'nullable':
    case 'exact_optional':
      if (step === undefined) return node.type === 'nullable' ? null : undefined;
      return node.wrapped && withText(node.wrapped, path, text, ids, name);
    case 'object':
    case 'strict_object':
    case 'loose_object': {
      const entries = Object.entries(node.entries ?? {}).map(([key, inner]) => [
        key,
        key === step ? within(inner, key) : withText(inner, [], text, ids, key),
      ]);
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    }
    case 'array': {
      const isThere = step !== undefined || !v.is(schema, []);
      return isThere
        ? [step === undefined ? node.item && withText(node.item, [], text, ids, name) : within(node.item)]
        : [];
    }
    case 'record':
      if (step === 'key') return { [text]: node.value && withText(node.value, [], text, ids) };
      return step === undefined ? {} : { [textFor(node.key as Schema, undefined, ids)]: within(node.value) };
    case 'union':
    case 'variant':
      return typeof step === 'number'
        ? within(node.options?.[step] as Schema)
        : withText(node.options?.[0] as Schema, [], text, ids, name);
    case 'string':
      return step === 'text' ? text : textFor(schema, name, ids);
    case 'picklist':
      return node.options?.[0];
    case 'literal':
      return node.literal;
    case 'number':
      return [0, 1, 0.5, 100].find((number) => v.is(schema, number)) ?? 0;
    case 'boolean':
      return true;
    case 'blob':
      return new File(['Ada'], 'ada.txt');
    case 'unknown':
      return step === 'text' ? text : 'Ada';
    default:
      throw new Error(`Nobody has said what a ${node.type} may be`);
  }
}

/** Where texts are in a value of this schema. Forms that contain themselves are walked through once. */
function pathsOf(schema: Schema, above: readonly Schema[] = []): Path[] {
  if (above.includes(schema)) return [];
  const node = nodeOf(schema);
  const inside = (inner: Schema | undefined, step?: Step): Path[] =>
    inner
      ? pathsOf(inner, [...above, schema]).map((path) => (step === undefined ? path : [step, ...path]))
      : [];
  switch (node.type) {
    case 'string':
      return (node.pipe ?? []).some(({ type }) => type === 'uuid') ? [] : [['text']];
    case 'unknown':
      return [['text']];
    case 'optional':
    case 'nullish':
    case 'nullable':
    case 'exact_optional':
      return inside(node.wrapped);
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return Object.entries(node.entries ?? {}).flatMap(([key, inner]) => inside(inner, key));
    case 'array':
      return inside(node.item, 0);
    case 'record':
      return [['key'], ...inside(node.value, 'value')];
    case 'union':
    case 'variant':
      return (node.options ?? []).flatMap((option, place) => inside(option as Schema, place));
    default:
      return [];
  }
}

const parts = ['params', 'query', 'body'] as const;

export interface TextField {
  /** Such as `body.title`; for people. */
  name: string;
  /** A whole input of the endpoint with this text in the field. */
  input(text: string, ids: KnownIds): { params?: unknown; query?: unknown; body?: unknown };
}

/** All fields of an endpoint that take a text. */
export function textFieldsOf(endpoint: Endpoint): TextField[] {
  return parts.flatMap((part) => {
    const schema = endpoint[part];
    if (!schema) return [];
    return pathsOf(schema).map((path) => ({
      name: [part, ...path.slice(0, -1)].join('.'),
      input: (text: string, ids: KnownIds) =>
        Object.fromEntries(
          parts.flatMap((each) => {
            const form = endpoint[each];
            return form ? [[each, withText(form, each === part ? path : [], text, ids)]] : [];
          }),
        ),
    }));
  });
}
