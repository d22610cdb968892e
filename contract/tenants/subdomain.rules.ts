import { limits } from '../kit/limits.ts';
import { product } from '../kit/product.ts';
import { foldForSearch } from '../kit/fold.ts';

/**
 * Names that no school gets: what people expect of us at such an address, what mail and name servers are looked for under,
 * and what could be taken for us.
 */
export const reservedNames: readonly string[] = `${product.slug}
  about abuse account accounts admin administrator api app apps assets auth autoconfig autodiscover
  backup beta billing blog bounce bounces careers cdn chat checkout cloud community contact dashboard
  data db demo dev developer dns docs donate donations download downloads email events faq feedback
  files forum ftp gateway git help home host hostmaster http https images imap img info internal
  invoice invoices jobs legal library live local localhost login logout mail manage media metrics
  mobile monitor mx news newsletter no-reply noreply ns ns1 ns2 ns3 ns4 oauth office official org
  partners password pay payment payments platform pop pop3 postmaster press preview privacy private
  production proxy public register registration report root sales school schools search secure
  security server service services shop signin signup site sites smtp sso staff stage staging static
  stats status store student students super support system teacher teachers team tenant tenants terms
  test testing tests upload uploads user users vpn web webmail webmaster wiki www www1 www2`.split(/\s+/u);

const reserved = new Set(reservedNames);

/** A name in addresses that is nobody’s to take. */
export function isReserved(name: string): boolean {
  return reserved.has(name);
}

const shape = /^[a-z\d]+(?:-[a-z\d]+)*$/u;

const reservedName = 'This name is reserved. Please choose another one.';

/** What is wrong with a name in addresses, in words of the specification where it has them; null where nothing is. */
export function subdomainProblem(text: string): string | null {
  if (text.length > limits.subdomainMaximum)
    return `Subdomain must not exceed ${limits.subdomainMaximum} characters`;
  if (!shape.test(text)) return 'Subdomain can only contain lowercase letters, numbers, and hyphens';
  return isReserved(text) ? reservedName : null;
}

/** So that `-2` and the like fit behind it. */
const room = limits.subdomainMaximum - 8;

/** A name in addresses for a school of this name; what has no Latin letters gets a plain word. */
export function subdomainFor(schoolName: string): string {
  const name = foldForSearch(schoolName)
    .replaceAll("'", '')
    .replaceAll(/[^a-z\d]+/gu, '-')
    .slice(0, room)
    .replaceAll(/^-+|-+$/gu, '');
  if (name === '') return 'our-school';
  return isReserved(name) ? `our-${name}` : name;
}
