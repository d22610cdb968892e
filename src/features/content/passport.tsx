import { Button, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconBook, IconBulb, IconCheck, IconHeart, IconPencil, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { stamps, type PassportPage, type Stamp } from '#contract/learning/passport.rules.ts';
import { goalNames } from '#src/lib/goals.ts';
import { Ear } from '#src/ui/ear.tsx';
import { Screen } from '#src/ui/screen.tsx';
import styles from './passport.module.css';

const stampWords: Readonly<Record<Stamp, { label: string; icon: typeof IconBook }>> = {
  read: { label: 'Read', icon: IconBook },
  learned: { label: 'Learned', icon: IconBulb },
  made: { label: 'Made', icon: IconPencil },
  acted: { label: 'Did', icon: IconHeart },
};

function Page({ goal, stamps: given }: PassportPage) {
  return (
    <li className={styles.page}>
      <img src={`/pictures/goals/${goal}.svg`} alt="" width={72} height={72} />
      <div className={styles.words}>
        <Title order={2} size="h5">
          <Link to={publicPaths.goals({ slug: String(goal) })}>
            {goal}. {goalNames[goal - 1]}
          </Link>
        </Title>
        <ul className={styles.stamps} aria-label="Stamps">
          {stamps.map((stamp) => {
            const { label, icon: Icon } = stampWords[stamp];
            const has = given.includes(stamp);
            return (
              <li key={stamp} data-has={has}>
                {has ? <IconCheck size={18} aria-hidden /> : <Icon size={18} aria-hidden />}
                {label}
                <VisuallyHidden>{has ? ', done' : ', not yet'}</VisuallyHidden>
              </li>
            );
          })}
        </ul>
      </div>
    </li>
  );
}

const about =
  'Each goal has four stamps. Read a book about it. Learn about it. Make a story or a book about it. And do something for it!';

interface PassportProps {
  pages: readonly PassportPage[];
  /** Said above it, such as that not all of it is known. */
  note: ReactNode;
  breadcrumb: ReactNode;
}

/** What a child read, learned, made and did, goal by goal; compared with nobody. */
export function Passport({ pages, note, breadcrumb }: PassportProps) {
  return (
    <Screen
      title="My Passport"
      breadcrumb={breadcrumb}
      actions={
        <>
          <Ear words={about} />
          <Button
            variant="default"
            size="md"
            leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        </>
      }
    >
      <Text size="lg">{about}</Text>
      {note}
      <ol className={styles.pages}>
        {pages.map((page) => (
          <Page key={page.goal} {...page} />
        ))}
      </ol>
    </Screen>
  );
}
