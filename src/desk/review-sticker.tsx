import type { ReactNode } from 'react';
import { allStickers, type Sticker } from '#contract/writing/stickers.schema.ts';

const ink = '#2b2320';

const drawings: Readonly<Record<Sticker, { paper: string; picture: ReactNode }>> = {
  star: {
    paper: '#f2b640',
    picture: (
      <path
        fill="#fffefa"
        d="m32 14 5.6 11.4 12.6 1.8-9.1 8.9 2.1 12.5L32 42.7l-11.2 5.9 2.1-12.5-9.1-8.9 12.600-1.800z"
      />
    ),
  },
  heart: {
    paper: '#e97398',
    picture: (
      <path fill="#fffefa" d="M32 49C20 41 14 34 14 26a9 9 0 0 1 18-2 9 9 0 0 1 18 2c0 8-6 15-18 23z" />
    ),
  },
  thumb: {
    paper: '#69b3cc',
    picture: (
      <path
        fill="#fffefa"
        d="M16 30h8v18h-8zm8 2 7-16c5 0 6 4 5 11h10c3 0 4 2 3 5l-3 13c-.6 2-2 3-4 3H28l-4-2z"
      />
    ),
  },
  smile: {
    paper: '#8fc274',
    picture: (
      <>
        <circle cx="32" cy="32" r="17" fill="#fffefa" />
        <path d="M24 36c3 7 13 7 16 0M26 27v2M38 27v2" />
      </>
    ),
  },
  sparkles: {
    paper: '#8f7ac4',
    picture: (
      <path
        fill="#fffefa"
        d="m28 16 4 11 11 4-11 4-4 11-4-11-11-4 11-4zm17 20 2 6 6 2-6 2-2 6-2-6-6-2 6-2z"
      />
    ),
  },
  trophy: {
    paper: '#d9663c',
    picture: (
      <>
        <path d="M22 20h-7c0 8 3 11 8 11M42 20h7c0 8-3 11-8 11M32 38v8" />
        <path fill="#fffefa" d="M22 16h20v12c0 7-4 10-10 10s-10-3-10-10zM24 46h16v4H24z" />
      </>
    ),
  },
  rocket: {
    paper: '#4a5f96',
    picture: (
      <>
        <path fill="#f2b640" d="m27 44 5 9 5-9z" />
        <path fill="#fffefa" d="M32 11c8 6 10 15 8 24l5 6v6l-8-4H27l-8 4v-6l5-6c-2-9 0-18 8-24z" />
        <circle cx="32" cy="27" r="4" fill="#69b3cc" />
      </>
    ),
  },
  rainbow: {
    paper: '#fde6c8',
    picture: (
      <>
        <path stroke="#d9663c" strokeWidth="5" d="M13 43a19 19 0 0 1 38 0" />
        <path stroke="#f2b640" strokeWidth="5" d="M18 43a14 14 0 0 1 28 0" />
        <path stroke="#69b3cc" strokeWidth="5" d="M23 43a9 9 0 0 1 18 0" />
      </>
    ),
  },
};

/** The sticker of this name; undefined for one that this version of the app does not know. */
export function stickerNamed(name: string | null | undefined): Sticker | undefined {
  return allStickers.find((each) => each === name);
}

/** A sticker from a teacher. What it says stands beside it, so it is hidden from screen readers. */
export function ReviewSticker({ name, size = 64 }: { name: Sticker; size?: number }) {
  const { paper, picture } = drawings[name];
  return (
    <svg
      viewBox="0 0 64 64"
      width={size}
      height={size}
      fill="none"
      stroke={ink}
      strokeWidth={2.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
      aria-hidden
    >
      <circle cx="32" cy="32" r="30" fill={paper} />
      {picture}
    </svg>
  );
}
