import { readFileSync } from 'node:fs';

/**
 * Called first by what npm runs. npm starts a shell, and the shell starts this process. A signal to npm ends that shell
 * without being handed on (Debian's dash does so), and a kill of npm leaves both behind. This process would go on
 * unseen, with the port and the database in hand, so it stops when the processes above it change.
 */
export function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  // Where the shell has handed over to this process, the parent is npm already, and above it is the person's own shell.
  const hasShellBetween = readIfThere(`/proc/${process.ppid}/cmdline`).includes('\0-c\0');
  const aboveNow = () => (hasShellBetween ? `${process.ppid} ${parentOf(process.ppid)}` : `${process.ppid}`);
  const above = aboveNow();
  const watch = setInterval(() => {
    if (aboveNow() === above) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}

/** The parent's process number, or nothing where the system is not Linux. */
function parentOf(pid) {
  const [, parent = ''] = /\) \S (\d+)/u.exec(readIfThere(`/proc/${pid}/stat`)) ?? [];
  return parent;
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // No such process any more, or no such system.
    return '';
  }
}
