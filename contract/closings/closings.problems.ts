import { problems } from '../kit/problem.ts';

export const closingProblems = problems('closings', {
  not_for_guests: { status: 403, error: 'Only people of this school can close it. You are a guest here.' },
  not_open: { status: 409, error: 'This school cannot be closed now. Please look at its state again.' },
  not_asked: { status: 409, error: 'Nobody has asked to close this school, or it was taken back.' },
  not_closing: { status: 409, error: 'This school is not closing.' },
  other_name: { status: 409, error: 'Please type the name of the school exactly as it is shown.' },
  second_needed: { status: 409, error: 'Another administrator of the platform has to confirm this.' },
  too_early: { status: 409, error: 'Please confirm with your code 24 hours after you asked.' },
  wrong_code: { status: 403, error: 'This code is not right. Please look at the email again.' },
  ask_again: { status: 409, error: 'The code is too old or was wrong too often. Please ask again.' },
  platforms: { status: 403, error: 'The platform is closing this school. Please write to the platform.' },
  not_due: { status: 409, error: 'Money is written off only after the date on which the school closes.' },
  money_moves: {
    status: 409,
    error: 'Other money of the school is on its way. Please wait until it is settled.',
  },
  nothing_to_write_off: { status: 409, error: 'No share of this school is left to write off.' },
  amounts_changed: {
    status: 409,
    error: 'The amounts changed since you looked. Please look again, then repeat this.',
  },
  write_off_not_asked: { status: 409, error: 'Nobody has asked to write this off, or it is done already.' },
  no_receipt: { status: 404, error: 'There is no receipt: this school is not gone.' },
});
