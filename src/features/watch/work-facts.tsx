import type { PanelWorkText } from '#contract/panel/works.schema.ts';
import { levelWords } from '#contract/works/works.rules.ts';
import { counted } from '#src/lib/counted.ts';
import { goalNames } from '#src/lib/goals.ts';
import styles from '#src/panel/panel.module.css';
import { languageName, workKindWords } from '#src/panel/panel.words.ts';
import { Moment } from '#src/panel/person-sections.tsx';

const part = { book: 'page', story: 'chapter', message: 'part' } as const;

/** What is known of a work beside its text. */
export function WorkFacts({ work }: { work: PanelWorkText }) {
  const { kind, text, level, sdgs, reports, is_public, source, licence, credit } = work;
  const facts = [
    { term: 'Kind', value: `${workKindWords[kind]}, ${counted(work.parts, part[kind])}` },
    { term: 'By', value: text.byline === '' ? 'Nobody named' : text.byline },
    { term: 'Language', value: languageName(text.language) },
    {
      term: 'Level',
      value: level === null ? 'None' : `${levelWords[level].label}, ${levelWords[level].ages}`,
    },
    {
      term: 'Goals',
      value: sdgs.length === 0 ? 'None' : sdgs.map((goal) => `${goal}. ${goalNames[goal - 1]}`).join(', '),
    },
    { term: 'Published', value: <Moment moment={work.published_at} /> },
    { term: 'Read by', value: is_public ? 'Everybody' : 'Nobody but the school: it is in book monitoring' },
    { term: 'Reports', value: reports === 0 ? 'None to decide about' : `${reports} to decide about` },
    ...(source === null ? [] : [{ term: 'Source', value: source }]),
    ...(licence === null ? [] : [{ term: 'Licence', value: licence }]),
    ...(credit === null ? [] : [{ term: 'Credit', value: credit }]),
  ];
  return (
    <dl className={styles.personFacts}>
      {facts.map(({ term, value }) => (
        <div key={term} className={styles.fact}>
          <dt>{term}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
