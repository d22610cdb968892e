import { fontOf } from '#src/ui/text-picture.ts';
import type { MeasureText } from './certificate-drawing.ts';

/** Pixels of the font that is measured with: what it measures holds for every size. */
const fontSize = 100;
/** Of a letter, in parts of its size, where nothing can be measured. */
const usualWidth = 0.52;

/** Measures in the font of the page. */
export function textMeasure(): MeasureText {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return (text, { size }) => text.length * size * usualWidth;
  return (text, { size, weight }) => {
    context.font = fontOf({ size: fontSize, weight });
    return (context.measureText(text).width / fontSize) * size;
  };
}
