// Tests of components run this before React is read: what React writes for the panels of a browser's developer tools takes a
// part of each rendering. Its warnings stay as they are.
import { createRequire } from 'node:module';

/** Without it React does not measure components for the panel of performance. */
Reflect.deleteProperty(console, 'timeStamp');

/** Without it React does not make a task for each element. */
Reflect.deleteProperty(console, 'createTask');

interface Internals {
  recentlyCreatedOwnerStacks?: number;
}
const react = createRequire(import.meta.url)('react') as Readonly<Record<string, Internals | undefined>>;
const internals = react['__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'];

/** React takes a stack trace for each of the first 10,000 elements of a second; here there are none left. */
if (internals && 'recentlyCreatedOwnerStacks' in internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set() {},
    configurable: true,
  });
}
