import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { changeMeanwhile } from './simulator/meanwhile.ts';

/** Its values count each try, since a sequence takes nothing back. */
const metAtFirst = `
  create sequence tries;
  create table met (tries bigint);
  insert into met values (0);
  create function meet() returns bigint language plpgsql as $$
  begin
    if nextval('tries') = 1 then raise exception 'met another' using errcode = '40P01'; end if;
    return currval('tries');
  end $$;`;

it('a change behind the program’s back is made again where the two met in the same rows', async () => {
  const { administrator, drop } = await createTestDatabase();
  onTestFinished(drop);
  await administrator.query(metAtFirst);
  expect(await changeMeanwhile(administrator, 'update met set tries = meet()', [])).toBe(1);
  const { rows } = await administrator.query('select tries from met');
  expect(rows).toEqual([{ tries: '2' }]);
  await expect(changeMeanwhile(administrator, 'update met set missing = $1', [1])).rejects.toThrow('missing');
});
