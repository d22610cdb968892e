import { UnstyledButton } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { isEmpty } from '#contract/works/document.rules.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { sayNotKept } from './not-kept.ts';
import type { HrefOf } from './story-list.tsx';
import { kindNames } from './story-words.ts';
import { useOwnStories } from './use-own-stories.ts';
import { beginStory, beginStoryInput } from './writing.mutations.ts';

/** The newest one of this kind in which nobody wrote anything: neither a name nor a plan nor a word. */
function untouchedOf(
  wanted: WorkKind,
  works: readonly OwnWork[],
  chapters: readonly OwnChapter[],
): OwnWork | undefined {
  const isTouched = new Set(
    chapters
      .filter(({ title, document, others }) => title !== '' || !isEmpty(document) || others.length > 0)
      .map(({ work_id }) => work_id),
  );
  return works
    .filter(({ id, kind, state, title, plan }) => {
      const isBlank = title === '' && plan === '' && !isTouched.has(id);
      return kind === wanted && state === 'draft' && isBlank;
    })
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))[0];
}

interface WriteCardProps {
  kind: WorkKind;
  hrefOf: HrefOf;
  className: string | undefined;
  children: ReactNode;
}

/** One tap to an empty paper or page with the cursor in it. It asks for no name: that is written on the paper. */
export function WriteCard({ kind, hrefOf, className, children }: WriteCardProps) {
  const replica = useReplica();
  const navigate = useNavigate();
  const { works, chapters } = useOwnStories();
  /** A second tap would begin a second one. */
  const isBeginning = useRef(false);

  async function write() {
    if (isBeginning.current) return;
    isBeginning.current = true;
    try {
      let story: Parameters<HrefOf>[0] | undefined = untouchedOf(kind, works, chapters);
      if (!story) {
        const input = beginStoryInput('', document.documentElement.lang || 'en', kind);
        await replica.enqueue(beginStory, input);
        story = { id: input.body.id, slug: null, kind };
      }
      await navigate(`${hrefOf(story)}?step=write`, { state: { write: true } });
    } catch (error) {
      sayNotKept(error, `A new ${kindNames[kind].one}`);
    } finally {
      isBeginning.current = false;
    }
  }

  return (
    <UnstyledButton className={className} onClick={() => void write()}>
      {children}
    </UnstyledButton>
  );
}
