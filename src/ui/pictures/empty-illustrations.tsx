import type { ReactNode } from 'react';

import { otter } from './avatar-otter.ts';
import { PaperCutPieces } from './paper-cut-pieces.tsx';
import { brand, papers, tiles } from './papers.ts';
import { Scene } from './scene.tsx';

function Small({ tint, children }: { tint: string; children: ReactNode }) {
  return (
    <Scene width={160} height={120}>
      <path
        d="M10 66C6 32 36 8 78 7c42-2 72 20 73 52 1 34-28 54-70 55C42 115 14 98 10 66z"
        fill={tint}
        stroke="none"
      />
      {children}
    </Scene>
  );
}

/** A shelf with room on it: no classes yet. */
export function EmptyShelfIllustration() {
  return (
    <Small tint={tiles.sand[0]}>
      <path
        d="M70 24h12v28H70zM86 30h10v22H86zM38 70h12v28H38zM54 66h10v32H54z"
        strokeDasharray="3 4"
        opacity=".55"
      />
      <path d="M34 60v8M126 60v8" />
      <path d="M22 53h116v7H22zM22 99h116v7H22z" fill={papers.tan} />
      <path d="M112 53c-1-9 1-16 0-22" />
      <path
        d="M112 34c-7-1-12-5-13-12 8 0 13 4 13 12zM112 40c1-8 6-13 14-14 0 8-6 13-14 14z"
        fill={papers.green}
      />
      <path d="M102 40h20l-3 13h-14z" fill={papers.rust} />
      <path d="M84 85h38v14H84a7 7 0 0 1 0-14z" fill={brand.book} />
      <path d="M87 89h35v6H87a3 3 0 0 1 0-6z" fill={papers.white} />
      <path d="M104 95v18l4-4 4 4V95" fill={papers.yellow} />
    </Small>
  );
}

/** School bags on hooks, and a hook still free: no children yet. */
export function EmptyHooksIllustration() {
  return (
    <Small tint={tiles.sky[0]}>
      <path d="M24 22h112a5 5 0 0 1 0 10H24a5 5 0 0 1 0-10z" fill={papers.tan} />
      <path d="M45 32v8c0 6 8 6 8 0M80 32v8c0 6 8 6 8 0M115 32v8c0 6 8 6 8 0" strokeWidth="2.6" />
      <path
        d="M79 59V50c0-6 9-6 9 0v9M79 59h9a5 5 0 0 1 5 5v24a5 5 0 0 1-5 5h-9a5 5 0 0 1-5-5V64a5 5 0 0 1 5-5z"
        strokeDasharray="3 4"
        opacity=".55"
      />
      <path d="M42 58V48c0-8 13-8 13 0v10" />
      <path d="M38 57h21c6 0 9 5 9 11v20c0 4-3 7-7 7H36c-4 0-7-3-7-7V68c0-6 3-11 9-11z" fill={brand.book} />
      <path d="M36 77h25v12H36z" fill={papers.cream} />
      <path d="M29.5 66c10 5 28 5 38 0M48.5 77v4" />
      <path d="M112 58V48c0-8 13-8 13 0v10" />
      <path
        d="M108 57h21c6 0 9 5 9 11v20c0 4-3 7-7 7h-25c-4 0-7-3-7-7V68c0-6 3-11 9-11z"
        fill={brand.button}
      />
      <path
        d="M118.5 66l3.2 6.5 7.2 1-5.2 5 1.3 7.2-6.5-3.4-6.5 3.4 1.3-7.2-5.2-5 7.2-1z"
        fill={papers.yellow}
      />
    </Small>
  );
}

/** A magnifier that looks over a page and finds only itself: nothing found. */
export function NothingFoundIllustration() {
  return (
    <Small tint={tiles.butter[0]}>
      <path d="M40 16h42l18 18v70H40z" fill={papers.white} />
      <path d="M82 16v18h18z" fill={papers.cream} />
      <path d="M50 32h20M50 44h34M50 56h18M50 68h14M50 80h16M50 92h24" stroke={papers.grey} />
      <path d="M113 86l18 17" strokeWidth="10" />
      <path d="M113 86l18 17" strokeWidth="6" stroke={brand.book} />
      <circle cx="97" cy="69" r="25" fill={papers.cream} />
      <circle cx="97" cy="69" r="19.5" fill={papers.sea} />
      <path d="M84 64c1-4 4-7 8-9" stroke={papers.white} strokeWidth="2.6" />
      <path d="M91 67v4M104 67v4" strokeWidth="3.6" />
      <ellipse cx="97.5" cy="77.5" rx="2" ry="2.4" fill={papers.ink} stroke="none" />
    </Small>
  );
}

/** A page folded to a boat, gone astray with its bookmark for a flag: no such page. */
export function LostPageIllustration() {
  return (
    <Small tint={tiles.lagoon[0]}>
      <path d="M124 28a9 9 0 1 0 0 .1" fill={papers.yellow} stroke="none" />
      <path d="M80 44V18" />
      <path d="M80 18h20l-5 5.5 5 5.5H80z" fill={brand.book} />
      <path d="M80 40l26 38H54z" fill={papers.white} />
      <path d="M80 40v38l26 0z" fill={papers.cream} />
      <path d="M32 66l22 12h52l22-12-16 32H48z" fill={papers.white} />
      <path d="M46 82h26M51 88h26" stroke={papers.grey} />
      <path d="M100 82v1.5M111 82v1.5" strokeWidth="3.2" />
      <path d="M103.5 86c1.3 1.4 2.7 1.4 4 0" />
      <path
        d="M13 97c7-5 14-5 20 0s13 5 19 0 13-5 19 0 13 5 19 0 13-5 19 0 13 5 19 0c5-4 9-4 13-3-10 14-33 20-60 20-32 0-57-5-68-17z"
        fill={papers.sea}
        stroke="none"
      />
      <path
        d="M13 97c7-5 14-5 20 0s13 5 19 0 13-5 19 0 13 5 19 0 13-5 19 0 13 5 19 0c5-4 9-4 13-3M62 106c5-3 9-3 13 0"
        stroke={brand.primary}
      />
    </Small>
  );
}

/** A tablet on which a cloud sleeps: no network. */
export function NoNetworkIllustration() {
  return (
    <Small tint={tiles.lilac[0]}>
      <rect x="28" y="24" width="104" height="78" rx="10" fill={brand.primary} />
      <rect x="37" y="32" width="86" height="62" rx="4" fill={papers.white} />
      <path
        d="M58 82c-8 0-13-5-13-11s5-11 11-11c2-9 9-14 17-14 9 0 15 5 17 13 8-1 14 4 14 11s-5 12-12 12z"
        fill={papers.sea}
      />
      <path d="M63 66c1.5 3 5.5 3 7 0M80 66c1.5 3 5.5 3 7 0" />
      <ellipse cx="75" cy="74" rx="2.2" ry="2.6" fill={papers.ink} stroke="none" />
      <ellipse cx="62" cy="72" rx="3.5" ry="2.2" fill={papers.blush} stroke="none" />
      <ellipse cx="88" cy="72" rx="3.5" ry="2.2" fill={papers.blush} stroke="none" />
      <path d="M96 46h6l-6 7h6M107 38h5l-5 6h5" stroke={brand.book} />
    </Small>
  );
}

/** An ink pot that fell over: something broke. */
export function SpilledInkIllustration() {
  return (
    <Small tint={tiles.peach[0]}>
      <path
        d="M64 84c10-6 20-7 30-5 8-5 22-3 24 4 12 0 18 6 15 12-2 6-12 9-24 8-10 5-28 4-34-2-14 2-20-4-18-9 0-4 3-7 7-8z"
        fill={brand.primary}
      />
      <circle cx="138" cy="80" r="3.5" fill={brand.primary} />
      <g transform="translate(46 74) rotate(68)">
        <path d="M-11-24h22v9h-22z" fill={papers.tan} />
        <path d="M-14-15h28l6 9v24c0 4-3 7-7 7h-26c-4 0-7-3-7-7V-6z" fill={papers.sea} />
        <path d="M-20 0h40v12h-40z" fill={papers.white} />
      </g>
      <path d="M92 90v3M106 90v3" stroke={papers.white} strokeWidth="3.4" />
      <ellipse cx="99" cy="98" rx="2.4" ry="2.8" fill={papers.white} stroke="none" />
      <path d="M84 66c2-16 14-32 40-42 2 14-3 24-13 28 3 0 4 0 6-1-8 10-18 14-28 13z" fill={brand.book} />
      <path d="M78 74c8-14 18-27 34-38" />
    </Small>
  );
}

interface Spine {
  x: number;
  width: number;
  height: number;
  fill: string;
}

const spines: readonly Spine[] = [
  { x: 84, width: 24, height: 78, fill: brand.primary },
  { x: 108, width: 18, height: 62, fill: papers.yellow },
  { x: 126, width: 26, height: 70, fill: brand.book },
  { x: 152, width: 16, height: 82, fill: papers.teal },
  { x: 168, width: 22, height: 58, fill: papers.orange },
  { x: 190, width: 18, height: 76, fill: papers.cream },
  { x: 208, width: 24, height: 66, fill: brand.button },
  { x: 276, width: 20, height: 74, fill: papers.purple },
  { x: 296, width: 26, height: 60, fill: papers.rust },
];

const shelf = 160;

/** A warm corner to write in: shelf, plant, ink and quill, and a tablet from which the otter greets. */
export function SignInIllustration() {
  return (
    <Scene width={480} height={360}>
      <path
        d="M22 196C10 92 104 22 232 18c140-6 226 64 228 166 3 112-94 162-226 162S34 300 22 196z"
        fill={tiles.sand[0]}
        stroke="none"
      />
      <path d="M92 42c80 22 216 24 302 2" />
      <path
        d="M112 46.8L134 51 119.7 66.6zM214.9 58.9L236.9 59.5 225.4 77.1zM317.7 56.4L339.7 54 330.7 73.1z"
        fill={brand.book}
      />
      <path
        d="M146.3 52.8L168.3 55.5 155.1 72zM249.1 59.5L271.1 59.2 260.4 77.4zM352 52.3L374 48.5 366.1 68.2z"
        fill={papers.yellow}
      />
      <path d="M180.6 56.7L202.6 58.2 190.3 75.4zM283.4 58.8L305.4 57.5 295.5 76.1z" fill={brand.button} />
      <path d="M96 170v15l14-15M372 170v15l-14-15" fill={papers.bark} />
      {spines.map(({ x, width, height, fill }) => (
        <g key={x}>
          <rect x={x} y={shelf - height} width={width} height={height} rx="3" fill={fill} />
          <path
            d={`M${x + 5} ${shelf - height + 12}h${width - 10}M${x + 5} ${shelf - height + 18}h${width - 10}M${x + 5} ${shelf - 12}h${width - 10}`}
            stroke={fill === papers.cream ? papers.rust : papers.cream}
          />
        </g>
      ))}
      <path d="M252 160l-16-64 17-4 16 65-1 3z" fill={papers.green} />
      <path d="M239.5 107l16-4M248 145l16-4" stroke={papers.cream} />
      <path d="M64 160h352v10H64z" fill={papers.tan} />

      <path d="M360 124c-2-16 0-26 4-36M362 126c10-8 30-6 36 12 5 16 2 34 6 54M358 126c-6-8-12-12-20-14" />
      <path
        d="M364 90c-9-6-11-16-7-26 9 6 12 16 7 26zM362 104c10 2 18-2 22-12-10-3-19 2-22 12zM360 114c-8 3-16 0-20-9 10-3 17 1 20 9zM398 140c10-1 17-8 18-18-11 0-18 7-18 18zM402 160c-10 2-18-3-21-13 10-2 19 3 21 13zM402 178c9 2 17-2 21-11-10-3-18 2-21 11zM404 194c-9 3-9 13-2 20 7-6 8-14 2-20z"
        fill={papers.green}
      />
      <path d="M338 122h46v10h-46z" fill={papers.rust} />
      <path d="M342 132h38l-5 28h-28z" fill={papers.orange} />

      <path d="M116 266c-8-34-10-62-28-92" />
      <path
        d="M112 250c-18-8-30-26-32-48-1-12 2-22 7-32 14 8 24 20 28 38 2 8 1 12-1 16 3-1 5-3 6-6 4 14 0 26-8 32z"
        fill={brand.button}
      />
      <path d="M114 256c-6-28-12-52-24-74" />
      <path d="M102 262h28v12h-28z" fill={papers.tan} />
      <path d="M98 274h36l9 10v22H89v-22z" fill={papers.sea} />
      <path d="M89 288c9-4 18 4 27 0s18-4 27 0v18H89z" fill={brand.primary} />

      <rect x="164" y="186" width="152" height="120" rx="13" fill={brand.primary} />
      <rect x="176" y="196" width="128" height="100" rx="6" fill={tiles[otter.tile][0]} />
      <svg x="190" y="196" width="100" height="100" viewBox="0 0 64 64" stroke="none">
        <g transform="translate(.8 1.2)">
          <PaperCutPieces pieces={otter.body} shade={tiles[otter.tile][1]} />
        </g>
        <PaperCutPieces pieces={otter.body} />
        <PaperCutPieces pieces={otter.marks} />
      </svg>
      <rect x="176" y="196" width="128" height="100" rx="6" />

      <path d="M344 288h84v18h-84a9 9 0 0 1 0-18z" fill={brand.book} />
      <path d="M348 293h80v8h-80a4 4 0 0 1 0-8z" fill={papers.white} />
      <path d="M350 270h72a9 9 0 0 1 0 18h-72z" fill={papers.yellow} />
      <path d="M350 275h68a4 4 0 0 1 0 8h-68z" fill={papers.white} />
      <path
        d="M386 246c-8-5-19 0-19 11 0 8 6 13 11 13 3 0 5-1 8-1s5 1 8 1c5 0 11-5 11-13 0-11-11-16-19-11z"
        fill={papers.red}
      />
      <path d="M386 246c0-5 1-8 4-11" />
      <path d="M389 240c5-5 10-5 14-3-2 5-8 7-14 3z" fill={papers.leaf} />

      <path d="M36 306h408v13H36z" fill={papers.brown} />
    </Scene>
  );
}
