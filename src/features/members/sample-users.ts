/** Specification, section 3: the demo user list. Nobody in it exists. */
export interface SampleUser {
  id: string;
  name: string;
  email: string;
  role: 'Teacher' | 'Student' | 'Admin' | 'Parent';
  status: 'active' | 'inactive';
}

const people: readonly (readonly [name: string, role: SampleUser['role'], status: SampleUser['status']])[] = [
  ['Amara Okafor', 'Teacher', 'active'],
  ['Ben Fischer', 'Student', 'active'],
  ['Chiara Rossi', 'Parent', 'active'],
  ['Daniel Kowalski', 'Student', 'inactive'],
  ['Elif Demir', 'Admin', 'active'],
  ['Finn O’Sullivan', 'Student', 'active'],
  ['Grace Mwangi', 'Teacher', 'active'],
  ['Hugo Lindqvist', 'Student', 'active'],
  ['Ines Carvalho', 'Parent', 'inactive'],
  ['Jamal Haddad', 'Student', 'active'],
  ['Kavya Nair', 'Teacher', 'inactive'],
  ['Lars Jensen', 'Parent', 'active'],
  ['Mei Tanaka', 'Student', 'active'],
  ['Noah Williams', 'Student', 'active'],
  ['Olga Petrova', 'Admin', 'active'],
  ['Pedro Alvarez', 'Student', 'inactive'],
  ['Quinn Taylor', 'Parent', 'active'],
  ['Rosa Jiménez', 'Teacher', 'active'],
  ['Samuel Osei', 'Student', 'active'],
  ['Tove Nilsson', 'Student', 'active'],
  ['Umar Farooq', 'Parent', 'active'],
  ['Vera Novák', 'Teacher', 'active'],
  ['William Chen', 'Student', 'active'],
  ['Yara Saleh', 'Student', 'inactive'],
  ['Zoë Fern', 'Student', 'active'],
];

function addressOf(name: string): string {
  const plain = name.normalize('NFD').replace(/[^\p{ASCII}]/gu, '');
  return `${plain.toLowerCase().replace(/\s+/gu, '.')}@example.org`;
}

export const sampleUsers: readonly SampleUser[] = people.map(([name, role, status], index) => ({
  id: `sample-${index + 1}`,
  name,
  email: addressOf(name),
  role,
  status,
}));
