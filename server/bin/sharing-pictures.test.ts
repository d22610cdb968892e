import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentKinds } from '#contract/content/content.rules.ts';
import { drawingOf } from '#contract/content/drawings.rules.ts';

type Make = (publicFolder: string, webRoot: string) => Promise<void>;
const { makeSharingPictures } = (await import(new URL('./sharing-pictures.mjs', import.meta.url).href)) as {
  makeSharingPictures: Make;
};

const publicFolder = fileURLToPath(new URL('../../public', import.meta.url));
const goals = Array.from({ length: 17 }, (_, index) => index + 1);
const drawings = ['goals', 'kinds'];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-sharing-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('pictures for sharing', () => {
  it('have a drawing for every kind and every goal, and no page asks for another', async () => {
    const asked = new Set([
      ...contentKinds.map((kind) => drawingOf({ kind, goals: [] })),
      ...goals.flatMap((goal) => [
        drawingOf({ kind: 'goal', number: goal, goals: [] }),
        drawingOf({ kind: 'course', goals: [goal] }),
      ]),
    ]);
    const files = await Promise.all(
      drawings.map(async (each) =>
        (await readdir(path.join(publicFolder, 'pictures', each))).map((file) => `${each}/${file}`),
      ),
    );
    expect(files.flat().toSorted()).toEqual([...asked].map((each) => `${each}.svg`).toSorted());
  });

  it('have the size that sharing cards show whole, and a name that changes with them', async () => {
    // One of each is enough to see: drawing them takes a while.
    const few = path.join(folder, 'public');
    for (const file of ['icons/favicon.svg', 'pictures/goals/6.svg', 'pictures/kinds/course.svg'])
      await cp(path.join(publicFolder, file), path.join(few, file));
    await makeSharingPictures(few, folder);
    const text = await readFile(path.join(folder, 'sharing-pictures.json'), 'utf8');
    const pictures = JSON.parse(text) as Record<string, string>;
    expect(Object.keys(pictures)).toEqual(['goals/6', 'kinds/course']);
    for (const [name, address] of Object.entries(pictures)) {
      expect(address).toMatch(
        new RegExp(`^/assets/sharing-${name.replace('/', '-')}-[0-9a-f]{7}\\.png$`, 'u'),
      );
      const file = await readFile(path.join(folder, address));
      const { width, height, format } = await sharp(file).metadata();
      expect([width, height, format, file.length < 60_000]).toEqual([1200, 630, 'png', true]);
    }
  });

  it('name nothing that is elsewhere, and have no letter that needs a font', async () => {
    for (const each of drawings) {
      const place = path.join(publicFolder, 'pictures', each);
      for (const file of await readdir(place)) {
        const drawing = await readFile(path.join(place, file), 'utf8');
        expect([file, /<(?:text|image|use|style)\b|href=|url\(/u.test(drawing)]).toEqual([file, false]);
      }
    }
  });
});
