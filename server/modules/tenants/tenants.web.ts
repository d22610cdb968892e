import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import pLimit from 'p-limit';
import sharp from 'sharp';
import * as v from 'valibot';
import { Id } from '#contract/kit/id.ts';
import { product } from '#contract/kit/product.ts';
import { appIconSvg, logoFrameSvg } from '#contract/tenants/tenant-icon.ts';
import type { Tenant } from '#contract/tenants/tenants.schema.ts';
import { logoPath } from '#server/platform/logo-address.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { hashInFile } from './logos.ts';
import type { TenantService } from './tenants.service.ts';

const icons = [
  { file: 'icon-192.png', size: 192, maskable: false },
  { file: 'icon-512.png', size: 512, maskable: false },
  { file: 'maskable-192.png', size: 192, maskable: true },
  { file: 'maskable-512.png', size: 512, maskable: true },
  { file: 'touch-180.png', size: 180, maskable: true },
] as const;

/** Icons that are kept once they were drawn, of some twenty kilobytes each. */
const mostKept = 200;

/** Under it the worker keeps what a school looks like. */
export const iconPath = '/icons/app';

type Shown = Omit<Tenant, 'closes_at'>;

/** What makes the app installable: one manifest address, answered by the tenant of the host, with icons of its logo or in its colours. */
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
    return await sendLogo(reply, tenant ? await tenants.logoOf(tenant.id, hash) : undefined);
  });

  app.get<{ Params: { tenantId: string; file: string } }>(
    `${logoPath}/:tenantId/:file`,
    async (request, reply) => {
      const { tenantId, file } = request.params;
      const hash = hashInFile(file);
      const content = hash && v.is(Id, tenantId) ? await tenants.logoOf(tenantId, hash) : undefined;
      return await sendLogo(reply, content);
    },
  );

  // Anybody may ask for them as often as they like, on the threads that hash passwords.
  const queue = pLimit(1);
  const drawn = new Map<string, Promise<Buffer>>();

  for (const icon of icons) {
    app.get(`${iconPath}/${icon.file}`, async (request, reply) => {
      const tenant = await tenants.ofHost(request.host);
      const name = `${icon.file} ${lookOf(tenant)}`;
      const png = await (drawn.get(name) ??
        keepRecent(
          drawn,
          name,
          queue(async () => {
            const hash = hashInFile(path.basename(tenant.logo ?? ''));
            const logo = hash && (await tenants.logoOf(tenant.id, hash));
            return await (logo ? logoIcon(tenant, logo, icon) : drawnIcon(tenant, icon));
          }),
        ));
      return await reply.type('image/png').header('cache-control', 'public, max-age=86400').send(png);
    });
  }
}

async function sendLogo(reply: FastifyReply, content: Buffer | undefined) {
  if (!content) return reply.callNotFound();
  return await reply
    .type('image/webp')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .send(content);
}

/** Keeps what is being made, unless it fails; the oldest goes. */
function keepRecent(
  kept: Map<string, Promise<Buffer>>,
  name: string,
  made: Promise<Buffer>,
): Promise<Buffer> {
  kept.set(name, made);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  made.catch(() => kept.delete(name));
  return made;
}

/** @see W3C Web Application Manifest */
function manifest(tenant: Shown) {
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
        src: `${iconPath}/${icon.file}?v=${lookOf(tenant)}`,
        sizes: `${icon.size}x${icon.size}`,
        type: 'image/png',
        purpose: icon.maskable ? 'maskable' : 'any',
      })),
  };
}

/** Another one where an icon would look different, so that a device which has the app hears of it. */
function lookOf({ logo, primary_color, book_button_color }: Shown): string {
  return sha256(Buffer.from(JSON.stringify([logo, primary_color, book_button_color])))
    .toString('hex')
    .slice(0, 12);
}

type Icon = (typeof icons)[number];

async function drawnIcon(tenant: Shown, { size, maskable }: Icon): Promise<Buffer> {
  const svg = appIconSvg({
    background: tenant.primary_color,
    foreground: '#ffffff',
    accent: tenant.book_button_color,
    maskable,
  });
  return await sharp(Buffer.from(svg)).resize(size, size).png().toBuffer();
}

/** The school's logo on white, in a frame of the school's colour. What a system crops itself has more frame. */
async function logoIcon(tenant: Shown, logo: Buffer, { size, maskable }: Icon): Promise<Buffer> {
  const room = Math.round(size * (maskable ? 0.5 : 0.68));
  const picture = await sharp(logo).resize(room, room, { fit: 'inside' }).png().toBuffer();
  const frame = logoFrameSvg({ color: tenant.primary_color, maskable });
  return await sharp(Buffer.from(frame))
    .resize(size, size)
    .composite([{ input: picture }])
    .png()
    .toBuffer();
}
