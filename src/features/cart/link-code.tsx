import { create } from 'qrcode';
import { useMemo } from 'react';
import styles from './cart.module.css';

/** Modules of nothing that belong around a code (ISO/IEC 18004). */
const quiet = 4;

/** A link as a QR code, which any phone reads: dark on light, whatever the page is. */
export function LinkCode({ link, label }: { link: string; label: string }) {
  const { size, dark } = useMemo(() => {
    const { modules } = create(link, { errorCorrectionLevel: 'M' });
    const squares = [...modules.data].flatMap((isDark, place) =>
      isDark === 1 ? [`M${place % modules.size} ${Math.floor(place / modules.size)}h1v1h-1z`] : [],
    );
    return { size: modules.size, dark: squares.join('') };
  }, [link]);
  const whole = size + 2 * quiet;
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.code}
      viewBox={`${-quiet} ${-quiet} ${whole} ${whole}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M${-quiet} ${-quiet}h${whole}v${whole}h${-whole}z`} />
      <path fill="#000" d={dark} />
    </svg>
  );
}
