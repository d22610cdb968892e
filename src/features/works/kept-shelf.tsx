import { useKeptCards } from '#src/session/kept-works.ts';
import { KeptPictures } from './kept-pictures.tsx';
import { workOf } from './kept-work.ts';
import { Shelf } from './shelf-row.tsx';
import { WorkCardLink } from './work-card-link.tsx';
import { keptPage } from './keep-on-tablet.tsx';

/** What can be read with no network. Nothing where nothing is kept. */
export function KeptShelf() {
  const works = (useKeptCards() ?? []).flatMap((card) => workOf(card) ?? []);
  if (works.length === 0) return null;
  return (
    <Shelf title="On this tablet" all={{ to: keptPage, count: works.length }}>
      {works.map((work) => (
        <li key={work.id}>
          <KeptPictures workId={work.id}>
            <WorkCardLink work={work} />
          </KeptPictures>
        </li>
      ))}
    </Shelf>
  );
}
