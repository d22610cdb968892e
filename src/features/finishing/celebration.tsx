import { Button, Modal, Text } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { animalOf } from '#contract/kit/avatar-names.ts';
import { paths } from '#contract/kit/paths.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { picturesIn } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { clothOf } from '#src/lib/cloth.ts';
import { useReplica, useRows } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import { useAtWork } from '#src/ui/dirty-forms.ts';
import { useEscape } from '#src/ui/use-escape.ts';
import { useKeyboardBack } from '#src/ui/use-keyboard-back.ts';
import { Ear } from '#src/ui/ear.tsx';
import { AnimalAvatar } from '#src/ui/pictures/animal-avatar.tsx';
import { CoverFace } from './cover-face.tsx';
import styles from './celebration.module.css';

interface CelebrationProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  /** What happened. */
  news: string;
  /** What the teacher said about it; left out where it was only handed in. */
  children?: ReactNode;
  /** The words of it that are read out with the news. */
  said?: string;
  /** Where the work is read; null where it is behind this. */
  at: string | null;
  onClose: () => void;
}

/** Paper bits: where each falls, at the side from 0 to 1 and in hundredths of the height, how it is turned, and of which paper it is. */
const bits = Array.from({ length: 28 }, (_each, place) => ({
  x: ((place * 37) % 22) / 21,
  y: (place * 53) % 62,
  turn: (place * 67) % 180,
  paper: ['#f2b640', '#69b3cc', '#e97398'][place % 3] ?? '',
}));

/** The books beside it: how high each is, and its cloth. */
const neighbours = [
  ['#225c40', 150],
  ['#fde6c8', 128],
  ['#e97398', 162],
  ['#55a99b', 134],
  ['#f2b640', 150],
  null,
  ['#4a5f96', 156],
  ['#d9663c', 132],
  ['#8f7ac4', 146],
  ['#69b3cc', 122],
  ['#7c4b33', 140],
] as const;

/** A moment for a work that was handed in, or got a yes. Where motion is unwanted, nothing moves. */
export function Celebration({
  work,
  chapters,
  draw,
  news,
  children,
  said = '',
  at,
  onClose,
}: CelebrationProps) {
  const user = useUser();
  const replica = useReplica();
  const [profile] = useRows(scopeOf.user(replica.user_id), 'profile').rows;
  useAtWork(true);
  useKeyboardBack();
  useEscape(true, onClose);
  const pictures = chapters.flatMap(({ document }) => picturesIn(document)).map(({ sha256 }) => sha256);
  const cover = work.cover !== null && pictures.includes(work.cover) ? work.cover : null;
  const name = user?.first_name ?? '';
  const title = name === '' ? 'Hooray!' : `Hooray, ${name}!`;
  const animal = animalOf(profile ?? user ?? { id: '', avatar: null });
  const see = {
    size: 'lg',
    leftSection: <IconBook size={24} stroke={1.75} aria-hidden />,
    onClick: onClose,
    children: 'See it',
  } as const;
  return (
    <Modal.Root
      opened
      fullScreen
      onClose={onClose}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      <Modal.Content classNames={{ content: styles.content ?? '' }}>
        <Modal.Body className={styles.body}>
          <div className={styles.bits} aria-hidden>
            {bits.map(({ x, y, turn, paper }, place) => (
              <i
                key={place}
                style={
                  {
                    '--x': x,
                    '--y': `${y}%`,
                    '--turn': `${turn}deg`,
                    '--paper': paper,
                  } as CSSProperties
                }
              />
            ))}
          </div>
          <div className={styles.animal} data-keep-free>
            <AnimalAvatar name={animal} size={160} />
          </div>
          <Modal.Title tabIndex={-1} data-autofocus className={styles.title}>
            {title}
          </Modal.Title>
          <Text role="status" className={styles.news}>
            {news}
          </Text>
          <Ear words={`${title} ${news} ${said}`.trim()} label="Hear it" />
          {children}
          <div className={styles.shelf} aria-hidden>
            {neighbours.map((book, place) =>
              book ? (
                <i key={place} style={{ '--cloth': book[0], '--height': `${book[1]}px` } as CSSProperties} />
              ) : (
                <span
                  key={place}
                  className={styles.cover}
                  data-cloth={cover === null || undefined}
                  style={cover === null ? clothOf(work.id) : undefined}
                >
                  <CoverFace work={work} sha256={cover} draw={draw} />
                </span>
              ),
            )}
          </div>
          <div className={styles.ways}>
            {at === null ? <Button {...see} /> : <Button component={Link} to={at} {...see} />}
            <Button
              component={Link}
              to={paths.dashboard()}
              size="lg"
              variant="default"
              leftSection={<AnimalAvatar name={animal} size={32} />}
              onClick={onClose}
            >
              My page
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
