import { useId } from 'react';
import { brand, papers } from '#src/ui/pictures/papers.ts';

type Spine = readonly [
  width: number,
  height: number,
  cloth: string,
  look: 'bands' | 'label' | 'plain' | 'dots',
];

/** Left of the leaning book, and right of it: the shelf is drawn once and repeated to the width of the page. */
const left: readonly Spine[] = [
  [30, 84, brand.primary, 'bands'],
  [22, 70, papers.cream, 'plain'],
  [36, 96, brand.book, 'label'],
  [20, 76, papers.teal, 'bands'],
  [26, 88, papers.yellow, 'dots'],
  [18, 64, papers.rust, 'plain'],
  [34, 92, brand.button, 'bands'],
  [24, 80, papers.navy, 'label'],
];
const right: readonly Spine[] = [
  [28, 78, papers.leaf, 'bands'],
  [38, 98, papers.cream, 'label'],
  [20, 68, brand.book, 'plain'],
  [30, 90, papers.purple, 'bands'],
  [24, 74, brand.primary, 'dots'],
  [32, 86, papers.tan, 'label'],
  [18, 72, papers.red, 'bands'],
  [26, 94, papers.sea, 'plain'],
  [34, 82, papers.bark, 'bands'],
  [22, 66, brand.button, 'plain'],
];

const floor = 116;
const period = 760;

function threadOn(cloth: string): string {
  return cloth === papers.cream || cloth === papers.sea || cloth === papers.yellow
    ? papers.rust
    : papers.cream;
}

function SpineOnShelf({ x, spine: [width, height, cloth, look] }: { x: number; spine: Spine }) {
  const top = floor - height;
  const [from, across] = [x + 5, width - 10];
  const middle = top + height / 2;
  return (
    <g>
      <rect x={x} y={top} width={width} height={height} rx="3" fill={cloth} />
      {look === 'bands' && (
        <path
          d={`M${from} ${top + 12}h${across}M${from} ${top + 18}h${across}M${from} ${floor - 12}h${across}`}
          stroke={threadOn(cloth)}
        />
      )}
      {look === 'label' && (
        <>
          <rect
            x={from}
            y={top + 14}
            width={across}
            height={height / 3}
            rx="2"
            fill={papers.white}
            strokeWidth="1.5"
          />
          <path d={`M${from} ${floor - 14}h${across}`} stroke={threadOn(cloth)} />
        </>
      )}
      {look === 'plain' && (
        <path d={`M${from} ${top + 14}h${across}M${from} ${floor - 14}h${across}`} stroke={threadOn(cloth)} />
      )}
      {look === 'dots' && (
        <path
          d={`M${x + width / 2} ${middle - 14}v.01M${x + width / 2} ${middle}v.01M${x + width / 2} ${middle + 14}v.01`}
          stroke={threadOn(cloth)}
          strokeWidth="6"
        />
      )}
    </g>
  );
}

function row(spines: readonly Spine[], start: number) {
  let x = start;
  return spines.map((spine) => {
    const at = x;
    x += spine[0];
    return <SpineOnShelf key={at} x={at} spine={spine} />;
  });
}

/** A shelf of spines, as wide as the page, with the school's cloth among them. Decorative. */
export function BookShelf() {
  const id = useId();
  return (
    <svg width="100%" height="130" aria-hidden style={{ display: 'block' }}>
      <defs>
        <pattern id={id} width={period} height="130" patternUnits="userSpaceOnUse">
          <g stroke={papers.ink} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" fill="none">
            {row(left, 24)}
            <path d={`M240 ${floor}l-14-74 20-4 14 74-1 4z`} fill={papers.green} />
            <path d="M231 54l18-4M238 100l18-4" stroke={papers.cream} />
            <path d="M312 116c-6-30-8-54-26-84" />
            <path
              d="M308 98c-18-8-30-26-32-48-1-12 2-22 7-32 14 8 24 20 28 38 2 8 1 12-1 16 3-1 5-3 6-6 4 14 0 26-8 32z"
              fill={brand.button}
            />
            <path d="M310 104c-6-28-12-52-24-74" />
            <path d="M300 84h26v10h-26z" fill={papers.tan} />
            <path d="M296 94h34l6 8v14h-46v-14z" fill={papers.sea} />
            {row(right, 372)}
            <path d="M664 116V84h58v32M664 84h58" fill={papers.orange} />
            <path d="M660 78h66v10h-66z" fill={papers.rust} />
            <path d="M692 78c-2-16-1-28 2-42M694 60c6-10 14-16 26-18M691 64c-6-10-14-14-24-16" />
            <path
              d="M694 38c-9-8-10-18-5-30 9 8 11 19 5 30zM718 44c2-10 9-15 20-14-2 11-9 16-20 14zM668 49c-10 1-17-3-19-14 11-1 18 4 19 14z"
              fill={papers.leaf}
            />
            <path d={`M-4 ${floor}h${period + 8}v12h-${period + 8}z`} fill={papers.tan} />
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="130" fill={`url(#${id})`} />
    </svg>
  );
}
