import { uuidv7 } from 'uuidv7';
import { beforeEach } from 'vitest';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import type { TabletPack } from '#contract/devices/preparation.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Person } from '../support/api-world.ts';
import { deviceReport } from '../support/device-reports.ts';
import { QueryCount } from '../support/query-count.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export type Wanted = { classes: readonly { id: string }[] | null; device_id?: string; token?: string };

export const refused = {
  status: 401,
  code: 'devices.preparation_refused',
  error: 'This tablet is not prepared any more.',
};
export const classNames = ({ classes }: TabletPack) => classes.map(({ name }) => name);
export const everybody = ({ classes, without_class }: TabletPack) => [
  ...classes.flatMap(({ students }) => students),
  ...without_class,
];

/** Two schools, and what is asked about tablets that are prepared for a class. A world of its own for each test file. */
export function preparationsOfFile() {
  const queries = new QueryCount();
  const { world, greenfield, riverside } = worldOfFile({ plugins: [queries] });

  beforeEach(async () => {
    await world.testDatabase.administrator.query('delete from failed_guesses');
  });

  /** A tablet in the hands of this person. */
  async function tabletOf(person: Person, device_id = uuidv7()): Promise<string> {
    await world.call(await world.as(person), deviceEndpoints.report, { body: deviceReport({ device_id }) });
    return device_id;
  }

  async function bodyOf(person: Person, { classes, device_id, token }: Wanted) {
    return {
      device_id: device_id ?? (await tabletOf(person)),
      school_class_ids: classes?.map(({ id }) => id) ?? null,
      ...(token !== undefined && { token }),
    };
  }

  async function prepare(person: Person, wanted: Wanted) {
    const body = await bodyOf(person, wanted);
    const prepared = await world.call(await world.as(person), deviceEndpoints.prepare, { body });
    return { ...prepared, device_id: body.device_id };
  }

  async function ask(token: string, options: { host?: string; version?: string } = {}) {
    const { host = greenfield.host, version } = options;
    const body = { token, ...(version !== undefined && { version }) };
    return await world.call({ host, access: null }, deviceEndpoints.readPack, { body });
  }

  async function refusedToAsk(token: string, host = greenfield.host) {
    const body = { token };
    const answer = await world.refusal({ host, access: null }, deviceEndpoints.readPack, { body });
    return { status: answer.status, code: answer.code, error: answer.error };
  }

  /** As the list shows it to this person. */
  async function listed(person: Person, device_id: string) {
    const query = { limit: limits.pageMaximum };
    const { results } = await world.call(await world.as(person), deviceEndpoints.list, { query });
    return results.find(({ id }) => id === device_id);
  }

  async function takeBack(person: Person, id: string) {
    return await world.call(await world.as(person), deviceEndpoints.endPreparation, { params: { id } });
  }

  return {
    queries,
    world,
    greenfield,
    riverside,
    tabletOf,
    bodyOf,
    prepare,
    ask,
    refusedToAsk,
    listed,
    takeBack,
  };
}
