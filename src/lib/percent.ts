/** Basis points of a percentage as people type it: `12.5`, `12,5 %`. Null where it is none from 0 to 100 with two decimals. */
export function readPercent(typed: string): number | null {
  const [, whole = '', decimals = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/u.exec(typed.trim()) ?? [];
  if (whole === '') return null;
  const basisPoints = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return basisPoints <= 10_000 ? basisPoints : null;
}

/** `12.5` of 1250 basis points. */
export function percentText(basisPoints: number): string {
  return String(basisPoints / 100);
}
