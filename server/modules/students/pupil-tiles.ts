import { animalOf } from '#contract/kit/avatar-names.ts';
import { foldForSearch } from '#contract/kit/fold.ts';
import type { PupilTile } from '#contract/students/students.schema.ts';
import type { StudentHandles } from '../identity/student-handles.ts';

interface NamedStudent {
  id: string;
  first_name: string;
  last_name: string;
  avatar: string | null;
}

/** Children as those see them who are not signed in; `server/modules.ts` hands it to whoever shows them. */
export interface PupilTiles {
  /** By first name, so that a child finds itself; those of one name as they come. */
  of<Row extends NamedStudent>(
    tenantId: string,
    students: readonly Row[],
  ): { student: Row; tile: PupilTile }[];
}

export function createPupilTiles(handles: StudentHandles): PupilTiles {
  return {
    of: (tenantId, students) =>
      students
        .map((student) => {
          const { id, first_name, last_name } = student;
          return {
            place: foldForSearch(first_name),
            student,
            tile: {
              handle: handles.of(tenantId, id),
              first_name,
              last_initial: initialOf(last_name),
              avatar: animalOf(student),
            },
          };
        })
        .toSorted((one, other) => alphabet.compare(one.place, other.place)),
  };
}

/** As children learn it; the same on every machine. */
const alphabet = new Intl.Collator('en');

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function initialOf(name: string): string {
  const [first] = letters.segment(name);
  return first ? `${first.segment}.` : '';
}
