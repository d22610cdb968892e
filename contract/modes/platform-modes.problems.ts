import { problems } from '../kit/problem.ts';

export const platformModeProblems = problems('modes', {
  name_taken: { status: 409, error: 'There is already a mode with this name.' },
  id_taken: { status: 409, error: 'This id belongs to another mode.' },
  last_open: { status: 409, error: 'At least one mode stays open.' },
  order_changed: {
    status: 409,
    error: 'Another administrator changed the modes. Please check the order again.',
  },
  unreadable: { status: 400, error: 'This picture cannot be read. Please choose another one.' },
});
