import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { useSchoolPlaces } from '#src/session/school-places.ts';
import { BackLink } from '#src/ui/back-link.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { DraftCheck } from './draft-check.tsx';
import { brakeQuestion } from './draft.rules.ts';
import { FileDrop, FileReadingProgress } from './file-drop.tsx';
import { ImportHistory } from './import-history.tsx';
import { readFile as readInThread, type ReadFile } from './read-file.ts';
import { useImport } from './use-import.ts';

interface ImportScreenProps {
  schoolClass: SchoolClass;
  /** What prints the cards of these children; the area brings it from another feature. */
  printCards: (studentIds: readonly string[]) => ReactNode;
  readFile?: ReadFile;
}

/** A list of students from a file into a class: read, looked through row by row, added; and what was added before. */
export function ImportScreen({ schoolClass, printCards, readFile = readInThread }: ImportScreenProps) {
  const { stage, draft, inClass, saving, read, startOver, commit, giveUp, ...checking } = useImport(
    schoolClass,
    readFile,
  );
  const places = useSchoolPlaces();
  const [latest, setLatest] = useState<string | null>(null);
  const braking = useDialog<string>();
  const { counts } = draft;
  useDirtyForm(stage.kind === 'check', giveUp);

  async function add() {
    if (stage.kind !== 'check') return;
    const id = await commit(stage.file.name);
    if (id !== null) setLatest(id);
  }

  function ask() {
    const question = brakeQuestion(schoolClass.name, {
      inClass,
      adding: counts.ready,
      leftOut: counts.problem,
    });
    if (question === null) void add();
    else braking.open(question);
  }

  // What was added a moment ago comes first: the next file can wait.
  const history = <ImportHistory schoolClass={schoolClass} latest={latest} printCards={printCards} />;
  return (
    <Screen
      title="Import students"
      breadcrumb={
        <BackLink to={places.schoolClass(schoolClass.id)}>
          <bdi>{schoolClass.name}</bdi>
        </BackLink>
      }
      actions={
        stage.kind === 'check' && (
          <>
            <Button variant="default" onClick={() => startOver()}>
              Another file
            </Button>
            <Button
              loading={saving}
              disabled={counts.ready === 0 || counts.ask > 0 || checking.asksOrder}
              onClick={ask}
            >
              {`Add ${counted(counts.ready, 'student')}`}
            </Button>
          </>
        )
      }
    >
      {stage.kind === 'pick' && latest !== null && history}
      {stage.kind === 'pick' && <FileDrop refusal={stage.refusal} onFile={(file) => void read(file)} />}
      {stage.kind === 'reading' && <FileReadingProgress {...stage} onCancel={() => startOver()} />}
      {stage.kind === 'check' && (
        <DraftCheck file={stage.file} isRestored={stage.isRestored} draft={draft} {...checking} />
      )}
      {stage.kind === 'pick' && latest === null && history}
      <ConfirmDialog
        opened={braking.opened}
        onClose={braking.close}
        title={`Add ${counted(counts.ready, 'student')} to ${schoolClass.name}?`}
        question={braking.subject}
        confirmLabel="Add them"
        cancelLabel="Look again"
        onConfirm={add}
      />
    </Screen>
  );
}
