import { Alert } from '@mantine/core';

/** Above what is about money, where no real money is taken. */
export function PracticeBand({ is_test }: { is_test: boolean }) {
  if (!is_test) return null;
  return (
    <Alert role="note" color="yellow" variant="light">
      Practice: no real money is taken.
    </Alert>
  );
}
