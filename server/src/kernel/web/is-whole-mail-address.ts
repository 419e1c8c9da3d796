const ADDRESS = /^[^\s@<>"',;:()[\]\\]{1,64}@[^\s@<>"',;:()[\]\\]{1,190}\.[^\s@<>"',;:()[\]\\.]{2,63}$/;

/** With more no mail server has to take it (RFC 5321, 4.5.3.1.3). */
const CHARACTERS_MAX = 254;

/** Whether a mail to it reaches one mailbox: a comma typed for a point would make two addresses of it. */
export function isWholeMailAddress(text: string): boolean {
  return text.length <= CHARACTERS_MAX && ADDRESS.test(text);
}
