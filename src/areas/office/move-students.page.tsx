import { MoveButton } from '#src/features/students/move-students.buttons.tsx';
import { MoveStudentsDialog, type Moving } from '#src/features/students/move-students.dialog.tsx';

/** Leads to the dialog below. */
export function MoveOffice({ onClick }: { onClick: () => void }) {
  return <MoveButton onClick={onClick} />;
}

interface MoveDialogProps {
  moving: Moving | null;
  opened: boolean;
  onClose: () => void;
}

/** To which class some of a class go. */
export function MoveDialogOffice(props: MoveDialogProps) {
  return <MoveStudentsDialog {...props} />;
}
