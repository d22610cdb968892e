import { Button, Stack } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useRef, useState, type ReactNode } from 'react';
import { assetPath } from '#contract/works/works.rules.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { DeviceFullError } from '#src/sync/quota.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { notify } from '#src/ui/notify.tsx';
import { DeskBar, type NewPictureInText, type WorkOfBar } from './desk-bar.tsx';
import type { BookPages } from '#src/desk/desk-parts.ts';
import { InSlot } from '#src/desk/desk-slots.tsx';
import { PageContext, type PageActions } from './page-context.tsx';
import { layoutOfNode, putPicture } from './page-picture.ts';
import { PageSheet } from './page-sheet.tsx';
import { turnPicture } from './turn-picture.ts';
import { usePageLayout } from './use-page-layout.ts';
import { focusPicture, useSheet } from '#src/desk/use-sheet.ts';

interface BookPageProps {
  editor: Editor;
  chapter: OwnChapter;
  pages: BookPages;
  /** For the sheet of pictures. */
  work: WorkOfBar;
  /** A picture was put in, by its hash. */
  onPutIn: ((sha256: string) => void) | undefined;
  note: ReactNode;
}

/** A page of a book in its editor: its layout, its picture, and what is put in at the bar. */
export function BookPage({ editor, chapter, pages, work, onPutIn, note }: BookPageProps) {
  const replica = useReplica();
  const page = usePageLayout(editor);
  const pictures = useSheet('picture');
  /** The next picture takes the place of the one that is there, and nothing is asked. */
  const isChange = useRef(false);
  /** A picture for a place that is filled already. */
  const [surplus, setSurplus] = useState<NewPictureInText | null>(null);
  const { work_id } = chapter;

  function choosePicture(instead: boolean): void {
    isChange.current = instead;
    pictures.show();
  }
  async function turn({ sha256, alt }: Required<NewPictureInText>): Promise<void> {
    try {
      const blob =
        (await replica.openPicture(sha256)) ??
        (await apiClient.picture(assetPath(sha256), new AbortController().signal));
      const turned = await turnPicture(blob);
      // Only the pad and the stickers make PNGs.
      const made = turned.media_type === 'image/png' ? 'drawing' : 'photograph';
      const to = await replica.keepPicture({ workId: work_id, made, ...turned });
      putPicture(editor, { sha256: to, alt }, 'picture_first');
      await pages.onTurned(sha256, to);
    } catch (error) {
      if (error instanceof DeviceFullError) notify.error(error.message);
      else notify.error('This picture cannot be turned now. Please try again later.');
    }
  }
  const actions: PageActions = { change: () => choosePicture(true), turn };

  function put({ sha256, alt = '' }: NewPictureInText): void {
    putPicture(editor, { sha256, alt }, page.layout ?? 'picture_first');
    onPutIn?.(sha256);
    // The button that asked for it is gone.
    requestAnimationFrame(focusPicture);
  }

  function take(picture: NewPictureInText): void {
    const found = layoutOfNode(editor.state.doc);
    const isFilled = found !== null && found !== 'words';
    if (isFilled && !isChange.current) setSurplus(picture);
    else put(picture);
    isChange.current = false;
  }

  function answer(run: (picture: NewPictureInText) => void): void {
    setSurplus(null);
    if (surplus) run(surplus);
  }

  const { onNew } = pages;
  return (
    <PageContext value={actions}>
      <PageSheet
        editor={editor}
        page={page}
        onPicture={() => choosePicture(false)}
        onGoOn={pages.onGoOn}
        note={note}
      />
      <InSlot name="bar">
        <DeskBar
          workId={work_id}
          work={work}
          onPicture={take}
          onRecording={(recording) =>
            editor
              .chain()
              .focus()
              .insertContent([{ type: 'recording', attrs: { alt: '', ...recording } }, { type: 'paragraph' }])
              .run()
          }
        />
      </InSlot>
      <Dialog
        opened={surplus !== null}
        size={420}
        title="Where does this picture go?"
        spoken={`Where does this picture go? The first button puts it in place of the one that is here.${onNew ? ' The second one makes a new page for it.' : ''}`}
        onClose={() => setSurplus(null)}
      >
        <Stack gap="sm">
          <Button size="lg" onClick={() => answer(put)}>
            Instead
          </Button>
          {onNew && (
            <Button
              size="lg"
              variant="default"
              onClick={() =>
                answer(({ sha256, alt = '' }) =>
                  onNew({
                    type: 'doc',
                    content: [{ type: 'picture', attrs: { sha256, alt, width: 'full' } }],
                  }),
                )
              }
            >
              On a new page
            </Button>
          )}
        </Stack>
      </Dialog>
    </PageContext>
  );
}
