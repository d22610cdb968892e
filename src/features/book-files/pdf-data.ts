/*
 * What some PDFs need beside themselves, each a file of ours that is fetched by those who have such a PDF: the fonts that every
 * printer has, the tables of East Asian letters, and what decodes pictures that browsers do not know.
 */
const files = import.meta.glob<string>(
  [
    '/node_modules/pdfjs-dist/cmaps/*.bcmap',
    '/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '/node_modules/pdfjs-dist/wasm/*.wasm',
  ],
  { query: '?url&no-inline', import: 'default', eager: true },
);

const addresses = new Map(Object.entries(files).map(([path, url]) => [path.split('/').at(-1), url]));

/** As pdf.js asks for it. */
export class PdfData {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const address = addresses.get(filename);
    if (address === undefined) throw new Error(`There is no ${filename}`);
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${filename} could not be fetched: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}
