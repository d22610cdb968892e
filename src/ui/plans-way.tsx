import type { ReactNode } from 'react';

/** After a refusal because a plan ran out: where it is renewed. It opens apart, so that what was typed stays. */
export function PlansWay({ to }: { to: string | null }) {
  if (to === null) return null;
  return (
    <>
      {' '}
      <a href={to} target="_blank" rel="noopener noreferrer">
        Open Plans
      </a>
    </>
  );
}

/** The same in a toast. */
export function withPlansWay(text: string, to: string | null): ReactNode {
  return (
    <>
      {text}
      <PlansWay to={to} />
    </>
  );
}
