import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { useOpenedByAddress } from '#src/ui/use-opened-by-address.ts';
import { AddStudentsDialog } from './add-students.dialog.tsx';

/** The button and the dialog that it opens. */
export function AddStudentsButton({ schoolClass }: { schoolClass: SchoolClass }) {
  const { opened, open, close } = useOpenedByAddress('students');
  return (
    <>
      <Button
        data-tour="add-students"
        leftSection={<IconUserPlus size={20} stroke={1.75} aria-hidden />}
        onClick={open}
      >
        Add Students
      </Button>
      <AddStudentsDialog schoolClass={schoolClass} opened={opened} onClose={close} />
    </>
  );
}
