import { Link } from 'react-router-dom';

/** After a refusal because a plan ran out: where it is renewed. It opens apart, so that what was typed stays. */
export function PlansWay({ to }: { to: string | null }) {
  if (to === null) return null;
  return (
    <>
      {' '}
      <Link to={to} target="_blank" rel="noopener">
        Open Plans
      </Link>
    </>
  );
}
