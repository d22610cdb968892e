import { useParams } from 'react-router-dom';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { PageEditorScreen } from '#src/features/content-editing/page-editor.screen.tsx';
import { kindWord, type PageEditing } from '#src/features/edited-pages/edited-pages.words.ts';
import { Article } from '#src/features/content/article.tsx';
import { previewSlots } from '../preview-slots.tsx';

const lists: Readonly<Record<PageEditing, string>> = {
  platform: publicPaths.platformContent(),
  school: publicPaths.schoolContent(),
  champion: publicPaths.championPages(),
};

/** One public page for those who write it. */
export function PageEditorPage({ editor = 'platform' }: { editor?: PageEditing }) {
  const { id = '' } = useParams();
  return (
    <PageEditorScreen
      key={id}
      id={id}
      listHref={lists[editor]}
      kindWord={kindWord}
      mayPublish={editor !== 'champion'}
      draw={(page) => <Article page={page} slots={previewSlots} />}
    />
  );
}
