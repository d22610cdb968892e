import { Button } from '@mantine/core';
import { Component, use, useEffect, type ErrorInfo, type ReactNode } from 'react';
import { cannotBeReachedTitle } from '#src/lib/reach-words.ts';
import { isMissingCode } from '#src/session/late-code.ts';
import { QuillshelfLogo } from '#src/ui/pictures/quillshelf-logo.tsx';
import { WorksNow } from '#src/ui/works-now.ts';
import { MessageScreen } from '#src/ui/message-screen.tsx';
import { reloadForMissingCode } from './reload-for-code.ts';

interface Props {
  /** Which page this is: what failed on one is left behind with it. */
  page?: string;
  children: ReactNode;
}

interface State {
  page: string | undefined;
  error: unknown;
  hasFailed: boolean;
}

/** Its code is not on this device. Back on the network the page comes by itself. */
function MissingPage({ action }: { action: ReactNode }) {
  const works = use(WorksNow);
  useEffect(() => {
    window.addEventListener('online', reloadForMissingCode);
    return () => window.removeEventListener('online', reloadForMissingCode);
  }, []);
  const waits =
    'This page is not on this device yet. It has to be fetched once before it opens without a network.';
  return (
    <MessageScreen
      picture={<QuillshelfLogo size={96} />}
      title={cannotBeReachedTitle}
      text={`${waits} ${works ?? 'Everything that you saved is safe.'}`}
      action={action}
    />
  );
}

/** Never a white page: says what happened in words and offers the way on. What was saved is in the local database. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { page: this.props.page, error: null, hasFailed: false };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, hasFailed: true };
  }

  static getDerivedStateFromProps({ page }: Props, state: State): State | null {
    return page === state.page ? null : { page, error: null, hasFailed: false };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
    if (isMissingCode(error)) reloadForMissingCode();
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const loadAgain = <Button onClick={() => window.location.reload()}>Load again</Button>;
    return isMissingCode(this.state.error) ? (
      <MissingPage action={loadAgain} />
    ) : (
      <MessageScreen
        picture={<QuillshelfLogo size={96} />}
        title="Something went wrong on this page"
        text="It is our mistake, not yours. Everything that you saved is safe."
        action={loadAgain}
      />
    );
  }
}

/** For frames that stay where a page of theirs fails; see `PageBoundary`. */
export const drawInBoundary = (page: string, content: ReactNode) => (
  <ErrorBoundary page={page}>{content}</ErrorBoundary>
);
