/** The address of a page on another school's host; all of them stand behind the same port. */
export function addressOn(host: string, path: string): string {
  const { protocol, port } = window.location;
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}${path}`;
}
