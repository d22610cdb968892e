import { useMemo, useState } from 'react';
import type { SubmitEvent } from 'react';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { useDraft } from '#src/session/use-draft.ts';
import { useReplica, useRows } from '#src/session/use-replica.ts';
import { notify } from '#src/ui/notify.tsx';
import { readNameList, type CommaReading } from './add-students.rules.ts';
import { saveAndSay } from '#src/session/saved-here.ts';
import { addStudents, addStudentsInput } from './students.mutations.ts';

/** What is typed, what it is understood as, and one queued call for all of it. */
export function useAddStudents({ id }: SchoolClass, onAdded: () => void) {
  const replica = useReplica();
  const { rows: students } = useRows(scopeOf.schoolClass(id), 'students');
  const rows = useMemo(() => students.filter(({ archived_at }) => archived_at === null), [students]);
  const [text, setText] = useState('');
  const draft = useDraft({
    name: `add-students ${id}`,
    value: text === '' ? null : text,
    restore: (kept) => {
      if (typeof kept === 'string') setText(kept);
      return typeof kept === 'string';
    },
    reset: () => setText(''),
  });
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  // Those that are being added are no doubles of themselves.
  const [before, setBefore] = useState<typeof rows | null>(null);
  const [commas, setCommas] = useState<CommaReading | null>(null);
  const list = useMemo(() => readNameList(text, before ?? rows, commas), [text, before, rows, commas]);

  async function add() {
    setSaving(true);
    setBefore(rows);
    const words = ['Students added successfully!', 'Failed to add students. Please try again.'] as const;
    const isSaved = await saveAndSay(notify, words, () =>
      replica.enqueue(addStudents, addStudentsInput(id, list.names)),
    );
    if (isSaved) onAdded();
    else {
      setSaving(false);
      setBefore(null);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    if (list.error === null && !saving) void add();
  }

  // An empty list is no mistake before somebody tried to add it; a name that cannot be stored is one at once.
  const error = tried || list.names.length > 0 ? list.error : null;
  return { text, setText, setCommas, draft, list, error, saving, submit };
}
