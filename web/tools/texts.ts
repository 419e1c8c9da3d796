import { counted, texts } from '../kit/text/texts.ts';

export const t = texts(
  {
    all_sent: 'All sent',
    sending: (count: number) => `Sending ${counted(count, 'act', 'acts')}`,
    offline: 'Offline, all sent',
    offline_unsent: (count: number) => `Offline, ${count.toLocaleString('en')} unsent`,
    unsent: (count: number) => `${count.toLocaleString('en')} unsent`,
    sign_in: (count: number) => `Sign in to send ${count.toLocaleString('en')}`,
    elsewhere: 'Open in another window',
    to_see: (count: number) => `${counted(count, 'thing', 'things')} to look at`,
    short: 'This device is nearly full',
    pin: 'PIN',
    digits_typed: (count: number) => counted(count, 'digit typed', 'digits typed'),
    delete_digit: 'Delete the last digit',
    ok: 'OK',
  },
  {
    all_sent: 'Ɔl dɔn sɛn',
    sending: (count: number) => `De sɛn ${count}`,
    offline: 'No nɛtwɔk, ɔl dɔn sɛn',
    offline_unsent: (count: number) => `No nɛtwɔk, ${count} nɔ sɛn yet`,
    unsent: (count: number) => `${count} nɔ sɛn yet`,
    sign_in: (count: number) => `Sayn in fɔ sɛn ${count}`,
    elsewhere: 'I opin na ɔda winda',
    to_see: (count: number) => `${count} tin fɔ luk`,
    short: 'Dis divays dɔn ful smɔl',
    pin: 'PIN',
    digits_typed: (count: number) => `${count} nɔmba dɔn tayp`,
    delete_digit: 'Pul di las nɔmba',
    ok: 'OK',
  },
);
