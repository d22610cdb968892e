import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Of an annotation what is looked at here, as pdf.js gives it. */
interface Annotation {
  id: string;
  subtype?: string;
  annotationFlags?: number;
  /** Left, bottom, right, top. */
  rect?: readonly number[];
  hasAppearance?: boolean;
  contentsObj?: { str?: string };
  /** Of a form: `Tx`, `Btn`, `Ch` or `Sig`. */
  fieldType?: string;
  fieldValue?: unknown;
  alternativeText?: string;
  exportValue?: string;
  checkBox?: boolean;
  radioButton?: boolean;
  buttonValue?: string;
  password?: boolean;
}

/** Hidden, or on paper alone. */
const notOnScreen = 2 | 32;

const isShown = ({ annotationFlags = 0 }: Annotation) => (annotationFlags & notOnScreen) === 0;

/** What is typed or chosen in a field of a form; empty where that is nothing, or a secret. */
function valueOf({ fieldType, fieldValue, password = false }: Annotation): string {
  if (password || (fieldType !== 'Tx' && fieldType !== 'Ch')) return '';
  const values: unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values.filter((value) => typeof value === 'string').join(', ');
}

/** What a ticked box says, as far as its file tells it in words. */
function tickedOf({
  checkBox,
  radioButton,
  fieldValue,
  exportValue,
  buttonValue,
  alternativeText = '',
}: Annotation) {
  const isTicked =
    typeof fieldValue === 'string' &&
    ((checkBox === true && fieldValue === exportValue) ||
      (radioButton === true && fieldValue === buttonValue));
  return isTicked ? alternativeText : '';
}

function wordsOf(annotation: Annotation): string {
  if (annotation.subtype === 'Widget') return valueOf(annotation) || tickedOf(annotation);
  // A popup has the words of what it belongs to, and a link those of its place.
  if (annotation.subtype === 'Popup' || annotation.subtype === 'Link') return '';
  return annotation.contentsObj?.str ?? '';
}

/**
 * Readies the ink, stamps, notes and answers of a page so that all that a screen shows is drawn with it, for which pdf.js is asked
 * by `AnnotationMode.ENABLE_STORAGE` and the intent to print: without more it draws what paper would show.
 * @returns their words, from the top of the page down: answers in a form and what notes say
 */
export async function readyAnnotations(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<string[]> {
  const [onScreen, onPaper] = (await Promise.all([
    page.getAnnotations({ intent: 'display' }),
    page.getAnnotations({ intent: 'print' }),
  ])) as [Annotation[], Annotation[]];
  const shown = onScreen.filter(isShown);
  for (const annotation of shown) {
    const value = annotation.hasAppearance === true ? '' : valueOf(annotation);
    // An answer that its file has no picture of is drawn from its words.
    pdf.annotationStorage.setValue(annotation.id, { noPrint: false, ...(value !== '' && { value }) });
  }
  const ids = new Set(shown.map(({ id }) => id));
  for (const { id } of onPaper) if (!ids.has(id)) pdf.annotationStorage.setValue(id, { noPrint: true });
  return shown
    .toSorted((one, other) => (other.rect?.[3] ?? 0) - (one.rect?.[3] ?? 0))
    .map(wordsOf)
    .filter((words) => words.trim() !== '');
}
