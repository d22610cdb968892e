import type { WorkDocument } from '#contract/works/document.schema.ts';
import { DocumentView } from '#src/document/document-view.tsx';
import { useOwnPictures } from '#src/document/use-own-pictures.ts';
import { CelebrateYes } from '#src/features/finishing/celebrate-yes.tsx';

function OwnDocument({ document }: { document: WorkDocument }) {
  return <DocumentView document={document} pictures={[]} audience="private" client={useOwnPictures()} />;
}

/** On the page of a child: the last yes of a teacher, once. */
export function YesArea() {
  return <CelebrateYes draw={(document) => <OwnDocument document={document} />} />;
}
