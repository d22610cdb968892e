import type {
  ContactTopic,
  EnrolmentState,
  RequestKind,
  RequestState,
  TimeOfDay,
} from '#contract/requests/requests.schema.ts';

export const kindWords: Readonly<Record<RequestKind, string>> = {
  contact: 'Message',
  'report-a-problem': 'Problem',
  'request-a-tour': 'Tour',
  'bulk-enrolment': 'List of schools',
};

export const stateWords: Readonly<Record<RequestState, string>> = {
  new: 'Not confirmed',
  open: 'Waiting',
  answered: 'Answered',
  closed: 'Closed',
  spam: 'Spam',
};

export const enrolmentWords: Readonly<Record<EnrolmentState, string>> = {
  waiting: 'Not invited yet',
  invited: 'Invited',
  returned: 'The email came back',
  registered: 'Registered',
  unreachable: 'Cannot be written to',
};

export const topicWords: Readonly<Record<ContactTopic, string>> = {
  account: 'A password or an account',
  child_data: 'What is kept about me or my child',
  book: 'A book or a story',
  order: 'An order or money',
  school: 'Using it at our school',
  other: 'Something else',
};

export const timeWords: Readonly<Record<TimeOfDay, string>> = {
  morning: 'Morning',
  afternoon: 'Afternoon',
  evening: 'Evening',
};
