import { Title } from '@mantine/core';
import { SummaryNumbers } from '#src/features/visits/summary-numbers.tsx';
import styles from '../home.module.css';

/** What those find on `/` who look after several schools: how those do. The way to them stands above. */
export function SchoolsHome() {
  return (
    <section className={styles.section} aria-labelledby="home-schools">
      <Title order={2} size="h3" id="home-schools">
        How your schools do
      </Title>
      <SummaryNumbers />
    </section>
  );
}
