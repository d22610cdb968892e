import { Button, Group, Text } from '@mantine/core';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import type { EditedPage } from '#contract/content/editor.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import type { PageDraftStore } from './page-draft.ts';
import type { Deciding } from './use-publishing.ts';
import styles from './page-editor.module.css';

interface NewerTextProps {
  api: ApiClient;
  page: EditedPage;
  store: PageDraftStore;
  deciding: Deciding;
}

/** A newer text that came with the program: it becomes the draft, or is left. */
export function NewerText({ api, page: { id, language, newer }, store, deciding }: NewerTextProps) {
  if (newer === null) return null;
  const { isBusy, decide } = deciding;
  const { n } = newer;
  const take = () =>
    api.call(editorEndpoints.restore, {
      params: { id },
      body: { language, n, seen: store.getState().seen },
    });
  const leave = () => api.call(editorEndpoints.leave, { params: { id }, body: { language, n } });
  return (
    <section className={styles.note} aria-label="Newer text">
      <Text fw={600}>A newer text came with the program.</Text>
      <Text>
        Take it, and it becomes your draft in place of the one you have. Leave it, and all stays as it is.
      </Text>
      <Group gap="sm">
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() => void decide(take, 'The newer text is your draft')}
        >
          Take it
        </Button>
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() => void decide(leave, 'The newer text was left')}
        >
          Leave it
        </Button>
      </Group>
    </section>
  );
}
