/** Days and months in full; shortened to three letters the English ones are read everywhere here. */
const KRIO: Readonly<Record<string, string>> = {
  Monday: 'Mɔnde',
  Tuesday: 'Tyusde',
  Wednesday: 'Wɛnsde',
  Thursday: 'Tɔzde',
  Friday: 'Frayde',
  Saturday: 'Satide',
  Sunday: 'Sɔnde',
  January: 'Janwari',
  February: 'Fɛbwari',
  March: 'Mach',
  April: 'Epril',
  May: 'Me',
  June: 'Jun',
  July: 'Julay',
  August: 'Ɔgɔst',
  September: 'Sɛptɛmba',
  October: 'Ɔktoba',
  November: 'Novɛmba',
  December: 'Disɛmba',
};

/** A date that is written in English words, `Saturday 21 November`, for who reads Krio. */
export function dateInKrio(english: string): string {
  return english.replaceAll(/[A-Z][a-z]+/g, (word) => KRIO[word] ?? word);
}
