import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/*
 * A package that passes all its files on through one makes every page seem to need each of them. Where a name is imported from
 * the file that has it, the graph of modules says who needs what.
 */

/** A name of a package, by the file that has it and what it is called there. */
interface Place {
  readonly file: string;
  readonly name: string;
}

/** What stands between braces: `a`, `a as b`. */
function namesIn(list: string): { from: string; to: string }[] {
  return list.split(',').flatMap((each) => {
    const [from = '', to = from] = each.trim().split(/\s+as\s+/u);
    return from === '' ? [] : [{ from, to }];
  });
}

/** Which file has each name that `source`, the file of a package that passes them on, gives away. */
export function placesIn(source: string, folder: string): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const add = (to: string, file: string, name: string) => {
    places.set(to, { file: file.startsWith('.') ? path.join(folder, file) : file, name });
  };
  const imported = new Map<string, Place>();
  for (const [, list = '', file = ''] of source.matchAll(
    /import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/gu,
  )) {
    for (const { from, to } of namesIn(list)) imported.set(to, { file, name: from });
  }
  for (const [, list = '', file] of source.matchAll(
    /export\s*\{([^}]*)\}(?:\s*from\s*["']([^"']+)["'])?/gu,
  )) {
    for (const { from, to } of namesIn(list)) {
      const place = imported.get(from);
      if (file !== undefined) add(to, file, from);
      else if (place) add(to, place.file, place.name);
    }
  }
  return places;
}

/** The code with each name that is imported from one of the packages imported from its own file. */
export function withDirectImports(
  code: string,
  packages: Readonly<Record<string, ReadonlyMap<string, Place>>>,
): string {
  return code.replaceAll(
    /import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["'];?/gu,
    (whole, list: string, from: string) => {
      const places = packages[from];
      if (!places) return whole;
      return namesIn(list)
        .map((each) => {
          const { file, name } = places.get(each.from) ?? { file: from, name: each.from };
          return `import { ${name} as ${each.to} } from ${JSON.stringify(file)};`;
        })
        .join('');
    },
  );
}

/** Of these packages each name is imported from the file that has it. */
export function directImports(names: readonly string[]): Plugin {
  let packages: Readonly<Record<string, ReadonlyMap<string, Place>>> = {};
  return {
    name: 'direct-imports',
    // Beside the server of `npm run dev` packages are read whole, once.
    apply: 'build',
    configResolved: ({ root }) => {
      packages = Object.fromEntries(
        names.map((name) => [name, placesOf(path.join(root, 'node_modules', name))]),
      );
    },
    transform: {
      filter: { id: /\/src\/.*\.tsx?$|\/node_modules\/@mantine\//u },
      handler: (code) => ({ code: withDirectImports(code, packages), map: null }),
    },
  };
}

function placesOf(folder: string): ReadonlyMap<string, Place> {
  const { module } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    module: string;
  };
  const file = path.join(folder, module);
  return placesIn(readFileSync(file, 'utf8'), path.dirname(file));
}
