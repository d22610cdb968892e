import { useEffect, useMemo } from 'react';
import { foregroundOn } from '#contract/kit/contrast.ts';
import { HexColor, defaultColors, type ColorField } from '#contract/tenants/tenants.schema.ts';
import * as v from 'valibot';
import { readableOn } from '#src/lib/color.ts';
import { grounds } from '#src/lib/grounds.ts';
import styles from './registration.module.css';

interface BrandPreviewProps {
  name: string;
  logo: File | null;
  colors: Readonly<Record<ColorField, string>>;
}

/** How the new school's pages begin: its bar, a line of text, its buttons. It is a picture: nothing in it can be used. */
export function BrandPreview({ name, logo, colors }: BrandPreviewProps) {
  const picture = useMemo(() => (logo === null ? null : URL.createObjectURL(logo)), [logo]);
  useEffect(() => () => (picture === null ? undefined : URL.revokeObjectURL(picture)), [picture]);
  // While one is being typed it is what it will be if nobody says otherwise.
  const color = (field: ColorField) => (v.is(HexColor, colors[field]) ? colors[field] : defaultColors[field]);
  const primary = color('primary_color');
  const { paper, ink } = grounds.light;
  const button = (field: ColorField) => ({
    background: color(field),
    color: foregroundOn(color(field)),
  });
  return (
    <div className={styles.preview} role="img" aria-label="How your pages will look">
      <div className={styles.previewPage} style={{ background: paper, color: ink }} aria-hidden>
        <div
          className={styles.previewBand}
          style={{
            background: `repeating-linear-gradient(90deg, ${primary} 0 24px, ${color('book_button_color')} 24px 32px, ${primary} 32px 56px, ${color('button_color')} 56px 64px)`,
          }}
        />
        <div className={styles.previewBar} style={{ borderColor: color('border_muted_color') }}>
          {picture === null ? (
            <span
              className={styles.previewMark}
              style={{ background: primary, color: foregroundOn(primary) }}
            >
              {[...name.trim()][0]?.toUpperCase() ?? 'Q'}
            </span>
          ) : (
            <img src={picture} alt="" />
          )}
          <strong dir="auto">{name.trim() === '' ? 'Your school' : name}</strong>
          <span className={styles.previewButton} style={button('button_color')}>
            Sign in
          </span>
        </div>
        <div className={styles.previewBody}>
          <p style={{ color: readableOn(paper, color('text_primary_color')) }}>Books and stories</p>
          <div className={styles.previewShelf} style={{ background: color('bg_primary_color') }}>
            <span className={styles.previewButton} style={button('book_button_color')}>
              Read a book
            </span>
            <span
              className={styles.previewButton}
              style={{ background: primary, color: foregroundOn(primary) }}
            >
              Write one
            </span>
          </div>
        </div>
      </div>
    </div>
  );
}
