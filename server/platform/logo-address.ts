import path from 'node:path';

/** Under it each host shows the logos of all tenants; a tenant's own host has them among its icons, too. */
export const logoPath = '/logos';

/** Where any host shows the logo of a tenant; null where it has none. */
export function logoAddress({ id, logo }: { id: string; logo: string | null }): string | null {
  return logo && `${logoPath}/${id}/${path.posix.basename(logo)}`;
}
