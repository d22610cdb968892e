import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { refold } from '#server/refold.ts';
import { makeCategory, makeStudents, makeWorks } from '#server/seeds/factories.ts';
import type { TestSchool } from '../support/api-world.ts';
import { asTiles } from '../support/class-rows.ts';
import { fillShelf } from '../support/shelf.ts';
import { withDatabase } from '../support/test-cluster.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

async function titles(search: string, school: TestSchool = greenfield): Promise<string[]> {
  const { results } = await world.call(await world.as(school.student), workEndpoints.list, {
    query: { search },
  });
  return results.map(({ title }) => title);
}

async function pick(search: string, school: TestSchool = greenfield, code = school.ownClass.class_id) {
  const { results } = await world.call({ host: school.host, access: null }, studentEndpoints.listInClass, {
    params: { classCode: code },
    query: { search },
  });
  return asTiles(results.students).map(({ first_name }) => first_name);
}

const names = ['Stanisław', 'Işık', 'Đức', 'D\u2019Angelo', 'Anne\u2011Sophie', 'Zo\u00EB\u200B', 'फूल', 'กิน'];

const stories = {
  ja: ['山の話', 'むかしむかし、魔法の猫が小さな村に住んでいました。ある日コーヒーを飲みました。'],
  zh: ['第一课', '从前有一只小兔子住在森林里，它喜欢读书。'],
  th: ['เรื่องหนึ่ง', 'กาลครั้งหนึ่งมีกระต่ายน้อยอาศัยอยู่ในป่าใหญ่'],
  lo: ['ເລື່ອງ', 'ມີກະຕ່າຍນ້ອຍຢູ່ໃນປ່າໃຫຍ່'],
  km: ['រឿងមួយ', 'មានទន្សាយតូចមួយរស់នៅក្នុងព្រៃ'],
  my: ['ပုံပြင်', 'တောထဲတွင်ယုန်ကလေးတစ်ကောင်နေသည်'],
} as const;

beforeAll(async () => {
  for (const school of [greenfield, riverside]) await fillShelf(world.context, school);
  await makeStudents(
    world.context,
    greenfield.tenant,
    greenfield.ownClass,
    names.map((first_name) => ({ first_name, last_name: 'Fern' })),
  );
  await makeWorks(
    world.context,
    greenfield.tenant,
    Object.entries(stories).map(([language, [title, text]]) => ({
      author_id: null,
      title,
      language,
      chapters: [{ id: uuidv7(), title: '', document: documentOf(text) }],
    })),
  );
});

describe('a child', () => {
  it.each([
    ['stanislaw', 'Stanisław'],
    ['isik', 'Işık'],
    ['duc', 'Đức'],
    ["d'angelo", 'D\u2019Angelo'],
    ['anne-sophie', 'Anne\u2011Sophie'],
    ['กิน', 'กิน'],
    ['फूल', 'फूल'],
  ])('finds itself in the picker by %s', async (search, name) => {
    expect(await pick(search)).toEqual([name]);
    expect(await pick(search, riverside)).toEqual([]);
  });

  it('is not found by a name with other vowels', async () => {
    expect(await pick('फल')).toEqual([]);
    expect(await pick('กัน')).toEqual([]);
  });

  it('comes in by a class code in full-width letters, with blanks and signs that are not seen', async () => {
    const typed = [...greenfield.ownClass.class_id]
      .map((sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))
      .join('');
    expect(await pick('stanislaw', greenfield, typed)).toEqual(['Stanisław']);
    expect(
      await pick('stanislaw', greenfield, ` ${greenfield.ownClass.class_id.toLowerCase()}\u200B`),
    ).toEqual(['Stanisław']);
  });
});

describe('two categories', () => {
  const make = async (name: string) => {
    const call = await world.as(greenfield.schoolAdmin);
    return await world.call(call, categoryEndpoints.create, { body: { name } });
  };
  const refuse = async (name: string) =>
    await world.refusal(await world.as(greenfield.schoolAdmin), categoryEndpoints.create, { body: { name } });

  it.each([
    ['फूल', 'फल'],
    ['は', 'ば'],
    ['กิน', 'กัน'],
    ['Кий', 'Кии'],
  ])('are %s and %s, with addresses of their own', async (one, other) => {
    const slugs = [(await make(one)).slug, (await make(other)).slug];
    expect(slugs).toEqual([one.toLowerCase(), other.toLowerCase()].map((name) => name.normalize('NFC')));
  });

  it.each([
    ['Straße', 'strasse'],
    ['Children\u2019s', "children's"],
    ['Łąka', 'ＬＡＫＡ'],
  ])('are not %s and %s', async (one, other) => {
    await make(one);
    expect(await refuse(other)).toMatchObject({
      status: 409,
      errors: { name: ['There is a category with this name already.'] },
    });
  });
});

describe('the library', () => {
  it.each([
    ['魔法の猫', stories.ja],
    ['猫', stories.ja],
    ['村 猫', stories.ja],
    ['ｺｰﾋｰ', stories.ja],
    ['兔子', stories.zh],
    ['森林', stories.zh],
    ['กระต่าย', stories.th],
    ['ກະຕ່າຍ', stories.lo],
    ['ទន្សាយ', stories.km],
    ['ယုန်', stories.my],
  ])('finds %s inside a sentence without blanks', async (search, [title]) => {
    expect(await titles(search)).toEqual([title]);
    expect(await titles(search, riverside)).toEqual([]);
  });

  it.each(['猫の魔法', '林森', 'กระตาย', 'ກະຕາຍ', '兔子 猫'])(
    'does not find %s, whose characters are all there in another order',
    async (search) => {
      expect(await titles(search)).toEqual([]);
    },
  );
});

describe('folds that are stored', () => {
  const client = () => world.testDatabase.administrator;

  async function stored() {
    const queries = [
      'select id, search_text from users where search_text is not null order by id',
      'select id, search_text from works order by id',
      'select work_id, words::text, unspaced from work_texts order by work_id',
      'select id, folded_name from categories order by id',
      'select id, search_text, folded_title from resources order by id',
      'select id, search_text from causes order by id',
      'select id, listed_search from users order by id',
      'select id, listed_search from tenants order by id',
    ];
    return await Promise.all(queries.map(async (text) => (await client().query<object>(text)).rows));
  }

  const ownerUrl = () => withDatabase(inject('administratorUrl'), world.testDatabase.name);

  it('are those that the program writes, when a start makes them again', async () => {
    const before = await stored();
    for (const statement of [
      "update users set search_text = 'old' where role = 'student'",
      "update works set search_text = 'old'",
      "update work_texts set words = '', unspaced = ''",
      'update categories set folded_name = id::text',
      "update causes set search_text = 'old'",
      "update users set listed_search = 'old'",
      "update tenants set listed_search = 'old'",
      'update installation set fold_version = 0',
    ])
      await client().query(statement);
    await refold(ownerUrl());
    expect(await stored()).toEqual(before);
    expect(await titles('猫')).toEqual([stories.ja[0]]);
  });

  it('keep two categories that were two names before and have one fold now', async () => {
    const older = await makeCategory(world.context, greenfield.tenant, 'Weiß');
    const newer = await makeCategory(world.context, greenfield.tenant, 'Something');
    const theirs = await makeCategory(world.context, riverside.tenant, 'Weiss');
    await client().query("update categories set folded_name = 'weiß' where id = $1", [older.id]);
    await client().query("update categories set name = 'Weiss', folded_name = 'weiss' where id = $1", [
      newer.id,
    ]);
    await client().query('update installation set fold_version = 0');
    await refold(ownerUrl());
    const { rows } = await client().query<{ id: string; folded_name: string }>(
      'select id, folded_name from categories where id = any($1)',
      [[older.id, newer.id, theirs.id]],
    );
    expect(new Map(rows.map(({ id, folded_name }) => [id, folded_name]))).toEqual(
      new Map([
        [older.id, 'weiss'],
        [newer.id, `weiss ${newer.id}`],
        [theirs.id, 'weiss'],
      ]),
    );
  });

  it('are left alone where they are of this version', async () => {
    await client().query("update works set search_text = 'as it was'");
    await refold(ownerUrl());
    const { rows } = await client().query<{ search_text: string }>('select distinct search_text from works');
    expect(rows).toEqual([{ search_text: 'as it was' }]);
  });
});
