import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { product } from '#contract/kit/product.ts';
import { appIconSvg } from '#contract/tenants/tenant-icon.ts';
import type { Tenant } from '#contract/tenants/tenants.schema.ts';
import { hashInFile } from './logos.ts';
import type { TenantService } from './tenants.service.ts';

const icons = [
  { file: 'icon-192.png', size: 192, maskable: false },
  { file: 'icon-512.png', size: 512, maskable: false },
  { file: 'maskable-192.png', size: 192, maskable: true },
  { file: 'maskable-512.png', size: 512, maskable: true },
  { file: 'touch-180.png', size: 180, maskable: true },
] as const;

/** Under it the worker keeps what a school looks like. */
export const iconPath = '/icons/app';

/** What makes the app installable: one manifest address, answered by the tenant of the host, with icons in its colours. */
export function serveTenantWeb(app: FastifyInstance, tenants: TenantService): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const tenant = await tenants.ofHost(request.host);
    return await reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifest(tenant)));
  });

  app.get<{ Params: { file: string } }>(`${iconPath}/:file`, async (request, reply) => {
    const hash = hashInFile(request.params.file);
    const tenant = hash && (await tenants.ofHost(request.host));
    const content = tenant && (await tenants.logoOf(tenant.id, hash));
    if (!content) return reply.callNotFound();
    return await reply
      .type('image/webp')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(content);
  });

  for (const icon of icons) {
    app.get(`${iconPath}/${icon.file}`, async (request, reply) => {
      const tenant = await tenants.ofHost(request.host);
      const png = await sharp(Buffer.from(iconSvg(tenant, icon.maskable)))
        .resize(icon.size, icon.size)
        .png()
        .toBuffer();
      return await reply.type('image/png').header('cache-control', 'public, max-age=86400').send(png);
    });
  }
}

/** @see W3C Web Application Manifest */
function manifest(tenant: Tenant) {
  return {
    id: '/',
    name: tenant.is_platform ? product.name : `${tenant.school_name} · ${product.name}`,
    short_name: tenant.school_name,
    description: 'Write, illustrate and read books and stories, with or without a network.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'en',
    dir: 'ltr',
    theme_color: tenant.primary_color,
    background_color: '#fbf7ef',
    icons: icons
      .filter((icon) => icon.size !== 180)
      .map((icon) => ({
        src: `${iconPath}/${icon.file}`,
        sizes: `${icon.size}x${icon.size}`,
        type: 'image/png',
        purpose: icon.maskable ? 'maskable' : 'any',
      })),
  };
}

function iconSvg(tenant: Tenant, maskable: boolean): string {
  return appIconSvg({
    background: tenant.primary_color,
    foreground: '#ffffff',
    accent: tenant.book_button_color,
    maskable,
  });
}
