import { expect, it } from 'vitest';
import { placesIn, withDirectImports } from './direct-imports.ts';

const places = placesIn(
  `import { Button } from "./components/Button.mjs";
import { rem as toRem, em } from "./units.mjs";
import { Remover } from "other-package";
export { Button, toRem, Remover };
export { default as IconBox, default as IconPackage } from './icons/IconBox.mjs';`,
  '/modules/parts/esm',
);
const rewrite = (code: string) => withDirectImports(code, { parts: places });

it('a name is imported from the file that has it', () => {
  expect(rewrite('import { Button, toRem as r } from "parts";')).toBe(
    'import { Button as Button } from "/modules/parts/esm/components/Button.mjs";' +
      'import { rem as r } from "/modules/parts/esm/units.mjs";',
  );
  expect(rewrite("import { IconPackage } from 'parts';")).toBe(
    'import { default as IconPackage } from "/modules/parts/esm/icons/IconBox.mjs";',
  );
});

it('a name that comes from another package is imported from that one', () => {
  expect(rewrite('import { Remover } from "parts";')).toBe(
    'import { Remover as Remover } from "other-package";',
  );
});

it('a name that nobody knows, and what other packages give away, stays as it is', () => {
  expect(rewrite('import { em } from "parts";')).toBe('import { em as em } from "parts";');
  expect(rewrite('import { Button } from "elsewhere";')).toBe('import { Button } from "elsewhere";');
});
