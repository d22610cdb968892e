import type { ReadingRow } from '#contract/works/reading-rows.schema.ts';
import { Reader } from './reader.tsx';
import { placeOf } from './reader.rules.ts';
import { useReaderSettings, useReadings } from '#src/document/use-own-reading.ts';
import { useProgress } from './use-progress.ts';
import type { ReadWork } from '#src/document/kept-work.ts';

interface OpenWorkProps extends ReadWork {
  chapterSlug: string;
}

/** A work that is being read, with what whoever reads it has kept of it. */
export function OpenWork(props: OpenWorkProps) {
  const { readings, ...keeping } = useReadings();
  const { settings, choose } = useReaderSettings();
  // For the moment until the device knows how its reader likes pages; in another colour they would flash.
  if (readings === null || settings === null) return null;
  const reading = readings.find(({ id }) => id === props.work.id) ?? null;
  return <Keeping {...props} {...keeping} reading={reading} settings={settings} onSettings={choose} />;
}

interface KeepingProps
  extends
    OpenWorkProps,
    Omit<ReturnType<typeof useReadings>, 'readings'>,
    Pick<Parameters<typeof Reader>[0], 'settings' | 'onSettings'> {
  reading: ReadingRow | null;
}

function Keeping({ reading, reach, mark, ...props }: KeepingProps) {
  const { work, parts, chapterSlug } = props;
  useProgress({
    parts: parts.length,
    place: placeOf(chapterSlug, parts.length),
    reading,
    onReach: (progress) => reach(work.id, progress),
  });
  return (
    <Reader
      {...props}
      bookmarks={reading?.bookmarks ?? []}
      onBookmark={(partId, isSet) => mark(work.id, partId, isSet)}
    />
  );
}
