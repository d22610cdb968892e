import { Text, Title, UnstyledButton } from '@mantine/core';
import { reactionNames } from '#contract/works/reactions.schema.ts';
import type { Work } from '#contract/works/works.schema.ts';
import { useUser } from '#src/session/use-session.ts';
import styles from '#src/document/kind-words.module.css';
import { reactionWords } from '#src/document/reaction.words.tsx';
import { useReaction } from '#src/document/use-own-reading.ts';

/** What others said, without how often: nobody is to count. */
function Said({ work, own }: { work: Work; own: string | null }) {
  const said = reactionNames.filter((name) => work.said.includes(name) && name !== own);
  if (said.length === 0) return null;
  return <Text c="dimmed">Readers said: {said.map((name) => reactionWords[name].label).join(', ')}</Text>;
}

/** What a reader wants to tell the author, in one tap; of one’s own work only what others said. */
export function KindWords({ work }: { work: Work }) {
  const user = useUser();
  const { isKnown, reaction, say } = useReaction(work.id);
  if (work.state !== 'published') return null;
  if (!isKnown || user === null || work.author?.id === user.id) return <Said work={work} own={null} />;
  return (
    <section className={styles.words} aria-labelledby="kind-words">
      <Title order={2} size="h4" id="kind-words">
        Say something kind
      </Title>
      <div className={styles.choices}>
        {reactionNames.map((name) => {
          const { label, icon: Picture } = reactionWords[name];
          const isSaid = reaction === name;
          return (
            <UnstyledButton
              key={name}
              className={styles.choice}
              aria-pressed={isSaid}
              onClick={() => say(isSaid ? null : name)}
            >
              <Picture size={22} stroke={1.75} aria-hidden />
              {label}
            </UnstyledButton>
          );
        })}
      </div>
      <Said work={work} own={reaction} />
    </section>
  );
}
