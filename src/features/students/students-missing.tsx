import { Button } from '@mantine/core';
import { NoNetwork } from '#src/ui/no-network.tsx';

/** In the place of all students, where the device has none of them yet. */
export function StudentsMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <NoNetwork
      waits="The students are not on this device yet. They come with the first visit that has a network; from then on this list works without one."
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
