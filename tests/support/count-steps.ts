import type { Locator } from 'playwright';

/** Goes a way through the app as a person does, and counts what it costs: a test fails when it grows. */
export class StepCounter {
  taps = 0;
  /** Fields that were filled in. */
  entries = 0;

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await target.click();
  }

  /** Into a field that is in sight; a tap to reach it is no step of its own. */
  async enter(field: Locator, text: string): Promise<void> {
    this.entries += 1;
    await field.fill(text);
  }

  /** From here on it is another way. */
  startAgain(): void {
    this.taps = 0;
    this.entries = 0;
  }
}
