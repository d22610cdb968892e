import { useMemo } from 'react';
import type { ShownCertificate } from '#contract/certificates/certificates.schema.ts';
import { directionOf } from '#src/lib/direction.ts';
import { drawCertificate, sheet, spokenCertificate } from './certificate-drawing.ts';
import { textMeasure } from './measure-text.ts';
import styles from './certificates.module.css';

/** A certificate as it is printed, drawn as SVG. */
export function CertificateSheet({ certificate, link }: { certificate: ShownCertificate; link: string }) {
  const { paths, texts } = useMemo(
    () => drawCertificate(certificate, { link, measure: textMeasure() }),
    [certificate, link],
  );
  return (
    <svg
      role="img"
      aria-label={spokenCertificate(certificate)}
      className={styles.sheet}
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
    >
      {paths.map(({ d, fill = 'none', stroke, strokeWidth }) => (
        <path key={d} d={d} fill={fill} {...(stroke !== undefined && { stroke, strokeWidth })} />
      ))}
      {texts.map(({ text, x, baseline, size, weight, fill }) => (
        <text
          key={`${x} ${baseline}`}
          x={x}
          y={baseline}
          textAnchor="middle"
          fontSize={size}
          fontWeight={weight}
          fill={fill}
          direction={directionOf(text)}
        >
          {text}
        </text>
      ))}
    </svg>
  );
}
