import { useState } from 'react';
import { useUser } from '#src/session/use-session.ts';

/** Name and address of the signed-in person; empty for a visitor. The same for as long as a form is open. */
export function useWriter(): { name: string; email: string } {
  const user = useUser();
  const [writer] = useState(() => ({
    name: user === null ? '' : `${user.first_name} ${user.last_name}`.trim(),
    email: user?.email ?? '',
  }));
  return writer;
}
