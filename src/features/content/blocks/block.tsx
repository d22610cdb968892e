import { Button, Checkbox, Title } from '@mantine/core';
import { IconPencil, IconSquare } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ShownBlock } from '#contract/content/blocks.schema.ts';
import type { ContentPage } from '#contract/content/content-page.schema.ts';
import type { ContentCard } from '#contract/content/content.schema.ts';
import { stepIn } from '#contract/learning/learning.rules.ts';
import { actionsBlock } from '#contract/learning/passport.rules.ts';
import {
  dayInWords,
  minutesInWords,
  numberInWords,
  recordingInWords,
} from '#contract/content/outline.rules.ts';
import { ChildEar } from '#src/ui/child-ear.tsx';
import { ContentCards } from '../content-cards.tsx';
import type { Learning, PageLearning } from '../learning.ts';
import { LinkedWords, ofTheApp, Words } from '../words.tsx';
import { FilmBlock } from './film.block.tsx';
import { QuizBlock } from './quiz.block.tsx';
import { VideoBlock } from './video.block.tsx';
import styles from '../content.module.css';

export type BlockOf<Kind extends ShownBlock['kind']> = Extract<ShownBlock, { kind: Kind }>;

/** What other features put into a page. */
export interface ContentSlots {
  /** Works of a goal, or in a language; nothing where none stand on the shelf. */
  shelf: (block: BlockOf<'shelf'>) => ReactNode;
  form: (block: BlockOf<'form'>) => ReactNode;
  /** Where somebody begins a work; null where the reader writes nothing here. */
  startAt: (work: BlockOf<'prompt'>['work']) => string | null;
  /** Null where nobody is signed in. */
  learning: Learning | null;
  /** What the staff do with a course, a challenge or an event; nothing for all others. */
  forStaff: (card: ContentCard) => ReactNode;
  /** What one can do with a page, above its blocks: start a challenge, have the certificate of a course. */
  above: (page: ContentPage) => ReactNode;
  /** What others made of a page, below its blocks. */
  below: (page: ContentPage) => ReactNode;
}

/** Ticked once, it stays so: what one tablet says is done is done on all of them. */
function Done({ of, step, learning }: { of: string; step: string; learning: PageLearning }) {
  const isDone = learning.isDone(step);
  return (
    <Checkbox
      className={styles.done}
      label="Done"
      aria-label={`Done: ${of}`}
      checked={isDone}
      readOnly={isDone}
      onChange={() => !isDone && learning.set(step, { done: true })}
    />
  );
}

function Steps({ block, learning }: { block: BlockOf<'steps'>; learning: PageLearning | null }) {
  return (
    <ol className={styles.steps}>
      {block.steps.map(({ id, title, text, minutes }) => (
        <li key={id}>
          <strong>{title}</strong> {text}{' '}
          {minutes !== undefined && <span className={styles.minutes}>{minutesInWords(minutes)}</span>}
          {learning && <Done of={title} step={stepIn(block, { id })} learning={learning} />}
        </li>
      ))}
    </ol>
  );
}

/** What somebody did for a goal. Ticked once it stays so, on all tablets. */
function TickedList({ block, learning }: { block: BlockOf<'checklist'>; learning: PageLearning }) {
  return (
    <ul className={styles.checklist}>
      {block.items.map((item) => {
        const step = stepIn(block, item);
        const isDone = learning.isDone(step);
        return (
          <li key={item.id}>
            <Checkbox
              size="md"
              label={item.text}
              checked={isDone}
              readOnly={isDone}
              onChange={() => !isDone && learning.set(step, { done: true })}
            />
          </li>
        );
      })}
    </ul>
  );
}

export function Checklist({ items }: Pick<BlockOf<'checklist'>, 'items'>) {
  return (
    <ul className={styles.checklist}>
      {items.map(({ id, text }) => (
        <li key={id}>
          <IconSquare size={22} stroke={1.75} aria-hidden />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

const startWords = { book: 'Make a book', story: 'Write a story', message: 'Write a message' } as const;

function Prompt({ title, prompt, work }: BlockOf<'prompt'>, { startAt }: ContentSlots) {
  const href = startAt(work);
  return (
    <section className={styles.prompt}>
      <div className={styles.asked}>
        <Title order={3}>{title}</Title>
        <ChildEar words={`${title}. ${prompt}`} />
      </div>
      <p>{prompt}</p>
      {href !== null && (
        <Button component={Link} to={href} leftSection={<IconPencil size={20} aria-hidden />}>
          {startWords[work]}
        </Button>
      )}
    </section>
  );
}

function Facts({ facts }: BlockOf<'facts'>) {
  return (
    <ul className={styles.facts}>
      {facts.map(({ text, source, url, date }) => (
        <li key={text}>
          {text}{' '}
          <span className={styles.source}>
            <LinkedWords href={url}>{source}</LinkedWords>, {dayInWords(date)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Recording({ url, transcript }: BlockOf<'recording'>) {
  return (
    <>
      {url !== undefined && (
        <p>
          <LinkedWords href={url}>{recordingInWords(url)}</LinkedWords>
        </p>
      )}
      <Title order={2}>Transcript</Title>
      <Words document={transcript} />
    </>
  );
}

function Table({ head, rows }: BlockOf<'table'>) {
  return (
    <div className={styles.tableFrame} role="region" aria-label={head.join(', ')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join(' ')}>
              {row.map((cell, place) => (
                <td key={place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function shown(block: ShownBlock, { slots, slug, learning }: Omit<BlockProps, 'block'>): ReactNode {
  switch (block.kind) {
    case 'text':
      return <Words document={block.document} />;
    case 'callout':
      return (
        <aside className={styles.callout}>
          <Words document={block.document} />
        </aside>
      );
    case 'steps':
      return <Steps block={block} learning={learning} />;
    case 'checklist':
      return learning && block.id === actionsBlock ? (
        <TickedList block={block} learning={learning} />
      ) : (
        <Checklist items={block.items} />
      );
    case 'quiz':
      return <QuizBlock block={block} learning={learning} />;
    case 'prompt':
      return Prompt(block, slots);
    case 'cards':
      return block.cards.length > 0 && <ContentCards cards={block.cards} level={3} />;
    case 'shelf':
      return slots.shelf(block);
    case 'film':
      return block.video ? (
        <VideoBlock video={block.video} />
      ) : (
        <FilmBlock slug={slug} frames={block.frames} />
      );
    case 'facts':
      return Facts(block);
    case 'people':
      return (
        block.people.length > 0 && (
          <ul className={styles.people}>
            {block.people.map(({ name, role }) => (
              <li key={name}>
                <strong>{name}</strong> {role}
              </li>
            ))}
          </ul>
        )
      );
    case 'quotes':
      return block.quotes.map(({ words, name }) => (
        <blockquote key={words} className={styles.quote}>
          “{words}” <strong>{name}</strong>
        </blockquote>
      ));
    case 'numbers':
      return (
        <ul className={styles.numbers}>
          {block.values.map((each) => (
            <li key={each.name}>{numberInWords(each)}</li>
          ))}
        </ul>
      );
    case 'table':
      return Table(block);
    case 'form':
      return slots.form(block);
    case 'action':
      return (
        <Button component={Link} to={block.to} variant="default" size="md">
          {block.label}
        </Button>
      );
    case 'recording':
      return Recording(block);
  }
}

interface BlockProps {
  block: ShownBlock;
  slots: ContentSlots;
  /** Of the page. */
  slug: string;
  /** Of the page; null where nothing is kept of it. */
  learning: PageLearning | null;
}

/** One part of a page. A link with its id leads to it. */
export function Block({ block, ...page }: BlockProps) {
  return (
    <div
      id={block.id}
      className={styles.block}
      data-kind={block.kind}
      {...((block.kind === 'form' || block.kind === 'shelf') && ofTheApp)}
    >
      {shown(block, page)}
    </div>
  );
}
