import { brand } from './papers.ts';

/** Spines on a shelf with a quill among them, in the colours of the school whose page it is. Decorative. */
export function QuillshelfLogo({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden style={{ flex: 'none' }}>
      <g style={{ fill: brand.primary }}>
        <path d="M3.5 8.2a1.2 1.2 0 0 1 1.2-1.2h4.1a1.2 1.2 0 0 1 1.2 1.2V26H3.5z" />
        <path d="M23.8 17.7a1.2 1.2 0 0 1 1.2-1.2h3.4a1.2 1.2 0 0 1 1.2 1.2V26h-5.8z" />
        <rect x="1" y="27" width="30" height="3" rx="1.5" />
      </g>
      <path
        style={{ fill: brand.book }}
        d="M11 12.2a1.2 1.2 0 0 1 1.2-1.2h3.1a1.2 1.2 0 0 1 1.2 1.2V26H11z"
      />
      <path
        style={{ fill: brand.button }}
        d="M18.2 26c-.8-4-.9-7.5-.2-11C19.3 8.5 23 3.8 29.5 1.5c.9 5-.4 9.3-3.5 12-2.2 1.9-4.4 3.3-6 5.5-.4 2.3-.5 4.5-.4 7z"
      />
      <path
        d="M19.3 18.5C20.5 13.5 22.8 9.2 26 6M5.5 11h2.5M5.5 13.5h2.5"
        fill="none"
        stroke="#fff"
        strokeWidth="1.1"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** The logo with the product's name beside it. */
export function QuillshelfWordmark({ name, size = 28 }: { name: string; size?: number }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: size * 0.32, lineHeight: 1 }}>
      <QuillshelfLogo size={size} />
      <span
        style={{ fontSize: size * 0.72, fontWeight: 700, letterSpacing: '-0.01em', whiteSpace: 'nowrap' }}
      >
        {name}
      </span>
    </span>
  );
}
