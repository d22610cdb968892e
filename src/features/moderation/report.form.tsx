import { product } from '#contract/kit/product.ts';
import { moderationWords, type ReportedWork } from '#contract/moderation/moderation.schema.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';

/** What the office of a school writes about a work: to its author, or to the platform. */
export type Writing = 'takeDown' | 'appeal' | 'answer';

export const writingTitles: Readonly<Record<Writing, string>> = {
  takeDown: 'Take it down',
  appeal: 'Ask for it back',
  answer: 'Answer',
};

interface WritingWords {
  question: string;
  label: string;
  reader: string;
  missing?: string;
  danger?: boolean;
}

function wordsOf(writing: Writing, { title, asked }: ReportedWork): WritingWords {
  switch (writing) {
    case 'takeDown':
      return {
        question: `Nobody reads “${title}” any more, also on tablets that keep it, as soon as they have a network. You can reinstate it later.`,
        label: 'A kind word to the author',
        reader: 'The author reads why, and not who reported it.',
        danger: true,
      };
    case 'appeal':
      return {
        question: `${product.name} took “${title}” down and alone reinstates it. You can ask for it back once.`,
        label: 'Why it should come back',
        reader: `${product.name} reads it.`,
        missing: 'Please say why it should come back',
      };
    case 'answer':
      return {
        question: `${product.name} asks about “${title}”: ${asked ?? ''}`,
        label: 'Your answer',
        reader: `${product.name} reads it and decides. The author and the readers do not.`,
        missing: 'Please write an answer',
      };
  }
}

interface WritingFormProps {
  writing: Writing;
  work: ReportedWork;
  /** True once it is done. */
  onSubmit: (reason: string) => Promise<boolean>;
  onClose: () => void;
}

export function WritingForm({ writing, work, onSubmit, onClose }: WritingFormProps) {
  const { missing, ...words } = wordsOf(writing, work);
  const form = useReasonForm(missing);
  const name = { takeDown: 'take-down', appeal: 'appeal', answer: 'answer' }[writing];
  const draft = useFormDraft(`${name} ${work.id}`, form);
  return (
    <ReasonForm
      form={form}
      draft={draft}
      maxLength={moderationWords}
      {...words}
      submitLabel={writingTitles[writing]}
      onSubmit={onSubmit}
      onClose={onClose}
    />
  );
}
