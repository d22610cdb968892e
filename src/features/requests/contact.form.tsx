import { NativeSelect, Text, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import * as v from 'valibot';
import { Id } from '#contract/kit/id.ts';
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

/** A message to those who run this place. A link may say what it is about: `?about=book`, and which message of Dear World: `&message=`. */
export function ContactForm({ api }: { api: ApiClient }) {
  const [address] = useAddress();
  const asked = contactTopics.find((topic) => topic === address.get('about')) ?? '';
  const about = v.safeParse(Id, address.get('message'));
  const form = useForm({
    initialValues: { about: asked, words: '', ...useWriter() },
    validate: schemaResolver(ContactFields, { sync: true }),
  });
  return (
    <FormFrame
      kind="contact"
      form={form}
      submitLabel="Send message"
      fieldsOf={(values) => ({
        kind: 'contact',
        ...values,
        about: values.about as ContactTopic,
        ...(about.success && { message: about.output }),
      })}
      api={api}
    >
      {about.success && (
        <Text>
          You write to the people who make the Dear World book. We see which message you mean. Please tell us
          what worries you.
        </Text>
      )}
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
