import { Button, Group, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import * as v from 'valibot';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import type { EditedPage } from '#contract/content/editor.schema.ts';
import { JoinLink as JoinLinkText } from '#contract/content/joining.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';
import styles from './page-editor.module.css';

interface JoinLinkProps {
  api: ApiClient;
  page: EditedPage;
  /** Whether the event that is being written is joined by a link. */
  isNeeded: boolean;
}

const Form = v.object({ link: JoinLinkText });

/** Where the staff of schools join an event. It is kept at once, apart from the draft, and is on no page. */
export function JoinLink({ api, page, isNeeded }: JoinLinkProps) {
  const [host, setHost] = useState(page.join_host);
  const [isBusy, setBusy] = useState(false);
  const form = useForm({ initialValues: { link: '' }, validate: schemaResolver(Form, { sync: true }) });

  async function keep(link: string | null): Promise<void> {
    setBusy(true);
    try {
      const { join_host } = await api.call(editorEndpoints.setJoinLink, {
        params: { id: page.id },
        body: { link },
      });
      setHost(join_host);
      form.reset();
      notify.success(link === null ? 'Link removed' : 'Link saved');
    } catch (error) {
      const { text, fields } = failureOf(error);
      if (fields['link'] === undefined) notify.error('The link could not be saved', text);
      else form.setErrors(fields);
    }
    setBusy(false);
  }

  if (!isNeeded) return null;
  return (
    <section className={styles.card} aria-label="Link to join">
      <Text>
        {host === null
          ? 'There is no link to join yet. School staff need one from 15 minutes before the event.'
          : `A link to ${host} is saved. School staff get it from 15 minutes before the event until it ends. It is on no page.`}
      </Text>
      <form noValidate onSubmit={form.onSubmit(({ link }) => keep(link))}>
        <TextInput
          label={host === null ? 'Link to join' : 'New link to join'}
          description="Paste it from the meeting. It begins with https://"
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          {...form.getInputProps('link')}
        />
        <Group gap="sm" mt="sm">
          <Button type="submit" variant="default" loading={isBusy}>
            Save link
          </Button>
          {host !== null && (
            <Button variant="default" color="red" disabled={isBusy} onClick={() => void keep(null)}>
              Remove link
            </Button>
          )}
        </Group>
      </form>
    </section>
  );
}
