import { afterAll, beforeAll, describe, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { fuzzSeed, openFuzzer, type Fuzzer } from '../support/fuzz.ts';

// A first look; tests/explore/fuzz.test.ts goes deep.
const runs = 8;
const seed = fuzzSeed();
let fuzzer: Fuzzer;

beforeAll(async () => {
  console.log(`FUZZ_SEED=${seed}`);
  fuzzer = await openFuzzer(seed);
});

afterAll(() => fuzzer.close());

describe(`${runs} hostile requests`, () => {
  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'to %s fail no worse than a refusal, in the one error shape, and change nothing',
    async (_name, endpoint) => {
      await fuzzer.attack(endpoint, runs);
    },
  );
});
