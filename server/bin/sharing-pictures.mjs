/*
 * What a link to a public page looks like where it is shared: one picture for each drawing of a kind and a goal, made of our own
 * drawings and without a letter, since no font can be counted on. Their names hold a hash, so that they are kept for ever.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

const [width, height] = [1200, 630];
/** Which picture stands for which drawing: `{ "goals/6": "/assets/sharing-goals-6-1a2b3c4.png" }`. */
const list = 'sharing-pictures.json';

/** A drawing as a part of another one, which fills its place to the edges. */
const placed = (svg, place) =>
  svg.replace(/<svg [^>]*>/u, (tag) =>
    tag
      .replaceAll(/ (?:width|height)="[^"]*"/gu, '')
      .replace(
        '<svg',
        `<svg x="${place.x}" y="${place.y}" width="${place.width}" height="${place.height}" preserveAspectRatio="xMidYMid slice"`,
      ),
  );

/** A scene of a kind fills the picture; the square drawing of a goal stands beside the mark. */
function pictureOf(folder, drawing, mark) {
  const parts =
    folder === 'kinds'
      ? [
          placed(drawing, { x: 0, y: 0, width, height }),
          placed(mark, { x: width - 168, y: height - 168, width: 132, height: 132 }),
        ]
      : [
          placed(drawing, { x: 0, y: 0, width: height, height }),
          '<path fill="#11365A" d="M630 0h570v630H630z"/>',
          placed(mark, { x: 735, y: 135, width: 360, height: 360 }),
        ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`;
}

/**
 * Makes the pictures and the list of them.
 * @param {string} publicFolder with `pictures/kinds`, `pictures/goals` and the mark of the product
 * @param {string} webRoot
 */
export async function makeSharingPictures(publicFolder, webRoot) {
  const mark = await readFile(path.join(publicFolder, 'icons/favicon.svg'), 'utf8');
  await mkdir(path.join(webRoot, 'assets'), { recursive: true });
  const pictures = {};
  for (const folder of ['goals', 'kinds']) {
    const drawings = await readdir(path.join(publicFolder, 'pictures', folder));
    for (const file of drawings.toSorted()) {
      const name = path.basename(file, '.svg');
      const drawing = await readFile(path.join(publicFolder, 'pictures', folder, file), 'utf8');
      const png = await sharp(Buffer.from(pictureOf(folder, drawing, mark)))
        .png({ palette: true, compressionLevel: 9 })
        .toBuffer();
      const hash = createHash('sha256').update(png).digest('hex').slice(0, 7);
      const address = `/assets/sharing-${folder}-${name}-${hash}.png`;
      await writeFile(path.join(webRoot, address), png);
      pictures[`${folder}/${name}`] = address;
    }
  }
  await writeFile(path.join(webRoot, list), JSON.stringify(pictures));
}
