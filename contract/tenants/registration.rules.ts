/** The token in an organization's link to register: that of the whole address, or the text itself where it is none. */
export function tokenInLink(link: string): string {
  const text = link.trim();
  if (!URL.canParse(text)) return text;
  const { pathname, hash } = new URL(text);
  const token = new URLSearchParams(hash.slice(1)).get('token');
  const parts = pathname.split('/').filter((part) => part !== '');
  return token ?? parts.at(-1) ?? '';
}
