import type { Piece } from './paper-cut.ts';
import { papers } from './papers.ts';

const mirror = 'matrix(-1 0 0 1 64 0)';

/** The pieces of a drawing as paths; with a `shade`, all of them in that one colour. */
export function PaperCutPieces({ pieces, shade }: { pieces: readonly Piece[]; shade?: string }) {
  return pieces.flatMap(({ d, fill, stroke, width, paired }, index) => {
    const paint = {
      d,
      fill: fill ? (shade ?? papers[fill]) : 'none',
      ...(stroke && { stroke: shade ?? papers[stroke], strokeWidth: width }),
    };
    const path = <path key={index} {...paint} />;
    return paired ? [path, <path key={`${index} mirrored`} {...paint} transform={mirror} />] : [path];
  });
}
