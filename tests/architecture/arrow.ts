/*
 * Patterns: `*` is a piece of a folder's or file's name, `**` is anything, `<name>` in `from` is one folder and means
 * that same folder in the other columns. A package is `package:` and its name.
 */

export interface Ban {
  readonly to: string;
  readonly why: string;
  readonly instead: string;
  /** An import that this ban, and none before it, has to catch. */
  readonly planted: string;
}

export interface Row {
  readonly from: string;
  /** A file of this place, for the planted imports. */
  readonly file: string;
  readonly may: readonly string[];
  /** Allowed as `import type` only. */
  readonly mayByType?: readonly string[];
  /** By the folder that `<name>` stands for: what that one may import beside the others. */
  readonly mayOf?: Readonly<Record<string, readonly string[]>>;
  /** They speak about what is not allowed; the first that matches does. */
  readonly bans: readonly Ban[];
}

/** They come first in every row but that of the tests. */
export const everywhere: readonly Ban[] = [
  {
    to: '**/*.test.ts*',
    why: 'a test is no part of the program.',
    instead: 'move what both need into a file of its own beside them.',
    planted: 'src/lib/color.test.ts',
  },
  {
    to: 'tests/**',
    why: 'nobody imports the tests: what is delivered does not lean on them.',
    instead: 'move the piece to the shelf that needs it and let the tests import it from there.',
    planted: 'tests/support/factories.ts',
  },
];

export const unlisted: Ban = {
  to: 'package:**',
  why: 'the package is not on the list of this place.',
  instead:
    'use what the place has already; if nothing there will do, add the package to its row in tests/architecture/arrows.ts and say why in docs/decisions.',
  planted: 'package:left-pad',
};
