import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { hostileCaller, type HostileCaller } from '../support/hostile-calls.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { exploreUntil } from '../support/explore-until.ts';
import { textFieldsOf } from '../support/text-fields.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world } = worldOfFile();
const fields = endpoints.flatMap((endpoint) =>
  textFieldsOf(endpoint).map((field) => ({ name: `${endpoint.name} ${field.name}`, endpoint, field })),
);

describe('every text that means harm, as many as the time allows', () => {
  let caller: HostileCaller;
  let until: number;
  beforeAll(async () => {
    caller = await hostileCaller(world);
    until = exploreUntil(0.2);
  });

  it.each(fields.map((each, place) => [each.name, each, place] as const))(
    'in %s is refused at its field or taken as text',
    async (_name, { endpoint, field }, place) => {
      const share = Date.now() + (until - Date.now()) / (fields.length - place);
      let put = 0;
      // Each field begins with another one: where there is little time, all are put somewhere.
      for (const number of hostileTexts.keys()) {
        if (put > 0 && Date.now() >= share) break;
        await caller.put(endpoint, field, hostileTexts[(place * 31 + number) % hostileTexts.length] ?? '');
        put += 1;
      }
      expect(put).toBeGreaterThan(0);
    },
  );
});
