import { texts } from '../../../kit/text/texts.ts';

export const messageTexts = texts(
  {
    lead: 'What people are told, by SMS, WhatsApp or e-mail, whichever of them they gave. Live and test have their own.',
    log: 'What was sent',
    sent: 'What is sent',
    recipients: 'To who gets a parcel',
    payers: 'To who pays',
    you: 'To you, by e-mail',
    always:
      'Tickets, invoices and receipts go whenever you send them. That a webhook or a payment provider leads elsewhere is told always: nobody can silence it.',
    how: 'How it is written',
    language: 'Language',
    english: 'English',
    krio: 'Krio',
    sender: 'Signed with',
    senderHint: 'Empty: the name of your store. It stands first in each text.',
    lastTitle: 'As they were written last',
    lastNone: 'Nobody was written to in the last 30 days.',
    testNote:
      'In test mode nothing leaves: each message stands in the list, with the text that would have gone.',
  },
  {
    lead: 'Wetin wi de tɛl pipul, bay SMS, WhatsApp ɔ imel, ɛni wan we dɛn gi. Rial ɛn tɛst gɛt dɛn yon.',
    log: 'Wetin dɔn go',
    sent: 'Wetin de go',
    recipients: 'Fɔ di wan we de gɛt pasul',
    payers: 'Fɔ di wan we de pe',
    you: 'Fɔ yu, bay imel',
    always:
      'Tikɛt, invɔys ɛn risit de go ɛnitɛm yu sɛn dɛn. If wɛbhuk ɔ pement prɔvayda de go ɔda ples, wi de tɛl yu ɔltɛm: nɔbɔdi nɔ ebul ɔf am.',
    how: 'Aw i rayt',
    language: 'Langwej',
    english: 'Inglish',
    krio: 'Krio',
    sender: 'Nem we de sayn',
    senderHint: 'Ɛmti: di nem fɔ yu stɔ. I de fɔs pan ɛni mɛsej.',
    lastTitle: 'Aw dɛn rayt las',
    lastNone: 'Wi nɔ rayt ɛnibɔdi insay di las 30 dez.',
    testNote: 'Na tɛst mod natin nɔ de go: ɛni mɛsej de na di list, wit wetin i fɔ bin se.',
  },
);
