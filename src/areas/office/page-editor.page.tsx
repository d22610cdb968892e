import { useParams } from 'react-router-dom';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { PageEditorScreen } from '#src/features/content-editing/page-editor.screen.tsx';
import { Article } from '#src/features/content/article.tsx';
import type { ContentSlots } from '#src/features/content/blocks/block.tsx';
import { GoalShelf } from '#src/features/works/goal-shelf.tsx';

const slots: ContentSlots = {
  learning: null,
  forStaff: () => null,
  shelf: ({ goal, language, title }) => <GoalShelf title={title} goal={goal} language={language} />,
  form: () => <p>The form stands here.</p>,
  startHref: () => null,
};

/** One public page for those who write it. */
export function PageEditorPage({ isSchool = false }: { isSchool?: boolean }) {
  const { id = '' } = useParams();
  return (
    <PageEditorScreen
      key={id}
      id={id}
      listHref={isSchool ? publicPaths.schoolContent() : publicPaths.platformContent()}
      draw={(page) => <Article page={page} slots={slots} />}
    />
  );
}
