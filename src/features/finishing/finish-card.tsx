import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import type { StoryChange } from '#contract/writing/writing.schema.ts';
import { useReplica, useRows } from '#src/session/use-replica.ts';
import { AssetWords } from './asset-words.tsx';
import { CauseField } from './cause-field.tsx';
import type { CardName } from '#src/desk/desk-parts.ts';
import { CoverCard } from './cover-card.tsx';
import { CoverLine, CoverLines } from './cover-lines.tsx';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { ProposalFields } from '#src/desk/proposal-fields.tsx';
import { ReadersField } from './readers-field.tsx';
import { changeStory, changeStoryInput } from '#src/desk/writing.mutations.ts';
import styles from './finish.module.css';

export const titleOfCard: Readonly<Record<CardName, string>> = {
  cover: 'Pick your cover',
  blurb: 'What is it about?',
  dedication: 'Who is it for?',
  author: 'About you',
  pictures: 'What’s in your picture?',
  done: 'Done!',
};

/** Read out to whoever taps the ear. */
export const spokenOfCard: Readonly<Record<CardName, string>> = {
  cover: 'Pick your cover. Tap the one that you like best, or draw one.',
  blurb: 'What is it about? Say it in a line or two. Do not tell the end!',
  dedication: 'Who is it for? For a friend, for your dog, for all who like rain. You may leave it empty.',
  author: 'About you. What do you like? What makes you laugh? Leave out your last name and where you live.',
  pictures:
    'What is in your picture? What do you say in your recording? Say it for everybody who cannot see or hear it.',
  done: 'Done! Choose who may read it. Your teacher looks at it first. Then tap: Hand it in.',
};

interface CardProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
}

/** Who made it, begun with what the child says on their own page. */
function AuthorCard({ work }: Pick<CardProps, 'work'>) {
  const replica = useReplica();
  const [profile] = useRows(scopeOf.user(replica.user_id), 'profile').rows;
  const begun = profile?.about_me ?? '';
  return (
    <Stack gap="md">
      <CoverLines
        // What comes from the page is known a moment later.
        key={begun}
        work={work}
        field="about_author"
        label="About the author"
        description="What do you like? What makes you laugh? Leave out your last name and where you live."
        rows={3}
        maxLength={limits.aboutAuthorLength}
        begun={begun}
      />
      {begun !== '' && work.about_author === begun && <Text c="dimmed">This is from your own page.</Text>}
      <CoverLine
        work={work}
        field="pen_name"
        label="Name on the cover"
        description="Your first name stands there if you leave it empty. Leave out your last name."
        maxLength={limits.penNameLength}
      />
    </Stack>
  );
}

/** Who may read it, and what the teacher decides: what was chosen here is proposed to them. */
function DoneCard({ work, onChange }: Pick<CardProps, 'work'> & { onChange: (fields: StoryChange) => void }) {
  return (
    <Stack gap="md">
      <ReadersField value={work.visibility} onChange={(visibility) => onChange({ visibility })} />
      <CauseField work={work} onChange={(cause_id) => onChange({ cause_id })} />
      <details>
        <summary className={styles.summary}>Tell your teacher more about it</summary>
        <Stack gap="md">
          <ProposalFields value={work} onChange={onChange} />
        </Stack>
      </details>
    </Stack>
  );
}

/** What is on a card, below its title. */
export function FinishCard({ name, work, chapters, draw }: CardProps & { name: CardName }) {
  const replica = useReplica();
  function change(fields: StoryChange) {
    replica.enqueue(changeStory, changeStoryInput(work.id, fields)).catch(sayNotKept);
  }
  switch (name) {
    case 'cover':
      return <CoverCard work={work} chapters={chapters} draw={draw} />;
    case 'blurb':
      return (
        <CoverLines
          work={work}
          field="blurb"
          label="A line or two for the back cover"
          description="Do not tell the end!"
          rows={4}
          maxLength={limits.blurbLength}
        />
      );
    case 'dedication':
      return (
        <CoverLine
          work={work}
          field="dedication"
          label="For whom did you make it?"
          description="For a friend, for your dog, for all who like rain. You may leave it empty."
          size="lg"
          maxLength={limits.dedicationLength}
        />
      );
    case 'author':
      return <AuthorCard work={work} />;
    case 'pictures':
      return <AssetWords work={work} chapters={chapters} draw={draw} />;
    case 'done':
      return <DoneCard work={work} onChange={change} />;
  }
}
