import { useRef } from 'react';
import { uuidv7 } from 'uuidv7';

/** Gives ids for what is sent: the same content sent again has the same id, so that it is made once. */
export function useSameId(): (content: unknown) => string {
  const last = useRef<{ id: string; of: string } | null>(null);
  return (content) => {
    const of = JSON.stringify(content);
    if (last.current?.of !== of) last.current = { id: uuidv7(), of };
    return last.current.id;
  };
}
