import { uuidv7 } from 'uuidv7';
import { importEndpoints } from '#contract/imports/imports.endpoints.ts';
import type { ApiWorld, TestSchool } from '../../support/api-world.ts';
import type { CellsOf } from '../../support/matrix/entry.ts';
import { classes, place } from '../../support/matrix/places.ts';
import { addToClassCells } from '../../support/matrix/who-may.ts';

interface Rows {
  /** Ids of imports of one child each. */
  imports: Record<'maple' | 'birch' | 'riverside', string>;
}

export const cells: CellsOf<'imports', Rows> = {
  'imports.addRows': {
    targets: classes,
    input: (target, world) => ({
      params: { classId: place(target, world).classId, importId: uuidv7() },
      body: {
        file_name: 'list.csv',
        row_count: 1,
        rows: [{ id: uuidv7(), row: 2, first_name: 'Matrix', last_name: 'Child' }],
      },
    }),
    cells: addToClassCells,
  },
  'imports.addFile': {
    targets: classes,
    input: (target, world) => ({
      params: { classId: place(target, world).classId },
      body: { file: new File(['First Name,Last Name\nMatrix,Child\n'], 'list.csv', { type: 'text/csv' }) },
    }),
    cells: addToClassCells,
  },
  'imports.undo': {
    // What is undone stays so, so one import of each class is enough for everybody.
    targets: classes,
    input: (target, world, { imports }) => ({
      params: { classId: place(target, world).classId, importId: imports[target as 'maple'] },
    }),
    cells: addToClassCells,
  },
};

/** An import of one child into each class. */
export async function makeRows(world: ApiWorld): Promise<Rows> {
  const importInto = async (school: TestSchool, classId: string) => {
    const importId = uuidv7();
    const rows = [{ id: uuidv7(), row: 2, first_name: 'Matrix', last_name: 'Listed' }];
    await world.call(await world.as(school.schoolAdmin), importEndpoints.addRows, {
      params: { classId, importId },
      body: { file_name: 'list.csv', row_count: 1, rows },
    });
    return importId;
  };
  const { greenfield, riverside } = world;
  return {
    imports: {
      maple: await importInto(greenfield, greenfield.ownClass.id),
      birch: await importInto(greenfield, greenfield.otherClass.id),
      riverside: await importInto(riverside, riverside.ownClass.id),
    },
  };
}
