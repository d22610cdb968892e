import { Button, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import type { EditedPage } from '#contract/content/editor.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { sayInFull } from '#src/ui/moments.ts';
import { notify } from '#src/ui/notify.tsx';
import type { PageDraftStore } from './page-draft.ts';
import styles from './page-editor.module.css';

interface PreviewLinkProps {
  api: ApiClient;
  page: EditedPage;
  store: PageDraftStore;
}

/** Gives a link to the draft as it is saved, for people without an account. */
export function PreviewLink({ api, page, store }: PreviewLinkProps) {
  const [isBusy, setBusy] = useState(false);
  const [link, setLink] = useState<{ address: string; until: string } | null>(null);

  async function copy(): Promise<void> {
    setBusy(true);
    try {
      if (!(await store.save())) return;
      const { token, expires_at } = await api.call(editorEndpoints.linkPreview, {
        params: { id: page.id },
        body: { language: page.language },
      });
      const address = `${window.location.origin}${paths.preview()}#token=${encodeURIComponent(token)}`;
      setLink({ address, until: sayInFull(expires_at) });
      await navigator.clipboard.writeText(address).then(
        () => notify.success('Link copied'),
        // Some browsers let nothing be copied after a call; the link is there to be copied by hand.
        () => notify.error('The link could not be copied. Copy it from the field.'),
      );
    } catch (error) {
      notify.error(failureOf(error).text);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={styles.card} aria-label="Preview link">
      <Text>Show this page to somebody before it is live.</Text>
      {link && (
        <TextInput
          label="Preview link"
          description={`Good until ${link.until}. Anyone with this link can read the draft.`}
          readOnly
          value={link.address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <div>
        <Button
          variant="default"
          loading={isBusy}
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => void copy()}
        >
          Copy link
        </Button>
      </div>
    </section>
  );
}
