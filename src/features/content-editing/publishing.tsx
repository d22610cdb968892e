import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import type { EditedPage } from '#contract/content/editor.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { sayInFull } from '#src/ui/moments.ts';
import type { DraftState } from './page-draft.ts';
import { PublishLaterDialog } from './publish-later.dialog.tsx';
import type { Deciding } from './use-publishing.ts';
import styles from './page-editor.module.css';

interface PublishingProps {
  api: ApiClient;
  page: EditedPage;
  state: DraftState;
  deciding: Deciding;
}

function standsAs({ live, planned }: EditedPage): string {
  const [next] = planned;
  const soon = next?.live_from ? `Version ${next.n} goes live on ${sayInFull(next.live_from)}.` : '';
  if (live === null) return `Visitors do not see this page yet. ${soon}`;
  const until = live.live_until === null ? '' : ` until ${sayInFull(live.live_until)}`;
  return `Visitors see version ${live.n}${until}. ${soon}`;
}

/** Publishes the draft now or later, and takes the page off. */
export function Publishing({ api, page, state, deciding }: PublishingProps) {
  const [isPlanning, { open: plan, close: endPlan }] = useDisclosure(false);
  const [isAsking, { open: ask, close: endAsk }] = useDisclosure(false);
  const { id, language } = page;
  const { isBusy, decide, publish } = deciding;
  const hasDraft = state.seen !== null || state.saving !== 'saved';
  const isOut = page.live !== null || page.planned.length > 0;

  return (
    <section className={styles.card} aria-label="Publishing">
      <Text>{standsAs(page)}</Text>
      {!hasDraft && (
        <Text c="dimmed" size="sm">
          Nothing was changed since then.
        </Text>
      )}
      <Group gap="sm">
        <Button loading={isBusy} disabled={!hasDraft} onClick={() => void publish({})}>
          Publish now
        </Button>
        <Button variant="default" disabled={!hasDraft || isBusy} onClick={plan}>
          Publish from …
        </Button>
        {isOut && page.kind !== 'legal' && (
          <Button variant="default" color="red" disabled={isBusy} onClick={ask}>
            Take off
          </Button>
        )}
      </Group>
      <PublishLaterDialog opened={isPlanning} onClose={endPlan} onPublish={publish} />
      <ConfirmDialog
        opened={isAsking}
        title="Take this page off?"
        question={
          <>
            Visitors will not find it any more in this language. What is planned is called off too. The text
            stays here, and you can publish it again.
          </>
        }
        confirmLabel="Take off"
        danger
        onConfirm={() =>
          decide(
            () =>
              api.call(editorEndpoints.unpublish, {
                params: { id },
                body: { language, live_n: state.live_n },
              }),
            'The page is off',
          )
        }
        onClose={endAsk}
      />
    </section>
  );
}
