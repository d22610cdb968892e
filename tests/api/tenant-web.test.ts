import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTenant } from '#server/seeds/factories.ts';
import { openApiWorld, type ApiWorld } from '../support/api-world.ts';
import { pngLogo, register } from '../support/registrations.ts';

let world: ApiWorld;

const colors = { primary_color: '#aa3311', book_button_color: '#22cc44' };

beforeAll(async () => {
  world = await openApiWorld();
  await makeTenant(world.context, { school_name: 'Painted “School” <b>', subdomain: 'painted', colors });
});

afterAll(() => world.close());

interface Manifest {
  name: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
}

async function manifestOf(host: string): Promise<Manifest> {
  const { status, headers, body } = await world.request(
    { host, access: null },
    'GET',
    '/manifest.webmanifest',
  );
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('application/manifest+json');
  return body as Manifest;
}

async function pngOf(host: string, url: string) {
  const answer = await world.app.inject({ method: 'GET', url, headers: { host } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('image/png');
  return sharp(answer.rawPayload);
}

/** The colours of the icon as `#rrggbb`, and how many of its corners are transparent. */
async function drawn(png: Sharp): Promise<{ colors: Set<string>; clearCorners: number }> {
  const { data, info } = await png.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = (place: number) => [...data.subarray(place * 4, place * 4 + 4)];
  const seen = new Set<string>();
  for (let place = 0; place < info.width * info.height; place += 1) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixel(place);
    if (alpha === 255) seen.add(`#${Buffer.from([red, green, blue]).toString('hex')}`);
  }
  const last = info.width * info.height - 1;
  const corners = [0, info.width - 1, last - info.width + 1, last];
  return { colors: seen, clearCorners: corners.filter((place) => pixel(place)[3] === 0).length };
}

describe('the manifest', () => {
  it('is the school’s own, at one address for all', async () => {
    expect(await manifestOf('painted.localhost')).toMatchObject({
      id: '/',
      name: 'Painted “School” <b> · Quillshelf',
      short_name: 'Painted “School” <b>',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      theme_color: '#aa3311',
    });
    expect(await manifestOf('greenfield.localhost')).toMatchObject({
      name: 'greenfield school · Quillshelf',
      theme_color: '#11365A',
    });
    expect(await manifestOf('riverside.localhost')).toMatchObject({ name: 'riverside school · Quillshelf' });
  });

  it('has the product’s name alone on the platform’s own site', async () => {
    expect(await manifestOf('localhost:8080')).toMatchObject({
      name: 'Quillshelf',
      short_name: 'Quillshelf',
    });
  });

  it('asks for icons of both sizes, for a plain and a cropping system', async () => {
    const { icons } = await manifestOf('greenfield.localhost');
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).toSorted()).toEqual([
      '192x192 any',
      '192x192 maskable',
      '512x512 any',
      '512x512 maskable',
    ]);
  });

  it('is fetched afresh, so that new colours arrive', async () => {
    const { headers } = await world.request(
      { host: 'localhost', access: null },
      'GET',
      '/manifest.webmanifest',
    );
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('is not there where no school answers', async () => {
    const answer = await world.request(
      { host: 'nowhere.localhost', access: null },
      'GET',
      '/manifest.webmanifest',
    );
    expect(answer).toMatchObject({ status: 404, body: { code: 'tenants.unknown_host' } });
  });
});

describe('the icons of the app', () => {
  it('are PNGs of the size that the manifest says, in the school’s colours', async () => {
    const { icons } = await manifestOf('painted.localhost');
    for (const { src, sizes, purpose } of icons) {
      const png = await pngOf('painted.localhost', src);
      const { format, width, height } = await png.metadata();
      expect([format, `${width}x${height}`]).toEqual(['png', sizes]);
      const picture = await drawn(png);
      expect([...picture.colors]).toEqual(expect.arrayContaining(['#aa3311', '#ffffff', '#22cc44']));
      expect(picture.clearCorners).toBe(purpose === 'maskable' ? 0 : 4);
    }
  });

  it('have the logo of the school on them, in a frame of its colour', async () => {
    const { tenant } = await register(world, { logo: await pngLogo('#c02040'), primary_color: '#7a1f4b' });
    const { icons } = await manifestOf(tenant.host);
    expect(icons).toHaveLength(4);
    for (const { src } of [...icons, { src: '/icons/app/touch-180.png' }]) {
      const { data, info } = await (
        await pngOf(tenant.host, src)
      )
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => {
        const place = 4 * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width));
        return [...data.subarray(place, place + 3)];
      };
      // Of WebP a colour comes back nearly as it was.
      const [red = 0, green = 0, blue = 0] = at(0.5, 0.5);
      expect(Math.max(Math.abs(red - 0xc0), Math.abs(green - 0x20), Math.abs(blue - 0x40))).toBeLessThan(8);
      expect(at(0.5, 0.3)).toEqual([255, 255, 255]);
      expect(at(0.5, 0.01)).toEqual([0x7a, 0x1f, 0x4b]);
    }
  });

  it('have another address where they look different, so that a device fetches them again', async () => {
    const addressesOf = async (host: string) => (await manifestOf(host)).icons.map(({ src }) => src);
    const { tenant } = await register(world);
    const bare = await addressesOf(tenant.host);
    expect(await addressesOf(tenant.host)).toEqual(bare);
    const { tenant: other } = await register(world, { logo: await pngLogo('#20c040') });
    for (const address of await addressesOf(other.host)) expect(bare).not.toContain(address);
  });

  it('differ from school to school', async () => {
    const picture = await drawn(await pngOf('greenfield.localhost', '/icons/app/icon-192.png'));
    expect(picture.colors).toContain('#11365a');
    expect(picture.colors).not.toContain('#aa3311');
  });

  it('have one for a home screen that reads no manifest, with no transparent corner', async () => {
    const png = await pngOf('painted.localhost', '/icons/app/touch-180.png');
    expect(await png.metadata()).toMatchObject({ format: 'png', width: 180, height: 180 });
    expect((await drawn(png)).clearCorners).toBe(0);
  });

  it('are not there where no school answers', async () => {
    const answer = await world.request(
      { host: 'nowhere.localhost', access: null },
      'GET',
      '/icons/app/icon-192.png',
    );
    expect(answer.status).toBe(404);
  });
});
