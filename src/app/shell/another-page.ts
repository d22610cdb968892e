type Address = Pick<Location, 'pathname' | 'search'>;

/** What stands in the address besides the Help Center, which opens over the page and takes nothing from it. */
function withoutHelp(search: string): string {
  const rest = new URLSearchParams(search);
  rest.delete('help');
  return rest.toString();
}

/** True where one address shows another page than the other, or another part of it. */
export function isAnotherPage(one: Address, other: Address): boolean {
  return one.pathname !== other.pathname || withoutHelp(one.search) !== withoutHelp(other.search);
}
