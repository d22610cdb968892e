import type { ReactNode } from 'react';

const ink = '#2b2320';

function Picture({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 120 96"
      aria-hidden
      fill="none"
      stroke={ink}
      strokeWidth={4}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

export function PaperAndPencil() {
  return (
    <Picture>
      <path fill="#fffefa" d="M24 10h54v76H24z" />
      <path d="M36 28h32M36 42h32M36 56h20" />
      <path fill="#f2b640" d="m98 34 9 9-34 34-12 4 3-13z" />
    </Picture>
  );
}

export function OpenBook() {
  return (
    <Picture>
      <path
        fill="#fffefa"
        d="M60 22C46 12 28 12 14 18v62c14-6 32-6 46 4 14-10 32-10 46-4V18c-14-6-32-6-46 4z"
      />
      <path d="M60 22v62M72 36l24-4M72 50l24-4M72 64l16-3" />
      <path fill="#6aa84f" d="m22 66 12-20 8 10 8-6v18z" />
      <circle cx="42" cy="34" r="6" fill="#f2b640" />
    </Picture>
  );
}

export function RowOfBooks() {
  return (
    <Picture>
      <path fill="#c98b4b" d="M12 80h96v8H12z" />
      <path fill="#225c40" d="M22 12h18v68H22z" />
      <path fill="#f2b640" d="M40 22h14v58H40z" />
      <path fill="#e97398" d="M54 14h18v66H54z" />
      <path fill="#8ec3e6" d="m76 24 14-4 14 56-14 4z" />
    </Picture>
  );
}
