import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useWayBack } from './way-back.ts';

/** Leaves a form for where it was opened from, else for `to`. */
export function CancelButton({ to }: { to: string }) {
  const back = useWayBack();
  return (
    <Button component={Link} to={back?.to ?? to} state={back?.state} variant="default">
      Cancel
    </Button>
  );
}
