import { brand, papers, tiles } from './papers.ts';
import { Scene } from './scene.tsx';

/** A paw holds a card with a code up to a tablet's camera. */
export function HeldCardIllustration() {
  return (
    <Scene width={240} height={160}>
      <path
        d="M14 86C8 40 60 8 124 9c62 1 108 26 106 72-2 46-46 70-112 71C58 153 20 132 14 86z"
        fill={tiles.lagoon[0]}
        stroke="none"
      />
      <path
        d="M38 32h50a9 9 0 0 1 9 9v78a9 9 0 0 1-9 9H38a9 9 0 0 1-9-9V41a9 9 0 0 1 9-9z"
        fill={papers.slate}
      />
      <path d="M38 44h50v72H38z" fill={papers.white} />
      <circle cx="63" cy="38" r="2.6" fill={papers.sea} />
      <path d="M48 66v-8h8M70 58h8v8M78 94v8h-8M56 102h-8v-8" stroke={brand.primary} strokeWidth="3" />
      <path d="M104 62l10-6M105 80h12M104 98l10 6" strokeDasharray="2 5" strokeWidth="2.6" />
      <path
        d="M132 50l66-6a6 6 0 0 1 6 5l6 54a6 6 0 0 1-5 7l-66 7a6 6 0 0 1-7-5l-6-55a6 6 0 0 1 6-7z"
        fill={papers.cream}
      />
      <path
        d="M138 58l12-1 1 12-12 1zM163 56l12-1 1 12-12 1zM141 83l12-1 1 12-12 1zM157 73l5-1 1 6 6-1 1 6-6 1 1 6-6 1zM168 83l9-1 1 9-5 1M158 91l5-1M156 58l1 8"
        fill={papers.ink}
        strokeWidth="1.4"
      />
      <path d="M185 60l12-1M186 69l12-1M187 78l8-1" strokeWidth="2.6" opacity=".55" />
      <path
        d="M236 132c-10-20-22-32-34-34-9-1-15 3-14 9 1 5 6 6 11 7-7 2-10 7-8 12 3 8 14 12 26 22"
        fill={papers.brown}
      />
      <path d="M199 114c4 1 7 2 10 5M197 104c4-1 8 0 12 3" opacity=".55" />
    </Scene>
  );
}
