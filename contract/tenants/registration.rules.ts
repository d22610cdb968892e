/** The token in an organization's link to register: that of the whole address, or the text itself where it is none. */
export function tokenInLink(link: string): string {
  const text = link.trim();
  if (!URL.canParse(text)) return text;
  const parts = new URL(text).pathname.split('/').filter((part) => part !== '');
  return parts.at(-1) ?? '';
}
