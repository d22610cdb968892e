import { useState, type ReactNode } from 'react';
import { assetsIn, picturesIn } from '#contract/works/document.rules.ts';
import { documentLimits, type WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { PrivateWords } from './cover-lines.tsx';
import { DictateButton } from './dictate-button.tsx';
import { TextArea } from '#src/desk/text-area.tsx';
import { useAssetWords } from './use-asset-words.ts';
import styles from './finish.module.css';

interface AssetWordsProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
}

/** Each picture with what it shows beside it, and each recording with what it says; those without words come first. */
export function AssetWords({ work, chapters, draw }: AssetWordsProps) {
  const all = new Map(
    chapters.flatMap(({ document }) => assetsIn(document)).map((each) => [each.sha256, each]),
  );
  const pictures = new Set(
    chapters.flatMap(({ document }) => picturesIn(document)).map(({ sha256 }) => sha256),
  );
  // Chosen once: no picture moves away while somebody writes about it.
  const [missing] = useState(() =>
    [...all.values()].filter(({ alt }) => alt.trim() === '').map(({ sha256 }) => sha256),
  );
  const { typed, type } = useAssetWords(chapters);
  const order = [...missing.filter((sha256) => all.has(sha256)), ...all.keys()];
  return (
    <ul className={styles.assets}>
      {[...new Set(order)].map((sha256, place) => {
        const isPicture = pictures.has(sha256);
        const alt = all.get(sha256)?.alt ?? '';
        const words = typed[sha256] ?? alt;
        const block = isPicture
          ? ({ type: 'picture', attrs: { sha256, alt, width: 'full' } } as const)
          : recordingOf(chapters, sha256);
        return (
          <li key={sha256} className={styles.asset}>
            {block && <div className={styles.assetShown}>{draw({ type: 'doc', content: [block] })}</div>}
            <div className={styles.assetWords}>
              <TextArea
                label={isPicture ? `What can be seen in picture ${place + 1}?` : 'What do you say in it?'}
                description={
                  place === 0
                    ? `For everybody who cannot ${isPicture ? 'see your picture: it is read aloud to them' : 'hear you: they read it'}.`
                    : undefined
                }
                rows={3}
                maxLength={documentLimits.altLength}
                value={words}
                onChange={(text) => type(sha256, text)}
              />
              <PrivateWords text={words} />
              <DictateButton language={work.language} words={words} onWords={(said) => type(sha256, said)} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function recordingOf(chapters: readonly OwnChapter[], sha256: string) {
  return chapters
    .flatMap(({ document }) => document.content)
    .find((block) => block.type === 'recording' && block.attrs.sha256 === sha256);
}
