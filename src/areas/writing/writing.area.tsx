import '#src/ui/classroom-styles.ts';
import { useParams, useSearchParams } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { DocumentView } from '#src/document/document-view.tsx';
import { ExportWork } from '#src/document/export/export-work.tsx';
import { exportedOwnWork } from '#src/document/export/exported-work.ts';
import { useOwnPictures } from '#src/document/use-own-pictures.ts';
import { MessageDesk } from '#src/features/writing/message-desk.tsx';
import { MessageList } from '#src/features/writing/message-list.tsx';
import { StoryChapters, StoryOnOneScreen, StorySteps } from '#src/features/writing/story-desk.tsx';
import { StoryList } from '#src/features/writing/story-list.tsx';
import { useUser } from '#src/session/use-session.ts';
import { Ear } from '#src/ui/ear.tsx';
import { deskParts } from '../desk-parts.ts';
import { PageGate } from '../page-gate.tsx';

const toBooks = { to: paths.books(), label: 'Make a book' };
const toStories = { to: paths.stories(), label: 'Write a story' };

/** What stands in a story of one’s own is shown to whoever wrote it, whoever else may see it. */
function OwnDocument({ document }: { document: WorkDocument }) {
  return (
    <DocumentView document={document} pictures={[]} audience="private" whenNear client={useOwnPictures()} />
  );
}

/** What one makes is one's own to export, also before anybody else sees it. */
function OwnExport({ work, chapters }: { work: OwnWork; chapters: readonly OwnChapter[] }) {
  const byline = useUser()?.first_name ?? '';
  return <ExportWork read={() => exportedOwnWork(work, chapters, byline)} client={useOwnPictures()} />;
}

const exporting = (work: OwnWork, chapters: readonly OwnChapter[]) => (
  <OwnExport work={work} chapters={chapters} />
);

const draw = (document: WorkDocument) => <OwnDocument document={document} />;

const ear = (words: string) => <Ear key={words} words={words} />;

/** `/uploadblogsteps` and `/uploadblogsteps/{slug}`: a story, one step after the other. */
export function GuidedWriting() {
  const { slug } = useParams();
  return (
    <PageGate title="Write a story" what="your stories">
      {slug === undefined ? (
        <StoryList title="Write a story" other={toBooks} />
      ) : (
        <StorySteps key={slug} story={slug} draw={draw} exporting={exporting} ear={ear} parts={deskParts} />
      )}
    </PageGate>
  );
}

/** `/upload-blog`: the same on one screen; `?story=` names one. */
export function WritingOnOneScreen() {
  const [address] = useSearchParams();
  const story = address.get('story');
  return (
    <PageGate title="Write a story" what="your stories">
      {story === null ? (
        <StoryList
          title="Write a story"
          hrefOf={({ id }) => paths.storyOnOneScreen({ story: id })}
          other={toBooks}
        />
      ) : (
        <StoryOnOneScreen
          key={story}
          story={story}
          draw={draw}
          exporting={exporting}
          ear={ear}
          parts={deskParts}
        />
      )}
    </PageGate>
  );
}

/** `/storyedit`: the chapters alone; `?story=` names a story and `&chapter=` one of its chapters. */
export function ChapterEditing() {
  const [address] = useSearchParams();
  const story = address.get('story');
  const chapter = address.get('chapter');
  return (
    <PageGate title="Write a story" what="your stories">
      {story === null ? (
        <StoryList title="Write a story" hrefOf={({ id }) => paths.chapters({ story: id })} other={toBooks} />
      ) : (
        <StoryChapters
          key={`${story} ${chapter}`}
          story={story}
          chapter={chapter}
          draw={draw}
          ear={ear}
          parts={deskParts}
        />
      )}
    </PageGate>
  );
}

/** `/uploadbook`: books of pages; `/uploadbook/{slug}` is one of them. */
export function BookMaking() {
  const { slug } = useParams();
  return (
    <PageGate title="Make a book" what="your books">
      {slug === undefined ? (
        <StoryList title="Make a book" kind="book" other={toStories} />
      ) : (
        <StorySteps
          key={slug}
          story={slug}
          kind="book"
          draw={draw}
          exporting={exporting}
          ear={ear}
          parts={deskParts}
        />
      )}
    </PageGate>
  );
}

/** `/my-messages`: what a child tells the world; `/my-messages/{id}` is one message. */
export function Messages() {
  const { id } = useParams();
  return (
    <PageGate title="Messages to the world" what="your messages">
      {id === undefined ? <MessageList /> : <MessageDesk key={id} message={id} draw={draw} ear={ear} />}
    </PageGate>
  );
}
