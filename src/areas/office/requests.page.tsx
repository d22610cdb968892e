import { RequestsScreen } from '#src/features/requests/requests.screen.tsx';

/** Messages by the forms of the public pages, for those who answer them. */
export function RequestsPage({ page }: { page: string }) {
  return <RequestsScreen page={page} />;
}
