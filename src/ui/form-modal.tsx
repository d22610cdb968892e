import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { createContext, use, useEffect, useMemo, useRef } from 'react';
import type { SubmitEvent, ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { useDirtyForm } from './dirty-forms.ts';
import { DraftNote, type FormDraft } from './draft-note.tsx';
import styles from './form-modal.module.css';
import { useFirstField } from './use-first-field.ts';

interface FormModalContext {
  requestClose: () => void;
  reportDirty: (dirty: boolean) => void;
  /** What the form calls when the dialog closes: saved or not, it is over. */
  onEnd: (end: () => void) => void;
}

const Context = createContext<FormModalContext | null>(null);

interface FormModalProps {
  opened: boolean;
  title: string;
  size?: number;
  onClose: () => void;
  /** One component that renders a `ModalForm`. It begins anew each time that the dialog opens. */
  children: ReactNode;
}

/**
 * A form in a dialog: the whole screen on a phone. Closing it by accident, with Escape, the cross or a tap beside it,
 * asks first when something was typed.
 */
export function FormModal({ opened, title, size = 520, onClose, children }: FormModalProps) {
  const [asking, { open: ask, close: stay }] = useDisclosure(false);
  const dirty = useRef(false);
  const endForm = useRef<(() => void) | null>(null);
  const context = useMemo<FormModalContext>(
    () => ({
      requestClose: () => {
        if (dirty.current) ask();
        else onClose();
      },
      reportDirty: (isDirty) => {
        dirty.current = isDirty;
      },
      onEnd: (end) => {
        endForm.current = end;
      },
    }),
    [ask, onClose],
  );
  useEffect(() => {
    if (opened) return;
    endForm.current?.();
    endForm.current = null;
  }, [opened]);
  return (
    <Context value={context}>
      <Dialog
        opened={opened}
        onClose={context.requestClose}
        title={title}
        size={size}
        fillsPhone
        classNames={{ content: styles.content, body: styles.body }}
      >
        {children}
      </Dialog>
      <ConfirmDialog
        opened={asking}
        title="Close without saving?"
        question="What you typed here will be lost."
        confirmLabel="Close without saving"
        cancelLabel="Keep editing"
        danger
        onConfirm={onClose}
        onClose={stay}
      />
    </Context>
  );
}

interface ModalFormProps {
  /** True when something was typed that is not saved. */
  dirty: boolean;
  /** Where what is typed is kept over a reload. */
  draft?: FormDraft;
  submitLabel: string;
  submitting: boolean;
  /** True where what it does cannot be undone by the one who does it. */
  danger?: boolean;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** The form inside a `FormModal`: its fields, and below them the way out and the way on. */
export function ModalForm({
  dirty,
  draft,
  submitLabel,
  submitting,
  danger = false,
  onSubmit,
  children,
}: ModalFormProps) {
  const context = use(Context);
  if (!context) throw new Error('A ModalForm stands inside a FormModal');
  const { requestClose, reportDirty, onEnd } = context;
  const end = draft?.end;
  useEffect(() => {
    reportDirty(dirty);
    return () => reportDirty(false);
  }, [dirty, reportDirty]);
  useEffect(() => {
    if (end) onEnd(end);
  }, [end, onEnd]);
  useDirtyForm(dirty, end);
  const fields = useFirstField<HTMLDivElement>();
  return (
    <form noValidate className={styles.form} onSubmit={onSubmit}>
      <div ref={fields} className={styles.fields}>
        {draft && <DraftNote draft={draft} />}
        {children}
      </div>
      <Group className={styles.footer} justify="flex-end" gap="sm">
        <Button variant="default" onClick={requestClose}>
          Cancel
        </Button>
        <Button type="submit" loading={submitting} {...(danger && { color: 'red' })}>
          {submitLabel}
        </Button>
      </Group>
    </form>
  );
}
