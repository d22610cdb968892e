const rounded = (value: number) => Math.round(value * 100) / 100;

/** Path of a rectangle with round corners. */
export function box(x: number, y: number, width: number, height: number, r: number = 1): string {
  const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [width - 2 * r, height - 2 * r];
  return `M${x + r} ${y}h${across}${arc(r, r)}v${down}${arc(-r, r)}h${-across}${arc(-r, -r)}v${-down}${arc(r, -r)}z`;
}

/** Path of a star, or of a flower of sharp leaves. */
export function star(x: number, y: number, r: number, points: number = 5, inner: number = 0.45): string {
  const corners = Array.from({ length: points * 2 }, (_each, number) => {
    const angle = (number * Math.PI) / points - Math.PI / 2;
    const far = number % 2 === 0 ? r : r * inner;
    return `${rounded(x + far * Math.cos(angle))} ${rounded(y + far * Math.sin(angle))}`;
  });
  return `M${corners.join('L')}z`;
}

/** Path of a heart, as wide as `size`. */
export function heart(x: number, y: number, size: number): string {
  const s = rounded(size / 4);
  return `M${x} ${y + 2 * s}c${-s} ${-s} ${-2 * s} ${rounded(-1.6 * s)} ${-2 * s} ${rounded(-2.7 * s)}c0 ${rounded(-1.5 * s)} ${rounded(1.5 * s)} ${rounded(-1.7 * s)} ${2 * s} ${rounded(-0.4 * s)}c${rounded(0.5 * s)} ${rounded(-1.3 * s)} ${2 * s} ${rounded(-1.1 * s)} ${2 * s} ${rounded(0.4 * s)}c0 ${rounded(1.1 * s)} ${-s} ${rounded(1.7 * s)} ${-2 * s} ${rounded(2.7 * s)}z`;
}

/** Path of a cloud that stands on a line. */
export function cloud(x: number, y: number, s: number = 1): string {
  const n = (value: number) => rounded(value * s);
  return `M${x} ${y}a${n(9)} ${n(9)} 0 0 1 ${n(2)} ${n(-17)}a${n(12)} ${n(12)} 0 0 1 ${n(22)} ${n(-4)}a${n(10)} ${n(10)} 0 0 1 ${n(12)} ${n(10)}a${n(6)} ${n(6)} 0 0 1 ${n(-1)} ${n(11)}z`;
}
