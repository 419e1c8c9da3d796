import { texts } from '../../kit/text/texts.ts';

/** Passkeys and sessions of the own account. */
export const securityTexts = texts(
  {
    passkeys: 'Passkeys',
    passkeysText:
      'Sign in with your finger, your face or the lock of your device instead of the password and a code.',
    noPasskeysHere:
      'This browser takes no passkeys on this page. They need a safe connection (https) and a name instead of an address of figures.',
    add: 'Add a passkey',
    addText: 'Your device asks you next. Give the passkey a name by which you know the device again.',
    name: 'Name',
    namePlaceholder: 'Phone',
    password: 'Your password',
    next: 'Next',
    refused: 'The device made no passkey. It may have one for this account already, or it took too long.',
    added: 'The passkey is added',
    rename: 'Rename',
    save: 'Save',
    remove: 'Remove',
    removeTitle: (name: string) => `Remove the passkey ${name}?`,
    removeMore: 'It signs nobody in any more. Your other passkeys and your password stay.',
    keep: 'Keep',
    made: 'Added',
    lastUsed: 'Last used',
    neverUsed: 'Not used yet',
    synced: 'on several devices',
  },
  {
    passkeys: 'Paski',
    passkeysText: 'Sayn in wit yu finga, yu fes ɔ di lɔk fɔ yu fon, nɔto wit paswɔd ɛn kod.',
    noPasskeysHere:
      'Dis brawza nɔ de tek paski pan dis pej. I nid sef kɔnɛkshɔn (https) ɛn nem, nɔto adrɛs wit nɔmba.',
    add: 'Ad paski',
    addText: 'Yu fon go aks yu naw. Gi di paski nem we yu go sabi di fon wit.',
    name: 'Nem',
    namePlaceholder: 'Fon',
    password: 'Yu paswɔd',
    next: 'Go bifo',
    refused: 'Di fon nɔ mek paski. I kin gɛt wan fɔ dis akawnt ɔlrɛdi, ɔ i tek tumɔs tɛm.',
    added: 'Di paski dɔn ad',
    rename: 'Chenj nem',
    save: 'Sev',
    remove: 'Pul am',
    removeTitle: (name) => `Pul di paski ${name}?`,
    removeMore: 'I nɔ go sayn nɔbɔdi in igen. Yu ɔda paski ɛn yu paswɔd go de.',
    keep: 'Kip',
    made: 'Ad am',
    lastUsed: 'Las yuz',
    neverUsed: 'Dɛn nɔ yuz am yet',
    synced: 'pan bɔku fon',
  },
);
