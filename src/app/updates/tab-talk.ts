/** The part of a `BroadcastChannel` that the tabs need to agree. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  removeEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

/** Milliseconds in which a living tab answers. One that is frozen looks after itself when it wakes. */
const patience = 300;

/** Answers the other tabs for this one; returns how to stop. */
export function answerTabs(channel: TabChannel, isBusy: () => boolean): () => void {
  const answer = ({ data }: { data: unknown }) => {
    if (data === 'busy?' && isBusy()) channel.postMessage('busy');
  };
  channel.addEventListener('message', answer);
  return () => channel.removeEventListener('message', answer);
}

/** True where another tab says that it is in the middle of something. */
export function isAnyTabBusy(channel: TabChannel, milliseconds = patience): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isBusy: boolean) => {
      clearTimeout(timer);
      channel.removeEventListener('message', hear);
      resolve(isBusy);
    };
    const hear = ({ data }: { data: unknown }) => {
      if (data === 'busy') end(true);
    };
    const timer = setTimeout(() => end(false), milliseconds);
    channel.addEventListener('message', hear);
    channel.postMessage('busy?');
  });
}
