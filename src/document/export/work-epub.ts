import { strToU8, zipSync, type Zippable } from 'fflate';
import { titleOf } from '#contract/works/works.rules.ts';
import { directionOfWork } from '#src/lib/direction.ts';
import { pictureEndings, picturesOf, type ExportedWork, type Pictures } from './exported-work.ts';
import { documentXhtml, escapeXml } from './xhtml.ts';

/*
 * EPUB 3.3: a zip with a package, a table of contents and a page of XHTML for each part.
 * @see https://www.w3.org/TR/epub-33/
 */

const style = `
body { margin: 5%; line-height: 1.5; }
h1, h2, h3 { line-height: 1.2; }
figure { margin: 1em 0; text-align: center; }
img { max-width: 100%; max-height: 90vh; }
.small img { max-width: 40%; }
.medium img { max-width: 70%; }
.center { text-align: center; }
.right { text-align: end; }
.cover { text-align: center; }
`;

interface Item {
  id: string;
  href: string;
  type: string;
  properties?: string;
}

const xml = '<?xml version="1.0" encoding="utf-8"?>\n';

function page(work: ExportedWork, title: string, body: string, type: string): string {
  const lang = escapeXml(work.language);
  return `${xml}<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${lang}" xml:lang="${lang}" dir="${directionOfWork(work)}">
<head><meta charset="utf-8"/><title dir="auto">${escapeXml(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body epub:type="${type}">
${body}
</body>
</html>
`;
}

const container = `${xml}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

const line = (tag: string, text: string) =>
  text === '' ? '' : `<${tag} dir="auto">${escapeXml(text)}</${tag}>\n`;

/** How a part is called in the table of contents. */
function nameOf({ kind, parts }: ExportedWork, place: number): string {
  const title = parts[place]?.title ?? '';
  return title === '' ? `${kind === 'book' ? 'Page' : 'Chapter'} ${place + 1}` : title;
}

/** @param now when the file is made */
export async function workEpub(work: ExportedWork, pictures: Pictures, now: Date): Promise<Blob> {
  const title = titleOf(work);
  const addresses = new Map<string, Item>();
  for (const sha256 of picturesOf(work)) {
    const type = pictures.get(sha256)?.type.split(';')[0] as keyof typeof pictureEndings | undefined;
    const ending = type && pictureEndings[type];
    if (!type || ending === undefined) continue;
    addresses.set(sha256, {
      id: `picture-${sha256}`,
      href: `pictures/${sha256}.${ending}`,
      type,
      ...(sha256 === work.cover && { properties: 'cover-image' }),
    });
  }
  const sourceOf = (sha256: string) => addresses.get(sha256)?.href ?? null;
  const cover = work.cover === null ? null : sourceOf(work.cover);

  const front = `<section class="cover">
${cover === null ? '' : `<figure><img src="${cover}" alt="${escapeXml(`Cover of ${title}`)}"/></figure>\n`}${line('h1', title)}${line('p', work.byline)}${line('p', work.dedication)}</section>`;
  const back = `${line('p', work.blurb)}${work.aboutAuthor === '' ? '' : `<h2>About the author</h2>\n${line('p', work.aboutAuthor)}`}${work.credits.map((credit) => line('p', credit)).join('')}`;

  const partFiles = work.parts.map((part, place) => {
    const heading = part.title === '' ? '' : `<h2 dir="auto">${escapeXml(part.title)}</h2>\n`;
    const body = `<section>\n${heading}${documentXhtml(part.document, sourceOf)}\n</section>`;
    return {
      id: `part-${place + 1}`,
      href: `part-${place + 1}.xhtml`,
      name: nameOf(work, place),
      text: page(work, nameOf(work, place), body, 'bodymatter'),
    };
  });
  const texts = [
    { id: 'front', href: 'front.xhtml', name: title, text: page(work, title, front, 'frontmatter') },
    ...partFiles,
    ...(back === ''
      ? []
      : [
          {
            id: 'back',
            href: 'back.xhtml',
            name: `About this ${work.kind}`,
            text: page(work, `About this ${work.kind}`, back, 'backmatter'),
          },
        ]),
  ];
  const contents = `<nav epub:type="toc" role="doc-toc"><h1 dir="auto">${escapeXml(title)}</h1><ol>
${texts.map(({ href, name }) => `<li><a dir="auto" href="${href}">${escapeXml(name)}</a></li>`).join('\n')}
</ol></nav>`;

  const items: Item[] = [
    { id: 'nav', href: 'nav.xhtml', type: 'application/xhtml+xml', properties: 'nav' },
    { id: 'style', href: 'style.css', type: 'text/css' },
    ...texts.map(({ id, href }) => ({ id, href, type: 'application/xhtml+xml' })),
    ...addresses.values(),
  ];
  const hasPictures = addresses.size > 0;
  const opf = `${xml}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${escapeXml(work.language)}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${escapeXml(work.id)}</dc:identifier>
<dc:title>${escapeXml(title)}</dc:title>
<dc:language>${escapeXml(work.language)}</dc:language>
${work.byline === '' ? '' : `<dc:creator>${escapeXml(work.byline)}</dc:creator>\n`}${work.blurb === '' ? '' : `<dc:description>${escapeXml(work.blurb)}</dc:description>\n`}${work.credits.map((credit) => `<dc:rights>${escapeXml(credit)}</dc:rights>\n`).join('')}<meta property="dcterms:modified">${now.toISOString().slice(0, 19)}Z</meta>
<meta property="schema:accessMode">textual</meta>
${hasPictures ? '<meta property="schema:accessMode">visual</meta>\n' : ''}<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityHazard">none</meta>
</metadata>
<manifest>
${items.map(({ id, href, type, properties }) => `<item id="${id}" href="${href}" media-type="${type}"${properties === undefined ? '' : ` properties="${properties}"`}/>`).join('\n')}
</manifest>
<spine page-progression-direction="${directionOfWork(work)}">
${texts.map(({ id }) => `<itemref idref="${id}"/>`).join('\n')}
</spine>
</package>
`;

  const files: Zippable = {
    // Readers look at this place for what kind of zip it is: first, and not packed.
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8(container),
    'EPUB/package.opf': strToU8(opf),
    'EPUB/nav.xhtml': strToU8(page(work, title, contents, 'frontmatter')),
    'EPUB/style.css': strToU8(style),
  };
  for (const { href, text } of texts) files[`EPUB/${href}`] = strToU8(text);
  for (const [sha256, { href }] of addresses) {
    const picture = pictures.get(sha256);
    if (picture) files[`EPUB/${href}`] = [new Uint8Array(await picture.arrayBuffer()), { level: 0 }];
  }
  return new Blob([zipSync(files, { mtime: now })], { type: 'application/epub+zip' });
}
