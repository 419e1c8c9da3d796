import { texts } from '../text/texts.ts';

export const wayInTexts = texts(
  {
    staff: 'Staff at a till or a door sign in there, with a PIN.',
    showPassword: 'Show the password',
    hidePassword: 'Hide the password',
    tooManyTries: (minutes: number) =>
      `Too many wrong tries. You can try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    slogan: 'Parcels, tickets, the till and the invoices of one shop, in one place, on your own server.',
  },
  {
    staff: 'Wokman na til ɔ domɔt de sayn in de, wit PIN.',
    showPassword: 'Sho di paswɔd',
    hidePassword: 'Ayd di paswɔd',
    tooManyTries: (minutes) => `Yu dɔn tray am rɔng tumɔs. Yu kin tray egen insay ${minutes} minit.`,
    slogan: 'Pasul, tikɛt, til ɛn invɔys fɔ wan shɔp, na wan ples, na yu yon sava.',
  },
);
