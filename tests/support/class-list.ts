/** A class list as a teacher has it: thirty full names, pasted as one block. */
export const pastedClassList = `Amélie Dubois-Laurent
Noah O’Connor
José María de la Cruz
Łukasz Wójcik
Siobhán Ní Bhriain
Jürgen von der Heide
Chloé d’Arcy
Nguyễn Thị Minh Khai
田中 美咲
김 민준
Оксана Шевченко
Γιώργος Παπαδόπουλος
ليلى حداد
आरव शर्मा
Søren Kjærgaard
İpek Yılmaz
Ana-Lucía Pérez Gómez
Kwame Mensah
Ngozi Adéyẹmí
Björn Þórsson
Zsófia Szűcs
Anneke van den Berg
Malakai Tu’i’ōfolau
Olivia Smith-Jones
Ștefan Ionescu
Çağla Demir
Élodie Lefèvre
Inês Gonçalves e Silva
Dvořák Jiří
Mary-Jane O'Neil`;

export const pastedNames: readonly string[] = pastedClassList.split('\n');
