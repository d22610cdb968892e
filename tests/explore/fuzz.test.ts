import { afterAll, beforeAll, describe, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { openFuzzer, type Fuzzer } from '../support/fuzz.ts';
import { seedsOf } from '../support/pinned-seeds.ts';
import { exploreUntil } from '../support/explore-until.ts';

const runs = 300;
const [seed = 0] = seedsOf('fuzz');
let fuzzer: Fuzzer;
let until: number;

beforeAll(async () => {
  fuzzer = await openFuzzer();
  until = exploreUntil(0.2);
});

afterAll(() => fuzzer.close());

describe(`${runs} hostile requests, as many as the time allows`, () => {
  it.each(endpoints.map((endpoint, place) => [endpoint.name, endpoint, place] as const))(
    'to %s fail no worse than a refusal, in the one error shape, and change nothing',
    async (_name, endpoint, place) => {
      const share = (until - Date.now()) / (endpoints.length - place);
      await fuzzer.attack(endpoint, { runs, seed, until: Date.now() + share });
    },
  );
});
