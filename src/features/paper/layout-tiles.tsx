import { UnstyledButton } from '@mantine/core';
import { deskLayouts, type DeskLayout } from './desk-layout.rules.ts';
import styles from '#src/desk/page.module.css';

const names: Readonly<Record<DeskLayout, string>> = {
  picture_first: 'Picture first',
  picture_last: 'Picture last',
  small_first: 'Small first',
  small_last: 'Small last',
};

/** Where the picture and the lines are in each tile: `[y of the picture, its height, ys of the lines]`. */
const drawings: Readonly<
  Record<DeskLayout, { x: number; y: number; size: [number, number]; lines: number[] }>
> = {
  picture_first: { x: 7, y: 6, size: [22, 14], lines: [25, 31] },
  picture_last: { x: 7, y: 20, size: [22, 14], lines: [8, 14] },
  small_first: { x: 7, y: 6, size: [9, 8], lines: [19, 25, 31] },
  small_last: { x: 20, y: 26, size: [9, 8], lines: [8, 14, 20] },
};

function TilePicture({ layout }: { layout: DeskLayout }) {
  const { x, y, size, lines } = drawings[layout];
  return (
    <svg viewBox="0 0 36 40" width={36} height={40} aria-hidden>
      <rect
        x="1.5"
        y="1.5"
        width="33"
        height="37"
        rx="4"
        fill="var(--tile-paper)"
        stroke="currentColor"
        strokeWidth="2"
      />
      <rect x={x} y={y} width={size[0]} height={size[1]} rx="2.5" fill="currentColor" />
      {lines.map((line, place) => (
        <path
          key={line}
          d={`M8 ${line}h${place === lines.length - 1 ? 14 : 20}`}
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
        />
      ))}
    </svg>
  );
}

interface LayoutTilesProps {
  chosen: DeskLayout;
  onChoose: (layout: DeskLayout) => void;
}

/** The four ways in which a picture and words share a page. */
export function LayoutTiles({ chosen, onChoose }: LayoutTilesProps) {
  return (
    <div role="group" aria-label="Layout" className={styles.tiles} data-part>
      {deskLayouts.map((layout) => (
        <UnstyledButton
          key={layout}
          className={styles.layoutTile}
          aria-pressed={layout === chosen}
          onClick={() => onChoose(layout)}
        >
          <TilePicture layout={layout} />
          <span className={styles.tileName}>{names[layout]}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
