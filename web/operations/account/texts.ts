import { texts } from '../../kit/text/texts.ts';

export const accountTexts = texts(
  {
    lead: (email: string, role: string) => `${email}, ${role}`,
    password: 'Password',
    old: 'Password so far',
    next: 'New password',
    nextHint: '10 characters or more. Your other sessions end.',
    change: 'Change the password',
    changed: 'The new password is in force. Your other sessions have ended.',
    sessions: 'Where you are signed in',
    here: 'this one',
    since: (when: string) => `since ${when}`,
    seen: (ago: string) => `used ${ago}`,
    end: 'End it',
    endOf: (address: string) => `End the session from ${address}`,
  },
  {
    lead: (email, role) => `${email}, ${role}`,
    password: 'Paswɔd',
    old: 'Di paswɔd we de naw',
    next: 'Nyu paswɔd',
    nextHint: '10 lɛta ɔ mɔ. Ɔda ples we yu sayn in go dɔn.',
    change: 'Chenj di paswɔd',
    changed: 'Di nyu paswɔd de wok. Ɔda ples we yu sayn in dɔn.',
    sessions: 'Usay yu sayn in',
    here: 'dis wan',
    since: (when) => `frɔm ${when}`,
    seen: (ago) => `yuz ${ago}`,
    end: 'Dɔn am',
    endOf: (address) => `Dɔn di wan na ${address}`,
  },
);
