/** Milliseconds without a file that arrives, after which a page has what it stands on. */
const quiet = 1000;
/** Milliseconds after which nothing more is waited for. */
const patience = 15_000;

/** Until the page has its files: each brings its own code, most of it after the browser calls the page loaded. */
export function untilQuiet(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      clearTimeout(pause);
      clearTimeout(last);
      resolve();
    };
    const observer = new PerformanceObserver((arrived) => {
      // What the app asks the school for never stops.
      if (arrived.getEntries().every((each) => (each as PerformanceResourceTiming).initiatorType === 'fetch'))
        return;
      clearTimeout(pause);
      pause = setTimeout(end, quiet);
    });
    const last = setTimeout(end, patience);
    let pause = setTimeout(end, quiet);
    observer.observe({ type: 'resource' });
  });
}
