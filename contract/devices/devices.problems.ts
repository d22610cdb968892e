import { problems } from '../kit/problem.ts';

export const deviceProblems = problems('devices', {
  not_found: { status: 404, error: 'Tablet not found' },
  // A preparation outlives the visit.
  guests_prepare_none: { status: 403, error: 'Guests prepare no tablets. Please ask the school.' },
  not_this_tablet: { status: 403, error: 'This report does not come from that tablet.' },
  // One answer for a token that was taken back and one that never was: whoever tries some out learns nothing.
  preparation_refused: { status: 401, error: 'This tablet is not prepared any more.' },
});
