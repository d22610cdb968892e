import { foldForSearch } from '../kit/fold.ts';

/** Which column holds what; a column that is not there is null. Either `full` is there, or `first`. */
export interface CsvColumns {
  first: number | null;
  last: number | null;
  full: number | null;
}

/** What schools' programs call the columns, in the languages that they come in. Compared without case, accents and marks. */
const words = {
  first: `first name, first, given name, given names, forename, forenames, fname, christian name, student first name,
    legal first name, preferred name, pupil forename, vorname, vornamen, rufname, prénom, prénoms, nombre de pila, nombres,
    primer nombre, primeiro nome, nome próprio, voornaam, roepnaam, fornavn, förnamn, etunimi, imię, imiona, křestní jméno,
    krstné meno, keresztnév, utónév, prenume, prenumele, nama depan, nama pertama, tên, tên riêng, jina la kwanza,
    όνομα μαθητή, שם פרטי, الاسم الأول, الاسم الشخصي, نام کوچک, प्रथम नाम, पहला नाम, 名, 名字`,
  last: `last name, last, surname, surnames, family name, lname, student last name, legal last name, pupil surname,
    nachname, familienname, zuname, nom de famille, apellido, apellidos, sobrenome, apelido, cognome, achternaam,
    familienaam, etternavn, efternamn, efternavn, sukunimi, nazwisko, nazwiska, příjmení, priezvisko, vezetéknév,
    családnév, nume de familie, numele de familie, prezime, soyad, soyadı, soyisim, nama belakang, nama keluarga, họ,
    họ và tên đệm, jina la ukoo, фамилия, прізвище, фамілія, επώνυμο, επίθετο, שם משפחה, اسم العائلة, اللقب, الكنية,
    نام خانوادگی, उपनाम, कुलनाम, अंतिम नाम, 姓, 姓氏, 성`,
  full: `full name, student name, student, students, name of student, student full name, pupil, pupil name, learner,
    learner name, child, child name, childs name, names, vor und nachname, vollständiger name, schüler, schülername,
    schülerin, nom complet, nom et prénom, nom prénom, prénom et nom, élève, élèves, nombre completo, nombre y apellidos,
    apellidos y nombre, alumno, alumna, alumnos, estudiante, nome completo, nome e cognome, cognome e nome, aluno, aluna,
    alunno, alunna, volledige naam, leerling, leerlingen, fullt navn, fullständigt namn, fulde navn, elev, elevens navn,
    koko nimi, oppilas, imię i nazwisko, nazwisko i imię, uczeń, jméno a příjmení, meno a priezvisko, teljes név,
    nume complet, nume și prenume, ime i prezime, adı soyadı, ad soyad, nama lengkap, nama siswa, họ và tên, họ tên,
    jina kamili, полное имя, фио, ученик, ім'я та прізвище, ονοματεπώνυμο, שם מלא, الاسم الكامل, اسم الطالب, نام کامل,
    पूरा नाम, छात्र का नाम, 姓名, 氏名, 学生姓名, 성명`,
  // Each of these is the other half of what stands beside it: "Name, Vorname" and "Name, Surname" are both usual.
  either: `name, nom, nombre, nome, naam, navn, namn, nimi, jméno, meno, név, nume, ime, ad, adı, isim, nama, jina, имя,
    ім'я, όνομα, שם, الاسم, اسم, نام, नाम, 名前, 이름`,
} as const;

type Meaning = keyof typeof words;

/** Letters alone, folded: "FIRST_NAME", "First name:" and "first name" are one. */
function plain(header: string): string {
  return foldForSearch(header).replaceAll(/[^\p{L}\p{M}]/gu, '');
}

const meanings = new Map<string, Meaning>();
for (const meaning of ['either', 'full', 'last', 'first'] as const) {
  for (const word of words[meaning].split(',')) meanings.set(plain(word), meaning);
}

/** They are names of people as well, so one of them alone makes no line of headers. */
const namesToo = new Set(
  ['ho', 'ten', 'meno', 'ad', 'ime', 'nama', 'jina', 'ana', '姓', '名', '성'].map(plain),
);

/** The columns by a line of headers, in any order; null where the line is none, or names nobody. */
export function columnsByHeader(cells: readonly string[]): CsvColumns | null {
  const found = cells.map((cell) => meanings.get(plain(cell)));
  const known = cells.filter((_cell, place) => found[place] !== undefined);
  const sure = known.filter((cell) => !namesToo.has(plain(cell)));
  if (sure.length === 0 && known.length < 2) return null;
  const place = (meaning: Meaning) => {
    const at = found.indexOf(meaning);
    return at < 0 ? null : at;
  };
  const columns = { first: place('first'), last: place('last'), full: place('full') };
  const either = place('either');
  if (columns.first !== null) return { ...columns, last: columns.last ?? either, full: null };
  if (columns.last !== null && either !== null) return { first: either, last: columns.last, full: null };
  const full = columns.full ?? either;
  // A line with a surname and nothing else: the names are in the only column that is there.
  return full === null ? { first: null, last: null, full: columns.last } : { first: null, last: null, full };
}

const notAName = /^[\p{N}\p{P}\p{S}\s]+$|@/u;

/**
 * The columns of a file without headers: the first that holds names is the first name, the next the last name. Numbers
 * before them, such as places in the list, are passed over. Null where no column holds names.
 */
export function columnsByContent(records: readonly (readonly string[])[]): CsvColumns | null {
  const width = records.reduce((widest, record) => Math.max(widest, record.length), 0);
  const named: number[] = [];
  for (let place = 0; place < width && named.length < 2; place += 1) {
    const values = records.map((record) => record[place] ?? '').filter((value) => value !== '');
    const odd = values.filter((value) => notAName.test(value)).length;
    if (values.length > 0 && odd * 2 < values.length) named.push(place);
  }
  const [first, last] = named;
  if (first === undefined) return null;
  return last === undefined ? { first: null, last: null, full: first } : { first, last, full: null };
}
