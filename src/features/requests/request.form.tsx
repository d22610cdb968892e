import { Text } from '@mantine/core';
import { requestPages } from '#contract/requests/requests.rules.ts';
import type { RequestKind } from '#contract/requests/requests.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { Confirm } from './confirm.tsx';
import { ContactForm } from './contact.form.tsx';
import { EnrolmentForm } from './enrolment.form.tsx';
import { ProblemForm } from './problem.form.tsx';
import { Progress } from './progress.tsx';
import { TourForm } from './tour.form.tsx';

const forms = {
  contact: ContactForm,
  'report-a-problem': ProblemForm,
  'request-a-tour': TourForm,
  'bulk-enrolment': EnrolmentForm,
} as const;

/** The form of a public page, or what the link in an e-mail leads to. */
export function RequestForm({ kind, api = apiClient }: { kind: RequestKind; api?: ApiClient }) {
  const user = useUser();
  const [address] = useAddress();
  const page = requestPages[kind];
  if (address.has('confirm')) return <Confirm page={page} api={api} />;
  const reference = address.get('reference');
  if (reference !== null) return <Progress reference={reference} page={page} api={api} />;
  if (user?.role === 'student')
    return <Text>Please tell your teacher. A grown-up can write to us for you.</Text>;
  const Form = forms[kind];
  return <Form api={api} />;
}
