import { timeZone } from './time.ts';

/** The city by whose clock times are told. */
export function cityText(): string {
  return (timeZone.value.split('/').at(-1) ?? '').replaceAll('_', ' ');
}

/** As a field of day and time holds it, in the shop's zone, which is how the server reads it. */
export function localTime(when: string | number | Date): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: timeZone.value,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(new Date(when))
    .replace(' ', 'T');
}
