import { useParams } from 'react-router-dom';
import { PageEditorScreen } from '#src/features/content-editing/page-editor.screen.tsx';
import type { PageEditing } from '#contract/content/content.paths.ts';
import { Article } from '#src/features/content/article.tsx';
import { previewSlots } from '../preview/preview-slots.tsx';

/** One public page for those who write it. */
export function PageEditorPage({ editor }: { editor: PageEditing }) {
  const { id = '' } = useParams();
  return (
    <PageEditorScreen
      key={id}
      id={id}
      editor={editor}
      draw={(page) => <Article page={page} slots={previewSlots} isPart />}
    />
  );
}
