import { NativeSelect, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import {
  ContactForm as ContactFields,
  contactTopics,
  requestLimits,
  type ContactTopic,
} from '#contract/requests/requests.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { FormFrame } from './form-frame.tsx';
import { PersonFields } from './person-fields.tsx';
import { topicWords } from './requests.words.ts';
import { useWriter } from './use-writer.ts';

const choices = [
  { value: '', label: 'Choose what it is about' },
  ...contactTopics.map((topic) => ({ value: topic, label: topicWords[topic] })),
];

/** A message to those who run this place. A link may say what it is about: `?about=book`. */
export function ContactForm({ api }: { api: ApiClient }) {
  const [address] = useAddress();
  const asked = contactTopics.find((topic) => topic === address.get('about')) ?? '';
  const form = useForm({
    initialValues: { about: asked, words: '', ...useWriter() },
    validate: schemaResolver(ContactFields, { sync: true }),
  });
  return (
    <FormFrame
      kind="contact"
      form={form}
      submitLabel="Send message"
      fieldsOf={(values) => ({ kind: 'contact', ...values, about: values.about as ContactTopic })}
      api={api}
    >
      <NativeSelect label="What is it about?" required data={choices} {...form.getInputProps('about')} />
      <Textarea
        label="Your message"
        required
        rows={6}
        maxLength={requestLimits.words}
        dir="auto"
        {...form.getInputProps('words')}
      />
      <PersonFields inputProps={(name) => form.getInputProps(name)} purpose="We answer there." />
    </FormFrame>
  );
}
