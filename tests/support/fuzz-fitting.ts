import fc from 'fast-check';
import { endpoints } from '#contract/api.ts';
import { PushRequest } from '#contract/sync/sync.schema.ts';
import type { ApiWorld } from './api-world.ts';
import { hostileFile, hostileValue, knownIds, type Node } from './fuzz-values.ts';
import { maybePlanted } from './fuzz-planting.ts';

/** Values that mostly fit a schema of the contract: where the hostile ones are planted. */
export class Fitting {
  readonly #ids: fc.Arbitrary<string>;
  readonly #pushes: fc.Arbitrary<unknown>;

  constructor(world: ApiWorld) {
    this.#ids = knownIds(world);
    const inputs = endpoints
      .filter((endpoint) => endpoint.offline === 'queued')
      .map((endpoint) =>
        fc.record({
          name: fc.constant(endpoint.name as string),
          input: maybePlanted(fc.record({ params: this.of(endpoint.params), body: this.of(endpoint.body) })),
        }),
      );
    const call = fc
      .tuple(
        fc.oneof(...inputs),
        fc.record({ mutation_id: fc.uuid(), v: fc.constant(1) }),
        fc.option(
          fc.dictionary(fc.constantFrom('first_name', 'last_name', 'privacy_preference'), hostileValue),
          { nil: undefined },
        ),
      )
      .map(([named, frame, base]) => ({ ...frame, ...named, ...(base && { base }) }));
    // Ordered and the caller's own, or it would end before a single call is looked at.
    this.#pushes = fc.record({
      client_id: fc.uuid(),
      user_id: fc.constant(world.greenfield.schoolAdmin.id),
      calls: fc
        .array(call, { minLength: 1, maxLength: 6 })
        .map((calls) => calls.map((each, place) => ({ seq: place + 1, ...each }))),
      cursor: fc.constantFrom(null, undefined),
    });
  }

  of(schema: unknown): fc.Arbitrary<unknown> {
    if (schema === undefined) return fc.constant(undefined);
    if (schema === PushRequest) return this.#pushes;
    const node = schema as Node;
    const checks = node.pipe ?? [];
    switch (node.type) {
      case 'object':
      case 'strict_object':
        return fc.record(
          Object.fromEntries(Object.entries(node.entries ?? {}).map(([key, entry]) => [key, this.of(entry)])),
        );
      case 'string': {
        if (checks.some((check) => check.type === 'uuid')) return this.#ids;
        const pattern = checks.find((check) => check.requirement instanceof RegExp)?.requirement;
        if (pattern instanceof RegExp) return fc.stringMatching(pattern);
        return fc.constantFrom(
          'Ada',
          'Zoë Fern',
          'MAPXE247',
          'teacher@greenfield.test',
          'zoe-otter-42',
          '20',
          '美咲',
        );
      }
      case 'number':
        return fc.integer({ min: 0, max: 100 });
      case 'blob':
        return hostileFile;
      case 'boolean':
        return fc.boolean();
      case 'picklist':
        return fc.constantFrom(...(node.options ?? []));
      case 'literal':
        return fc.constant(node.literal);
      case 'unknown':
        return hostileValue;
      case 'array':
        return fc.array(this.of(node.item), { maxLength: 4 });
      case 'record':
        return fc.dictionary(this.of(node.key) as fc.Arbitrary<string>, this.of(node.value), { maxKeys: 4 });
      case 'optional':
      case 'nullish':
        return fc.option(this.of(node.wrapped), { nil: undefined });
      case 'nullable':
        return fc.option(this.of(node.wrapped), { nil: null });
      case 'union':
      case 'variant':
        return fc.oneof(...(node.options ?? []).map((option) => this.of(option)));
      default:
        throw new Error(`The fuzzer does not know the schema type ${node.type} yet`);
    }
  }
}
