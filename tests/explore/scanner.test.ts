import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReaderTrial, ScannerTablet, steps, type Step } from '../support/scanner-tablet.ts';

const text = '{"username":"maple-otter-12","password":"q7Zr2xW9Kc4LmB8vTn3HsA"}';
let tablet: ScannerTablet;

beforeAll(async () => {
  tablet = await ScannerTablet.open(text);
});

afterAll(() => tablet.dispose());

describe.each([
  { reader: 'WebAssembly', hasWebAssembly: true },
  { reader: 'JavaScript', hasWebAssembly: false },
])('the reader in $reader', ({ hasWebAssembly }) => {
  let trial: ReaderTrial;

  beforeAll(async () => {
    trial = await ReaderTrial.open(tablet, hasWebAssembly);
  });

  afterAll(() => trial.close());

  // What a child would be right to expect, of the reader that nearly every device has.
  const isExpectedOf = (step: Step) => (hasWebAssembly ? step.isExpected === true : step.what === 'level');

  it.each(steps.filter(isExpectedOf))('reads a card $what', async (step) => {
    expect(await trial.look(step)).toEqual([text]);
  });

  it.each(steps.filter((step) => !isExpectedOf(step)))(
    'reads a card $what rightly or not at all',
    async (step) => {
      expect([[], [text]]).toContainEqual(await trial.look(step));
    },
  );
});
