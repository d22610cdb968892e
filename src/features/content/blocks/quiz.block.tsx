import '@mantine/core/styles/Radio.layer.css';
import { ActionIcon, Button, Checkbox, NativeSelect, Radio, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { QuizQuestion } from '#contract/content/blocks.schema.ts';
import { choicesOf } from '#contract/content/outline.rules.ts';
import { stepIn } from '#contract/learning/learning.rules.ts';
import { ChildEar } from '#src/ui/child-ear.tsx';
import { useMoveArrows } from '#src/ui/use-move-arrows.ts';
import type { PageLearning } from '../learning.ts';
import { ended } from '../spoken-page.ts';
import { absentIf } from './absent-if.ts';
import { isRight, isTried, type Tried } from './quiz.rules.ts';
import styles from '../content.module.css';

interface ChoiceProps<Question extends QuizQuestion> {
  question: Question;
  /** Id of the element with the question's words. */
  label: string;
  tried: Tried;
  onTry: (tried: Tried) => void;
}

type Of<Type extends QuizQuestion['type']> = Extract<QuizQuestion, { type: Type }>;

function ChooseOne({ question, label, tried, onTry }: ChoiceProps<Of<'one'>>) {
  return (
    <Radio.Group aria-labelledby={label} value={tried[0] ?? ''} onChange={(answer) => onTry([answer])}>
      <div className={styles.answers}>
        {choicesOf(question).map((answer) => (
          <Radio key={answer} size="md" value={answer} label={answer} />
        ))}
      </div>
    </Radio.Group>
  );
}

function ChooseSeveral({ question, label, tried, onTry }: ChoiceProps<Of<'several'>>) {
  return (
    <Checkbox.Group aria-labelledby={label} value={[...tried]} onChange={onTry}>
      <div className={styles.answers}>
        {choicesOf(question).map((answer) => (
          <Checkbox key={answer} size="md" value={answer} label={answer} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

interface OrderedProps {
  answer: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
}

function Ordered({ answer, isFirst, isLast, onMove }: OrderedProps) {
  const { up, down, move } = useMoveArrows(onMove);
  return (
    <li>
      <span>{answer}</span>
      <ActionIcon
        ref={up}
        variant="default"
        size={44}
        aria-label={`Move “${answer}” up`}
        style={absentIf(isFirst)}
        onClick={() => move(-1)}
      >
        <IconArrowUp size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        ref={down}
        variant="default"
        size={44}
        aria-label={`Move “${answer}” down`}
        style={absentIf(isLast)}
        onClick={() => move(1)}
      >
        <IconArrowDown size={20} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function PutInOrder({ question, label, tried, onTry }: ChoiceProps<Of<'order'>>) {
  const inOrder = tried.length === 0 ? choicesOf(question) : tried;
  function move(place: number, by: -1 | 1) {
    const next = [...inOrder];
    [next[place], next[place + by]] = [next[place + by] ?? '', next[place] ?? ''];
    onTry(next);
  }
  return (
    <ol className={styles.order} aria-labelledby={label}>
      {inOrder.map((answer, place) => (
        <Ordered
          key={answer}
          answer={answer}
          isFirst={place === 0}
          isLast={place === inOrder.length - 1}
          onMove={(by) => move(place, by)}
        />
      ))}
    </ol>
  );
}

function Match({ question, tried, onTry }: ChoiceProps<Of<'match'>>) {
  const rights = choicesOf(question).slice(question.pairs.length);
  return (
    <div className={styles.answers}>
      {question.pairs.map(([left], place) => (
        <NativeSelect
          key={left}
          label={left}
          data={[{ value: '', label: 'Choose' }, ...rights]}
          value={tried[place] ?? ''}
          onChange={({ currentTarget }) =>
            onTry(
              question.pairs.map((_, each) => (each === place ? currentTarget.value : (tried[each] ?? ''))),
            )
          }
        />
      ))}
    </div>
  );
}

function WriteWord({ label, tried, onTry }: ChoiceProps<Of<'word'>>) {
  return (
    <TextInput
      aria-labelledby={label}
      autoComplete="off"
      maw={320}
      value={tried[0] ?? ''}
      onChange={({ currentTarget }) => onTry([currentTarget.value])}
    />
  );
}

function Choices(props: ChoiceProps<QuizQuestion>) {
  const { question, ...rest } = props;
  switch (question.type) {
    case 'one':
      return <ChooseOne question={question} {...rest} />;
    case 'several':
      return <ChooseSeveral question={question} {...rest} />;
    case 'order':
      return <PutInOrder question={question} {...rest} />;
    case 'match':
      return <Match question={question} {...rest} />;
    case 'word':
      return <WriteWord question={question} {...rest} />;
  }
}

/** The question with all that one can choose of. */
const spokenQuestion = (question: QuizQuestion) =>
  [question.ask, ...choicesOf(question)].map(ended).join(' ');

interface QuestionProps {
  question: QuizQuestion;
  /** Its id in the page. */
  step: string;
  learning: PageLearning | null;
}

function Question({ question, step, learning }: QuestionProps) {
  const label = useId();
  const [typed, setTried] = useState<Tried | null>(null);
  const [said, setSaid] = useState<'right' | 'not yet' | 'nothing' | null>(null);
  const kept = learning?.answerOf(step) ?? null;
  const tried = typed ?? kept ?? (question.type === 'order' ? choicesOf(question) : []);
  // What was right at an earlier visit is said again.
  const saying = said ?? (typed === null && kept !== null && isRight(question, kept) ? 'right' : null);

  function look() {
    if (!isTried(question, tried)) {
      setSaid('nothing');
      return;
    }
    const done = isRight(question, tried);
    setSaid(done ? 'right' : 'not yet');
    learning?.set(step, { done, answer: [...tried] });
  }

  return (
    <li className={styles.question}>
      <div className={styles.asked}>
        <p id={label} className={styles.ask}>
          {question.ask}
        </p>
        <ChildEar words={spokenQuestion(question)} />
      </div>
      <Choices
        question={question}
        label={label}
        tried={tried}
        onTry={(next) => {
          setTried(next);
          setSaid(null);
        }}
      />
      <Button variant="default" className={styles.look} onClick={look}>
        Check
      </Button>
      <div role="status" className={styles.said}>
        {saying === 'right' && (
          <>
            <Text fw={700}>Yes, that is right.</Text>
            <Text>{question.why}</Text>
          </>
        )}
        {saying === 'not yet' && <Text>Not yet. Have another look and try again.</Text>}
        {saying === 'nothing' && <Text>Choose your answer first.</Text>}
      </div>
    </li>
  );
}

/** Questions that are looked at on the device: a kind word and why, as often as somebody likes, and never a mark. */
export function QuizBlock({
  block,
  learning,
}: {
  block: { id: string; questions: readonly QuizQuestion[] };
  learning: PageLearning | null;
}) {
  return (
    <ol className={styles.quiz} aria-label="Questions">
      {block.questions.map((question) => (
        <Question key={question.id} question={question} step={stepIn(block, question)} learning={learning} />
      ))}
    </ol>
  );
}
