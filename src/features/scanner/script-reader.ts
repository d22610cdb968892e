import { BrowserQRCodeReader } from '@zxing/browser';
import { ChecksumException, DecodeHintType, FormatException, NotFoundException } from '@zxing/library';
import type { CodeReader } from './code-reader.ts';
import { within } from './picture-size.rules.ts';

/** Larger pictures take it so long that the page stutters. */
const longestEdge = 800;

function isNoCode(error: unknown): boolean {
  return (
    error instanceof NotFoundException ||
    error instanceof ChecksumException ||
    error instanceof FormatException
  );
}

/** ZXing in JavaScript: reads far less, and wherever there is a canvas. */
export function openScriptReader(): CodeReader {
  const reader = new BrowserQRCodeReader(new Map([[DecodeHintType.TRY_HARDER, true]]));
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no canvas');
  return {
    read: (picture) => {
      const { width, height } = within(longestEdge, picture);
      canvas.width = width;
      canvas.height = height;
      context.drawImage(picture, 0, 0, width, height);
      try {
        return Promise.resolve([reader.decodeFromCanvas(canvas).getText()]);
      } catch (error) {
        if (isNoCode(error)) return Promise.resolve([]);
        throw error;
      }
    },
    close: () => undefined,
  };
}
