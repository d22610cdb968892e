import { jsPDF } from 'jspdf';
import type { ShownCertificate } from '#contract/certificates/certificates.schema.ts';
import { directionOf } from '#src/lib/direction.ts';
import { missingLetters } from '#src/ui/missing-letters.ts';
import { fontOf, loadFontsFor, newCanvas } from '#src/ui/text-picture.ts';
import { certificateWords, drawCertificate, sheet, type Drawing } from './certificate-drawing.ts';
import { textMeasure } from './measure-text.ts';

/** Pixels of a picture in a millimetre: 254 in an inch. */
const dots = 10;

const shapeOf = (d: string) => new Path2D(d);

function canvasOf({ paths, texts }: Drawing): HTMLCanvasElement {
  const { canvas, context } = newCanvas(sheet.width * dots, sheet.height * dots);
  context.scale(dots, dots);
  for (const { d, fill, stroke, strokeWidth = 1 } of paths) {
    if (fill !== undefined) {
      context.fillStyle = fill;
      context.fill(shapeOf(d));
    }
    if (stroke !== undefined) {
      context.strokeStyle = stroke;
      context.lineWidth = strokeWidth;
      context.stroke(shapeOf(d));
    }
  }
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  for (const { text, x, baseline, size, weight, fill } of texts) {
    context.font = fontOf({ size, weight });
    context.fillStyle = fill;
    context.direction = directionOf(text);
    context.fillText(text, x, baseline);
  }
  return canvas;
}

function pdfOf(canvas: HTMLCanvasElement, { texts }: Drawing, certificate: ShownCertificate): Blob {
  const pdf = new jsPDF({ unit: 'mm', format: 'a4', orientation: 'landscape', compress: true });
  pdf.setLanguage('en-GB');
  pdf.setDocumentProperties({ title: certificateWords(certificate).title, author: certificate.school });
  pdf.addImage(canvas.toDataURL('image/jpeg', 0.92), 'JPEG', 0, 0, sheet.width, sheet.height);
  // What the fonts of every PDF have is there as text, too, unseen: it can be found, copied and read aloud.
  for (const { text, x, baseline, size } of texts) {
    if (!/^[\u0020-\u007E]+$/u.test(text)) continue;
    pdf.setFont('helvetica').setFontSize((size * 72) / 25.4);
    pdf.text(text, x, baseline, { align: 'center', renderingMode: 'invisible' });
  }
  return pdf.output('blob');
}

function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture was made'))), 'image/png');
  });
}

export interface CertificateFile {
  blob: Blob;
  /** Whether boxes stand in it for letters that this device cannot draw. */
  hasBoxes: boolean;
}

/** A certificate as a sheet of A4 across, or as a picture of it. */
export async function certificateFile(
  certificate: ShownCertificate,
  { link, type }: { link: string; type: 'pdf' | 'png' },
): Promise<CertificateFile> {
  const texts = [...Object.values(certificateWords(certificate)), certificate.school];
  await loadFontsFor(texts);
  const drawing = drawCertificate(certificate, { link, measure: textMeasure() });
  const canvas = canvasOf(drawing);
  const blob = type === 'pdf' ? pdfOf(canvas, drawing, certificate) : await pngOf(canvas);
  canvas.width = 0;
  canvas.height = 0;
  return { blob, hasBoxes: missingLetters(texts).length > 0 };
}
