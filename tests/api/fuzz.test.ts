import { afterAll, beforeAll, describe, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { openFuzzer, type Fuzzer } from '../support/fuzz.ts';
import { seedsOf } from '../support/pinned-seeds.ts';

// A first look; tests/explore/fuzz.test.ts goes deep.
const runs = 8;
const seeds = seedsOf('fuzz');
let fuzzer: Fuzzer;

beforeAll(async () => {
  fuzzer = await openFuzzer();
});

afterAll(() => fuzzer.close());

describe(`${runs} hostile requests`, () => {
  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'to %s fail no worse than a refusal, in the one error shape, and change nothing',
    async (_name, endpoint) => {
      for (const seed of seeds) await fuzzer.attack(endpoint, { runs, seed });
    },
  );
});
