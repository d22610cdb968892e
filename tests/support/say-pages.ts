import { afterEach } from 'vitest';
import { sayOpenPages } from './browser.ts';

// Whoever reads that a browser test failed sees what was on the screen: on another machine there is nothing else to look at.
afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? [];
  if (error) error.message += `\n${await sayOpenPages()}`;
});
