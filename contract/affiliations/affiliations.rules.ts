const anyScheme = 'https:';

/**
 * The host in what somebody typed or copied as the address of a school, in small letters: `Greenfield`,
 * `greenfield.example.org` and `https://greenfield.example.org/login` are all understood. Null for what is no address.
 */
export function hostIn(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  const address = /^[a-z][a-z\d+.-]*:\/\//u.test(text) ? text : `${anyScheme}//${text}`;
  if (!URL.canParse(address)) return null;
  const { hostname, username } = new URL(address);
  // An e-mail address would be read as somebody at a host.
  return username !== '' || hostname === '' ? null : hostname;
}
