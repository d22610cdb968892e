/* What reads PDFs, beside the page; a file of ours like any other. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
