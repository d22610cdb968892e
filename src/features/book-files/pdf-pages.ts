import {
  AnnotationMode,
  getDocument,
  PDFWorker,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { pictureLimits } from '#contract/works/picture-limits.schema.ts';
import { inTime } from '#src/lib/in-time.ts';
import { fileLimits } from '#src/desk/file-limits.ts';
import { altOfPage } from '#src/desk/picture-words.rules.ts';
import { jpegOfCanvas } from '#src/desk/shrink-picture.ts';
import { UnusableFileError, type FileTrouble } from '#src/desk/unusable-file.ts';
import type { OpenPdf, PagePicture } from './file-pages.ts';
import { isEndless } from './pdf-patterns.rules.ts';
import { readyAnnotations } from './pdf-annotations.ts';

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
class PdfData {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const address = addresses.get(filename);
    if (address === undefined) throw new Error(`There is no ${filename}`);
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${filename} could not be fetched: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}

/** What pdf.js throws, by its name: its classes are not the same in its two halves. */
const troubles: Readonly<Record<string, FileTrouble>> = {
  PasswordException: 'locked',
  InvalidPDFException: 'damaged',
  FormatError: 'damaged',
};

/** The error that is meant for a person. */
function unusable(error: unknown, otherwise: FileTrouble): UnusableFileError {
  if (error instanceof UnusableFileError) return error;
  const name = error instanceof Error ? error.name : '';
  return new UnusableFileError(troubles[name] ?? otherwise, error);
}

/** Where a file was made to keep its reader busy, that is given up. @throws UnusableFileError of kind `too_slow` */
function soonEnough<Value>(work: Promise<Value>): Promise<Value> {
  return inTime(work, fileLimits.patience, () => new UnusableFileError('too_slow'));
}

/**
 * Opens a PDF in a thread of its own, without running anything that is in it.
 * @throws UnusableFileError
 */
export async function openPdf(file: Blob): Promise<OpenPdf> {
  const thread = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port: thread });
  const task = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    worker,
    BinaryDataFactory: PdfData,
    useWorkerFetch: false,
    isEvalSupported: false,
    enableXfa: false,
    maxImageSize: fileLimits.pixels,
    verbosity: 0,
  });
  const close = () => {
    // Its answer would come from a thread that is gone.
    void task.destroy().catch(() => undefined);
    thread.terminate();
  };
  try {
    // A thread whose code cannot be fetched never says so to pdf.js.
    const silent = new Promise<never>((_resolve, reject) => {
      thread.addEventListener('error', (event) => {
        event.preventDefault();
        reject(new UnusableFileError('needs_network', event.error));
      });
    });
    const pdf = await soonEnough(Promise.race([task.promise, silent]));
    if (pdf.numPages < 1) throw new UnusableFileError('no_pages');
    const picture = async (number: number) => {
      try {
        return await pictureOf(pdf, number);
      } catch (error) {
        // What took too long would go on beside all that comes after it.
        if (error instanceof UnusableFileError && error.trouble === 'too_slow') close();
        throw error;
      }
    };
    return { pages: pdf.numPages, picture, close };
  } catch (error) {
    close();
    throw unusable(error, 'damaged');
  }
}

async function pictureOf(pdf: PDFDocumentProxy, number: number): Promise<PagePicture> {
  let page: PDFPageProxy | null = null;
  try {
    page = await soonEnough(pdf.getPage(number));
    const written = await soonEnough(readyAnnotations(pdf, page));
    const picture = await jpegOfCanvas(await draw(page));
    const { items } = await soonEnough(page.getTextContent());
    const words = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : '')).join('');
    return { picture, alt: altOfPage(words, written) };
  } catch (error) {
    throw unusable(error, 'page');
  } finally {
    page?.cleanup();
  }
}

/**
 * Drawn as for paper: as for a screen, pdf.js goes on with the next frame, and a page that nobody looks at has none. What was put
 * onto the page is drawn as a screen shows it (`readyAnnotations`).
 */
const asOnPaper = { intent: 'print', annotationMode: AnnotationMode.ENABLE_STORAGE } as const;

/** As large as pictures may be, whatever the page says of itself. */
async function draw(page: PDFPageProxy): Promise<HTMLCanvasElement> {
  const { width, height } = page.getViewport({ scale: 1 });
  const longer = Math.max(width, height);
  if (!(longer > 0) || !Number.isFinite(longer)) throw new UnusableFileError('page');
  const viewport = page.getViewport({ scale: pictureLimits.side / longer });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.min(pictureLimits.side, Math.round(viewport.width)));
  canvas.height = Math.max(1, Math.min(pictureLimits.side, Math.round(viewport.height)));
  const steps = await soonEnough(page.getOperatorList(asOnPaper));
  if (isEndless(steps)) throw new UnusableFileError('page');
  const drawing = page.render({ ...asOnPaper, canvas, viewport, background: '#ffffff' });
  // Between two pieces of work the screen is somebody else's, where there is one.
  drawing.onContinue = (goOn: () => void) => {
    if (document.hidden) goOn();
    else setTimeout(goOn);
  };
  try {
    await soonEnough(drawing.promise);
  } catch (error) {
    drawing.cancel();
    throw error;
  }
  return canvas;
}
