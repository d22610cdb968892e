import { avatarForId } from '#contract/kit/avatar-names.ts';
import { avatarDrawings } from './avatars.ts';
import { PaperCutPieces } from './paper-cut-pieces.tsx';
import { tiles } from './papers.ts';

const drawings = new Map(Object.entries(avatarDrawings));

/**
 * A child's animal on its paper tile. `size` is in pixels; without a `label` the picture is hidden from screen
 * readers, for use beside the child's name. A name this version has no drawing for gets an animal all the same.
 */
export function AnimalAvatar({ name, size = 48, label }: { name: string; size?: number; label?: string }) {
  const { tile, body, marks } = drawings.get(name) ?? avatarDrawings[avatarForId(name)];
  const [tint, shade] = tiles[tile];
  return (
    <svg
      viewBox="0 0 64 64"
      width={size}
      height={size}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ borderRadius: '28%', flex: 'none', overflow: 'hidden' }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d="M0 0h64v64H0z" fill={tint} />
      <g transform="translate(.8 1.8)">
        <PaperCutPieces pieces={body} shade={shade} />
      </g>
      <PaperCutPieces pieces={body} />
      <PaperCutPieces pieces={marks} />
    </svg>
  );
}
