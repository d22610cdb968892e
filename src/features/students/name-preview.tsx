import { ScrollArea, Text } from '@mantine/core';
import { counted } from '#src/lib/counted.ts';
import type { ListedName } from './add-students.rules.ts';
import styles from './name-preview.module.css';

function remark({ problem, inClass, repeated }: ListedName): string | null {
  if (problem) return problem;
  if (inClass) return 'looks like a child already here';
  return repeated ? 'twice in this list' : null;
}

/** The list as it was understood: numbered, the first name set apart from the rest. */
export function NamePreview({ names }: { names: readonly ListedName[] }) {
  if (names.length === 0) return null;
  return (
    <section aria-label="Names as understood">
      <Text fw={600} role="status">
        {counted(names.length, 'student')}
      </Text>
      {/* A list that scrolls has to be in reach of the keyboard. */}
      <ScrollArea.Autosize mah={264} className={styles.frame} viewportProps={{ tabIndex: 0 }}>
        <ol className={styles.list}>
          {names.map((name, index) => {
            const said = remark(name);
            return (
              <li key={index} className={styles.name} data-problem={name.problem !== null || undefined}>
                <span className={styles.number} aria-hidden>
                  {index + 1}
                </span>
                <span className={styles.words}>
                  <bdi>
                    <strong>{name.first_name}</strong> {name.last_name}
                  </bdi>
                  {said && <span className={styles.remark}>{said}</span>}
                </span>
              </li>
            );
          })}
        </ol>
      </ScrollArea.Autosize>
    </section>
  );
}
