import { paths } from '#contract/kit/paths.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { DocumentView } from '#src/document/document-view.tsx';
import { useOwnPictures } from '#src/document/use-own-pictures.ts';
import { CelebrateYes } from '#src/features/finishing/celebrate-yes.tsx';
import { storyHref } from './writing-addresses.ts';

/** In the library where it is on the shelf, else as it was handed in. */
const hrefOf = (work: OwnWork) =>
  work.state === 'published' ? paths.work({ id: work.slug ?? work.id }) : storyHref(work);

function OwnDocument({ document }: { document: WorkDocument }) {
  return <DocumentView document={document} pictures={[]} audience="private" client={useOwnPictures()} />;
}

/** On the page of a child: the last yes of a teacher, once. */
export function YesArea() {
  return <CelebrateYes draw={(document) => <OwnDocument document={document} />} hrefOf={hrefOf} />;
}
