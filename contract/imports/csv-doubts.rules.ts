import { foldForSearch } from '../kit/fold.ts';
import type { CsvColumns } from './csv-columns.rules.ts';

/** Why a row may be no child: by its names, which can be mended, or by another of its cells. */
export interface RowDoubt {
  of: 'name' | 'row';
  reason: string;
}

const listOf = (words: string) => new Set(words.split(',').map((word) => plain(word)));

/** Letters and numbers, folded: "To be deleted" and "toBeDeleted" are one. */
function plain(text: string): string {
  return foldForSearch(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** Headers of role columns, and of status columns. */
const roleHeaders =
  listOf(`role, roles, user role, primary role, person role, type, user type, person type, member type, account type,
  rolle, rôle, rol, ruolo, papel, função, rolla, роль, 角色, 役割, 역할, भूमिका, الدور`);
const statusHeaders =
  listOf(`status, user status, student status, enrolment status, enrollment status, account status, record status,
  state, enabled user, enabled, is enabled, active, is active, user active, statut, estado, stato, stav, статус, 状态, 状態, 상태`);

const studentWords =
  listOf(`student, students, pupil, pupils, learner, child, kid, schüler, schülerin, élève, eleve, alumno, alumna,
  estudiante, aluno, aluna, studente, alunno, alunna, leerling, elev, oppilas, uczeń, uczennica, žák, tanuló, öğrenci, ученик, ученица, учень,
  μαθητής, μαθήτρια, תלמיד, תלמידה, طالب, طالبة, छात्र, छात्रा, 学生, 生徒, 児童, 학생, นักเรียน, học sinh, siswa, mwanafunzi`);
const otherRoles =
  listOf(`teacher, aide, administrator, admin, staff, proctor, parent, guardian, relative, mother, father, contact, principal,
  district administrator, site administrator, system administrator, counselor, coordinator, observer, lehrer, lehrerin, eltern, professeur,
  enseignant, parents, profesor, profesora, docente, padre, madre, tutor, tutora, professor, professora, leraar, ouder, учитель, родитель, 教师, 老师, 家长, 教員, 保護者, 교사, 학부모`);
const goneWords =
  listOf(`to be deleted, deleted, delete, inactive, not active, disabled, suspended, archived, withdrawn, left, leaver,
  leavers, former, off roll, transferred, transferred out, graduated, expelled, removed, ended, closed, false, no, n, 0,
  inaktiv, inactif, inactivo, baja, inativo, inattivo, неактивен, 离校, 休学`);

/** Names of rows below or between children, and not of children alone: they are asked about, since Date and Sum are surnames too. */
const summaryWords =
  listOf(`total, totals, grand total, sub total, subtotal, sum, count, average, averages, mean, median, class average,
  class mean, class total, points, max points, maximum points, date, due date, end of report, end of list, end, report, page, printed,
  boys, girls, males, females, number of students, number of pupils, no of students, students, pupils, test student, student test,
  summe, gesamt, anzahl, durchschnitt, somme, moyenne, effectif, suma, promedio, totale, média, médio, media, totaal, gemiddelde, aantal, summa,
  antal, razem, średnia, celkem, průměr, összesen, toplam, ortalama, итого, всего, среднее, разом, всього, σύνολο, סהכ, ממוצע, المجموع,
  الإجمالي, المعدل, جمع, कुल, योग, औसत, 合計, 平均, 总计, 合计, 总数, 평균, 합계, 총계, รวม, ค่าเฉลี่ย, tổng, tổng cộng, jumlah, jumla`);
const summaryStart =
  /^(?:(?:grand |sub ?|class )?totals?|(?:class )?averages?|number of (?:students|pupils|children)|no\.? of (?:students|pupils)|end of (?:report|list|file)|printed (?:on|by)|page \d|student count|summe|gesamt(?:zahl)?|anzahl|somme|moyenne|effectif|promedio|totale|totaal|toplam|razem|итого|всего|合計|总计|합계)(?![\p{L}\p{M}])/u;

/** Lines of grade books that no child is called. */
const noChild = listOf(
  'points possible, possible points, points possible read only, manual posting, max score, out of',
);

/** True where the names of a row are those of a line of a grade book, or there are none. */
export function isNoChild({ first_name, last_name }: { first_name: string; last_name: string }): boolean {
  const name = plain(`${first_name} ${last_name}`);
  return (first_name === '' && last_name === '') || noChild.has(name);
}

/** Whether the names are those of a line of sums, or of what stands beside children in an export. */
function summaryDoubt({ first_name, last_name }: { first_name: string; last_name: string }): RowDoubt | null {
  const name = `${first_name} ${last_name}`.trim();
  const isSummary = summaryWords.has(plain(name)) || summaryStart.test(foldForSearch(name));
  return isSummary
    ? { of: 'name', reason: `“${name}” looks like a total or a note, not like a child` }
    : null;
}

interface DoubtOptions {
  header: readonly string[] | null;
  columns: CsvColumns;
  /** Rows that may be children. */
  records: readonly (readonly string[])[];
}

const filledIn = (record: readonly string[]) => record.filter((cell) => cell !== '').length;

/** Role and status columns. A role column without a single known role is ignored. */
function tellingColumns({ header, records }: DoubtOptions) {
  const placesOf = (headers: ReadonlySet<string>) =>
    (header ?? []).flatMap((cell, place) => (headers.has(plain(cell)) ? [place] : []));
  const isTold = (place: number) =>
    records.some((record) => {
      const value = plain(record[place] ?? '');
      return studentWords.has(value) || otherRoles.has(value);
    });
  return { roles: placesOf(roleHeaders).filter(isTold), statuses: placesOf(statusHeaders) };
}

/** What to ask about a row before it becomes a child; null where it is like the others. */
export function doubtsOf(options: DoubtOptions) {
  const { header, columns, records } = options;
  const { roles, statuses } = tellingColumns(options);
  const single = records.filter((record) => filledIn(record) === 1).length;
  // Where one cell is usual, there is nothing to ask about.
  const asksSingle = columns.full === null && single * 2 < records.length;

  return (record: readonly string[], names: { first_name: string; last_name: string }): RowDoubt | null => {
    for (const place of roles) {
      const role = record[place] ?? '';
      if (role !== '' && !studentWords.has(plain(role)))
        return { of: 'row', reason: `The role in this row is “${role}”. Is it a student?` };
    }
    for (const place of statuses) {
      const status = record[place] ?? '';
      if (goneWords.has(plain(status)))
        return { of: 'row', reason: `“${header?.[place]}” says “${status}”. Is this student still here?` };
    }
    const summary = summaryDoubt(names);
    if (summary) return summary;
    if (asksSingle && filledIn(record) === 1 && names.first_name !== '')
      return { of: 'name', reason: 'This row has one filled cell. Is it a child with a single name?' };
    return null;
  };
}
