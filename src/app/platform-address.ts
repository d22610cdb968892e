/** The platform's own site as far as an address tells: a school's is one name before it. */
export function platformAddress({
  protocol,
  hostname,
  port,
}: Pick<Location, 'protocol' | 'hostname' | 'port'>): string {
  const [, ...rest] = hostname.split('.');
  const host = rest.length > 0 ? rest.join('.') : hostname;
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}/`;
}
