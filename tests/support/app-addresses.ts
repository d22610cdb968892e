import { panelPaths } from '#contract/kit/panel-paths.ts';
import { paths } from '#contract/kit/paths.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';

const groups: readonly Readonly<Record<string, object>>[] = [
  paths,
  paths.school,
  paths.organization,
  paths.platform,
  panelPaths,
  publicPaths,
];

/** The pattern of each page, as the contract has it. */
export const patternsOfApp: readonly string[] = groups.flatMap((group) =>
  Object.values(group).flatMap((each) =>
    'pattern' in each && typeof each.pattern === 'string' ? [each.pattern] : [],
  ),
);

/** Whether an address without its query is one of a pattern: `/library/x/2` of `/library/:id/:chapterSlug?`. */
export function isAddressOf(pattern: string, address: string): boolean {
  const place = pattern
    .replace(/(?<=.)\/$/u, '')
    .replaceAll(/\/:\w+\?/gu, '(?:/[^/]+)?')
    .replaceAll(/:\w+/gu, '[^/]+');
  return new RegExp(`^${place}/?$`, 'u').test(address);
}
