import { createContext, use, type ReactNode } from 'react';
import { AnswerMissing } from './answer-missing.tsx';
import styles from './list-frame.module.css';
import { ListToolbar, type ListToolbarProps } from './list-toolbar.tsx';

/** What stands beside each list of an area, such as its saved views. */
export const ListTools = createContext<ReactNode>(null);

interface ListFrameProps extends ListToolbarProps {
  /** As `useAnswer` gives it. */
  answer: {
    status: 'loading' | 'ready' | 'unreachable' | 'failed';
    value: unknown;
    busy: boolean;
    isGone: boolean;
    reload: () => void;
  };
  /** Said where the server refused: "The orders could not be fetched". */
  failed: string;
  /** Said where it did not answer: what shows up here then. */
  unreachable: string;
  /** The table. */
  children: ReactNode;
  /** The way to other pages; shown where there are rows. */
  pager?: ReactNode;
}

/** A list of the server with its search, filters and pages, or why it is missing; what is asked for stays. */
export function ListFrame({
  tools,
  answer: { status, value, busy, isGone, reload },
  failed,
  unreachable,
  children,
  pager,
  ...toolbar
}: ListFrameProps) {
  const views = use(ListTools);
  return (
    <div className={styles.list}>
      <ListToolbar
        {...toolbar}
        tools={
          (tools ?? views) && (
            <>
              {views}
              {tools}
            </>
          )
        }
      />
      {value === null && (status === 'unreachable' || status === 'failed') ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed={failed}
          unreachable={unreachable}
          onRetry={reload}
        />
      ) : (
        children
      )}
      {pager}
    </div>
  );
}
