interface Size {
  width: number;
  height: number;
}

/** The same shape, no longer than `longest` in pixels; never larger than it was. */
export function within(longest: number, { width, height }: Size): Size {
  const share = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

/** The square in the middle of a picture: what the preview shows is what is read. */
export function middleSquare({ width, height }: Size): { x: number; y: number; edge: number } {
  const edge = Math.min(width, height);
  return { x: Math.floor((width - edge) / 2), y: Math.floor((height - edge) / 2), edge };
}
