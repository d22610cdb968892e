import { MoveButton, MoveMenuItem } from '#src/features/students/move-students.buttons.tsx';
import { MoveStudentsDialog, type Moving } from '#src/features/students/move-students.dialog.tsx';

export interface MoveProps {
  /** In the menu of one student; else for those of a class who are picked. */
  inMenu?: boolean;
  onClick: () => void;
}

/** Leads to the dialog below. */
export function MoveOffice({ inMenu = false, onClick }: MoveProps) {
  return inMenu ? <MoveMenuItem onClick={onClick} /> : <MoveButton onClick={onClick} />;
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
