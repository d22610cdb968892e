import { Title } from '@mantine/core';
import { usualSettings } from '#contract/works/reading.schema.ts';
import type { Chapter, Work } from '#contract/works/works.schema.ts';
import { directionOfWork } from '#src/lib/direction.ts';
import { DocumentView } from '#src/document/document-view.tsx';
import { styleOf } from '#src/document/reader-settings.rules.ts';
import { pictureFirst } from './reader.rules.ts';
import styles from '#src/document/works.module.css';

interface ReadSheetProps {
  work: Work;
  part: Pick<Chapter, 'title' | 'document'>;
}

/** A page or a chapter as it is read by whoever changed none of the settings; for those who look after its author. */
export function ReadSheet({ work, part }: ReadSheetProps) {
  const split = pictureFirst(part.document);
  const shown = { pictures: work.pictures, audience: 'private' } as const;
  return (
    <article
      className={styles.sheet}
      style={styleOf(usualSettings)}
      data-kind={work.kind}
      data-pictured={split.picture !== null}
      lang={work.language}
      dir={directionOfWork(work)}
    >
      {split.picture && <DocumentView document={split.picture} {...shown} />}
      <div className={styles.words}>
        {part.title !== '' && <Title order={2}>{part.title}</Title>}
        <DocumentView document={split.words} {...shown} />
      </div>
    </article>
  );
}
