const usual = 'https:';
const label = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?';
/** Labels with dots between them, the last of which is no number. An address in numbers belongs to a machine, not to a school. */
const domain = new RegExp(`^(?:${label}\\.)+(?!\\d+$)${label}$`, 'u');

/** Specification, section 5: what is typed without it begins with https. */
export function withHttps(typed: string): string {
  const text = typed.trim();
  return text === '' || /^https?:\/\//iu.test(text) ? text : `${usual}//${text}`;
}

/** What is wrong with the address of a school's own site, in words of the specification; null where nothing is. */
export function addressProblem(text: string): 'Invalid URL format' | 'Invalid domain format' | null {
  if (!/^https?:\/\/[^/\s]/iu.test(text) || !URL.canParse(text)) return 'Invalid URL format';
  const { hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'Invalid URL format';
  return domain.test(hostname) ? null : 'Invalid domain format';
}
