/** The default alphabet of text messages (3GPP TS 23.038, 6.2.1); one septet each. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension; two septets each. */
const EXTENDED = new Set('^{}\\[~]|€');
/** What people type that the alphabet lacks, in its nearest letters. */
const NEAREST: Readonly<Record<string, string>> = Object.freeze({
  '₦': 'NGN',
  '₵': 'c',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '•': '*',
  ɔ: 'o',
  Ɔ: 'O',
  ɛ: 'e',
  Ɛ: 'E',
  ŋ: 'ng',
  Ŋ: 'Ng',
  '\u00a0': ' ',
  '`': "'",
});

/** Septets of one text message. */
export const smsSeptetsMax = 160;

/** How many septets a text takes, or null when a character of it would make the message a costly UCS-2 one. */
export function countSeptets(text: string): number | null {
  let septets = 0;
  for (const character of text) {
    if (BASIC.has(character)) septets += 1;
    else if (EXTENDED.has(character)) septets += 2;
    else return null;
  }
  return septets;
}

/** Text in the alphabet: accents it lacks are dropped, letters of Krio become their nearest, the rest a question mark. */
export function toGsm(text: string): string {
  return Array.from(text.normalize('NFC'), (character) => {
    if (BASIC.has(character) || EXTENDED.has(character)) return character;
    const near = NEAREST[character] ?? character.normalize('NFD').replaceAll(/\p{M}/gu, '');
    return countSeptets(near) === null ? '?' : near;
  }).join('');
}

/** Whether a text can still be read in the alphabet: no letter of it would be a question mark. */
export function isReadInGsm(text: string): boolean {
  return Array.from(text.normalize('NFC')).every(
    (character) => !/\p{L}/u.test(character) || toGsm(character) !== '?',
  );
}

/** The longest beginning of a text of the alphabet that takes no more than so many septets. */
export function cutToSeptets(text: string, septetsMax: number): string {
  let cut = '';
  let septets = 0;
  for (const character of text) {
    septets += EXTENDED.has(character) ? 2 : 1;
    if (septets > septetsMax) return cut.trimEnd();
    cut += character;
  }
  return cut;
}

/** Of each of several that belong together, so much goes on saying so. */
const SEPTETS_OF_PART = 153;
const UCS2_MAX = 70;
const UCS2_OF_PART = 67;

/** As how many messages a gateway counts a text. */
export function smsCount(text: string): number {
  const septets = countSeptets(text);
  const [length, one, part] =
    septets === null ? [text.length, UCS2_MAX, UCS2_OF_PART] : [septets, smsSeptetsMax, SEPTETS_OF_PART];
  return length <= one ? 1 : Math.ceil(length / part);
}
