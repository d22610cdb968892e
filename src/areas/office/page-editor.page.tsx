import { useParams } from 'react-router-dom';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { PageEditorScreen } from '#src/features/content-editing/page-editor.screen.tsx';
import { Article } from '#src/features/content/article.tsx';
import { previewSlots } from '../preview-slots.tsx';

/** One public page for those who write it. */
export function PageEditorPage({ isSchool = false }: { isSchool?: boolean }) {
  const { id = '' } = useParams();
  return (
    <PageEditorScreen
      key={id}
      id={id}
      listHref={isSchool ? publicPaths.schoolContent() : publicPaths.platformContent()}
      draw={(page) => <Article page={page} slots={previewSlots} />}
    />
  );
}
