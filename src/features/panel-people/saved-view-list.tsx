import { Anchor, Button, Menu, Text } from '@mantine/core';
import { IconBookmarkPlus, IconPencil, IconTrash } from '@tabler/icons-react';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { viewEndpoints } from '#contract/panel/views.endpoints.ts';
import { mostViews, type SavedView } from '#contract/panel/views.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerWaiting } from '#src/ui/answer-waiting.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { addressOfView, isSameView, type ViewPlace } from './saved-views.rules.ts';
import styles from './saved-views.module.css';

interface SavedViewListProps {
  api: ApiClient;
  here: ViewPlace;
  onOpened: () => void;
  onSave: () => void;
  onRename: (view: SavedView) => void;
  onDelete: (view: SavedView) => void;
}

type Acts = Pick<SavedViewListProps, 'onOpened' | 'onRename' | 'onDelete'>;

function Views({
  title,
  views,
  here,
  onOpened,
  onRename,
  onDelete,
}: Acts & { title: string; views: readonly SavedView[]; here: ViewPlace }) {
  if (views.length === 0) return null;
  return (
    <section>
      <Text component="h3" c="dimmed" size="sm" fw={600}>
        {title}
      </Text>
      <ul className={styles.views}>
        {views.map((view) => (
          <li key={view.id}>
            <Anchor
              component={Link}
              to={addressOfView(view)}
              className={styles.name}
              aria-current={isSameView(view, here) ? 'page' : undefined}
              onClick={onOpened}
            >
              <bdi>{view.name}</bdi>
            </Anchor>
            <RowMenu label={`Actions for ${view.name}`} width={200}>
              <Menu.Item
                leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
                onClick={() => onRename(view)}
              >
                Rename
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
                onClick={() => onDelete(view)}
              >
                Delete
              </Menu.Item>
            </RowMenu>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The views that somebody saved: those of this list first. */
export function SavedViewList({ api, here, onSave, ...acts }: SavedViewListProps) {
  const load = useCallback((signal: AbortSignal) => api.call(viewEndpoints.listViews, {}, { signal }), [api]);
  const answer = useAnswer(load);
  const views = answer.value?.results;
  if (!views)
    return (
      <AnswerWaiting
        answer={answer}
        failed="Your saved views could not be fetched"
        unreachable={`Your saved views show up here ${asSoonAsReached}.`}
        height={96}
      />
    );
  const ofPage = views.filter(({ path }) => path === here.path);
  const others = views.filter(({ path }) => path !== here.path);
  const isFull = views.length >= mostViews;
  return (
    <div className={styles.parts}>
      {views.length === 0 && <Text>No saved views yet. Set filters, then save the view here.</Text>}
      <Views title="This list" views={ofPage} here={here} {...acts} />
      <Views title="Other lists" views={others} here={here} {...acts} />
      {isFull && <Text>You have {mostViews} saved views. Delete one to save another.</Text>}
      <Button
        leftSection={<IconBookmarkPlus size={20} stroke={1.75} aria-hidden />}
        disabled={isFull}
        onClick={onSave}
      >
        Save this view…
      </Button>
    </div>
  );
}
