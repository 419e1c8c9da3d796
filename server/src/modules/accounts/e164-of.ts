import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

const TEXT_MAX = 40;

/** A phone in the form that couriers are known by. What can be no phone stays as it is: it is nobody's. */
export function e164Of(text: string): string {
  const phone =
    text.length <= TEXT_MAX
      ? parsePhoneNumberFromString(text, { defaultCountry: 'SL', extract: false })
      : undefined;
  return phone?.number ?? text;
}
