import { startTransition, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { partsOf } from '#contract/imports/imports.rules.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { saveAndSay } from '#src/session/saved-here.ts';
import { useLocalDrafts } from '#src/session/local-drafts.ts';
import { report } from '#src/session/report.ts';
import { useDraft } from '#src/session/use-draft.ts';
import { useReplica, useRows } from '#src/session/use-replica.ts';
import { notify } from '#src/ui/notify.tsx';
import {
  editedRows,
  noEdits,
  readEdits,
  readKeptFile,
  withChoice,
  withNames,
  withOrder,
  type DraftEdits,
  type DraftFile,
} from './draft-edits.ts';
import { checkDraft, knownNames, rowsToAdd, type Choice } from './draft.rules.ts';
import type { DraftRow } from './file-reading.ts';
import { addRows, addRowsInputs } from './imports.mutations.ts';
import type { ReadFile } from './read-file.ts';

/** Specification, section 8. */
const failed = 'Failed to upload CSV file. Please check your file and try again.';
const added = 'Students added successfully!';

type Stage =
  | { kind: 'pick'; refusal: string | null }
  | { kind: 'reading'; name: string; done: number; total: number | null }
  | { kind: 'check'; file: DraftFile; isRestored: boolean };

const nothing: readonly DraftRow[] = [];

/** What was done to the rows of a file, kept with every key press; the file itself is kept once. */
function useKeptEdits(classId: string) {
  const [edits, setEdits] = useState<DraftEdits>(noEdits);
  const { end } = useDraft({
    name: `import-edits ${classId}`,
    value: edits === noEdits ? null : edits,
    restore: (kept) => {
      const before = readEdits(kept);
      if (before) setEdits(before);
      return before !== null;
    },
    reset: () => setEdits(noEdits),
  });
  return { edits, setEdits, end };
}

/** From a file to children in the class: read, looked through, and stored on this device to be sent. */
export function useImport({ id: classId }: SchoolClass, readFile: ReadFile) {
  const replica = useReplica();
  const localDrafts = useLocalDrafts();
  const fileName = `import ${classId}`;
  const scope = scopeOf.schoolClass(classId);
  const { rows: students } = useRows(scope, 'students');
  const { rows: imports } = useRows(scope, 'imports');
  const [stage, setStage] = useState<Stage>({ kind: 'pick', refusal: null });
  const { edits, setEdits, end: endEdits } = useKeptEdits(classId);
  const [saving, setSaving] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const asRead = stage.kind === 'check' ? stage.file.rows : nothing;
  const rows = useMemo(() => editedRows(asRead, edits), [asRead, edits]);
  const choices = useMemo(() => new Map(Object.entries(edits.choices)), [edits.choices]);
  const known = useMemo(() => knownNames(students, imports), [students, imports]);
  const draft = useMemo(() => checkDraft(rows, choices, known), [rows, choices, known]);
  const inClass = useMemo(
    () => students.filter(({ archived_at }) => archived_at === null).length,
    [students],
  );

  const takeUp = useEffectEvent((file: DraftFile) => {
    // Whoever was faster than the device has another file by now.
    if (stage.kind !== 'pick' || stage.refusal !== null) return;
    startTransition(() => setStage({ kind: 'check', file, isRestored: true }));
  });
  useEffect(() => {
    let isLeft = false;
    localDrafts
      .read(fileName)
      .then((kept) => {
        const file = kept && readKeptFile(kept.value);
        if (file && !isLeft) takeUp(file);
      })
      .catch(report);
    return () => {
      isLeft = true;
    };
  }, [localDrafts, fileName]);

  const startOver = useCallback(
    (refusal: string | null = null) => {
      running.current?.abort();
      running.current = null;
      localDrafts.drop(fileName).catch(report);
      setEdits(noEdits);
      setStage({ kind: 'pick', refusal });
    },
    [localDrafts, fileName, setEdits],
  );

  async function read(file: File) {
    running.current?.abort();
    const run = new AbortController();
    running.current = run;
    setEdits(noEdits);
    setStage({ kind: 'reading', name: file.name, done: 0, total: null });
    try {
      const reading = await readFile(file, {
        signal: run.signal,
        onProgress: (done, total) => setStage({ kind: 'reading', name: file.name, done, total }),
      });
      if (run.signal.aborted) return;
      if ('refused' in reading) {
        startOver(reading.refused.error);
      } else {
        const whole = { name: file.name, ...reading };
        // In slices, so that the page goes on answering while the rows are compared and drawn.
        startTransition(() => setStage({ kind: 'check', file: whole, isRestored: false }));
        localDrafts.keep(fileName, whole).catch(report);
      }
    } catch (error) {
      if (run.signal.aborted) return;
      console.error(error);
      startOver(failed);
    }
  }

  const mend = useCallback(
    (id: string, names: Parameters<typeof withNames>[2]) =>
      setEdits((before) => withNames(before, id, names)),
    [setEdits],
  );

  const remove = useCallback(
    (id: string) => setEdits((before) => ({ ...before, removed: [...before.removed, id] })),
    [setEdits],
  );

  const choose = useCallback(
    (ids: readonly string[], choice: Choice) => setEdits((before) => withChoice(before, ids, choice)),
    [setEdits],
  );

  const chooseOrder = useCallback(
    (order: 'first_name' | 'last_name') => setEdits((before) => withOrder(before, order)),
    [setEdits],
  );

  /** Somebody leaves, and lets it go. */
  const giveUp = useCallback(() => {
    endEdits();
    localDrafts.drop(fileName).catch(report);
  }, [endEdits, localDrafts, fileName]);

  /** Stores all of it or nothing. @returns the id of the import where it is stored */
  async function commit(name: string): Promise<string | null> {
    const importId = uuidv7();
    const inputs = addRowsInputs({ classId, importId, name }, partsOf(rowsToAdd(draft)));
    setSaving(true);
    try {
      const isSaved = await saveAndSay(notify, [added, failed], () =>
        replica.enqueueTogether(addRows, inputs),
      );
      if (!isSaved) return null;
      startOver();
      return importId;
    } finally {
      setSaving(false);
    }
  }

  const { order = null } = edits;
  const asksOrder = stage.kind === 'check' && stage.file.facts.asksOrder && order === null;
  return {
    stage,
    draft,
    inClass,
    saving,
    /** True until it is said whether first or last names come first. */
    asksOrder,
    order,
    read,
    startOver,
    mend,
    remove,
    choose,
    chooseOrder,
    commit,
    giveUp,
  };
}
