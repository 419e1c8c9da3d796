import { texts } from '../../../kit/text/texts.ts';

/** Taking everything along. */
export const dataTexts = texts(
  {
    lead: 'Everything that you have here is yours, and you can take it along whenever you like.',
    exportTitle: 'Export everything',
    exportText: (mode: string) =>
      `One ZIP file with a CSV for every list of your ${mode} data (customers, deliveries, events and tickets, products, stock, sales, invoices, payments, ledger) and your settings as JSON. Papers such as invoices and receipts are PDFs on their own pages.`,
    live: 'live',
    test: 'test',
    start: 'Export everything',
    goOn: 'Go on',
    stop: 'Stop',
    looking: 'Looking what there is…',
    progress: (done: number, total: number) => `${done} of ${total} files`,
    now: (name: string) => `Now ${name}`,
    ready: 'The file is saved with your downloads.',
    size: (files: number, megabytes: string) => `${files} files, ${megabytes} MB`,
    failed: 'One file did not come. What came is kept: go on, and the rest follows.',
    keepOpen:
      'Keep this page open until it is done. What changes meanwhile may be in one file and not in another.',
    private:
      'It holds names, phone numbers and addresses of your customers. Keep it where nobody else gets at it.',
    ownersOnly: 'Only owners export everything.',
    ownersOnlyText: 'Each list that you may read has a CSV button of its own.',
    eraseTitle: 'Erase a person',
    eraseText:
      'A customer who asks for it is erased on the page of the customer: name, phone, e-mail and addresses go everywhere, in messages too; what was sold and paid stays for the books, without the person.',
    toCustomers: 'Customers',
    testTitle: 'Erase all test data',
    testText:
      'Begin anew: customers, deliveries, events, sales, stock, invoices, payments, messages and tills of test mode go for good, and numbers begin at 1 again. Live data is not touched. Keys, settings, branding, webhook endpoints and people stay.',
    testInLive:
      'You are looking at live data, which is never erased from here. Go to test mode to erase what is there.',
    toTest: 'Go to test mode',
    eraseTest: 'Erase all test data…',
    eraseTestAsk: 'Erase all test data?',
    eraseTestForGood: 'Everything that was made in test mode goes, and nobody can bring it back.',
    eraseTestNoWrites:
      'Until it is done, nothing can be written in test mode: your programs get SERVICE_UNAVAILABLE and may ask again.',
    eraseTestPairing: 'Tills and phones at the door that are paired in test mode are paired anew afterwards.',
    keepTest: 'Keep it',
    goEraseTest: 'Erase it',
    erasing: 'Test data is being erased. You can leave this page.',
    erasedSoFar: (erased: string, found: string) => `${erased} of ${found} rows are gone.`,
    erasingLast: 'Everything is gone. Waiting for what was still under way.',
    counting: 'Counting what there is…',
    erasedBy: (by: string, at: string, rows: string) => `${by} erased all test data ${at}: ${rows} rows.`,
  },
  {
    lead: 'Ɔltin we yu gɛt ya na yu yon, ɛn yu kin tek am ɛni tɛm.',
    exportTitle: 'Tek ɔltin',
    exportText: (mode) =>
      `Wan ZIP fayl wit CSV fɔ ɛni list fɔ yu ${mode} data (kɔstɔma, dilivri, ivɛnt ɛn tikɛt, prɔdɔkt, stɔk, sel, invɔys, pement, lɛja) ɛn yu sɛtin dɛn as JSON. Pepa dɛn lɛk invɔys ɛn risit na PDF pan dɛn yon pej.`,
    live: 'rial',
    test: 'tɛst',
    start: 'Tek ɔltin',
    goOn: 'Go bifo',
    stop: 'Stɔp',
    looking: 'Wi de luk wetin de…',
    progress: (done, total) => `${done} pan ${total} fayl`,
    now: (name) => `Naw ${name}`,
    ready: 'Di fayl de wit yu dawnlod dɛn.',
    size: (files, megabytes) => `${files} fayl, ${megabytes} MB`,
    failed: 'Wan fayl nɔ kam. Wetin dɔn kam de: go bifo, di ɔda wan dɛn go fala.',
    keepOpen: 'Lɛf dis pej opin te i dɔn. Wetin chenj da tɛm de kin de na wan fayl ɛn nɔ de na ɔda wan.',
    private: 'I gɛt nem, fon nɔmba ɛn adrɛs fɔ yu kɔstɔma dɛn. Kip am usay nɔbɔdi nɔ go si am.',
    ownersOnly: 'Na ɔna nɔmɔ kin tek ɔltin.',
    ownersOnlyText: 'Ɛni list we yu kin rid gɛt in yon CSV bɔtin.',
    eraseTitle: 'Rɔb pɔsin kɔmɔt',
    eraseText:
      'Kɔstɔma we aks fɔ am, yu de rɔb am kɔmɔt na in yon pej: nem, fon, imel ɛn adrɛs de go ɔlsay, na mɛsej sɛf; wetin dɛn sɛl ɛn pe de fɔ di buk, witawt di pɔsin.',
    toCustomers: 'Kɔstɔma dɛn',
    testTitle: 'Rɔb ɔl di tɛst data kɔmɔt',
    testText:
      'Bigin nyu wan: kɔstɔma, dilivri, ivɛnt, sel, stɔk, invɔys, pement, mɛsej ɛn til dɛn na tɛst mod de go fɔ ɔltɛm, ɛn nɔmba dɛn de bigin na 1 bak. Wi nɔ de tɔch rial data. Ki, sɛtin, brand, webhook ɛn pipul de.',
    testInLive: 'Na rial data yu de luk; wi nɔ de rɔb am kɔmɔt ya. Go na tɛst mod fɔ rɔb wetin de de.',
    toTest: 'Go na tɛst mod',
    eraseTest: 'Rɔb ɔl di tɛst data kɔmɔt…',
    eraseTestAsk: 'Rɔb ɔl di tɛst data kɔmɔt?',
    eraseTestForGood: 'Ɔltin we dɛn mek na tɛst mod de go, ɛn nɔbɔdi nɔ go ebul fɔ briŋ am bak.',
    eraseTestNoWrites:
      'Te i dɔn, natin nɔ go rayt na tɛst mod: yu program dɛn de gɛt SERVICE_UNAVAILABLE ɛn dɛn kin aks bak.',
    eraseTestPairing: 'Til ɛn fon na domɔt we dɛn pea na tɛst mod, dɛn fɔ pea dɛn bak.',
    keepTest: 'Kip am',
    goEraseTest: 'Rɔb am kɔmɔt',
    erasing: 'Wi de rɔb di tɛst data kɔmɔt. Yu kin lɛf dis pej.',
    erasedSoFar: (erased, found) => `${erased} pan ${found} layn dɔn go.`,
    erasingLast: 'Ɔltin dɔn go. Wi de wet fɔ wetin bin stil de na rod.',
    counting: 'Wi de kɔnt wetin de…',
    erasedBy: (by, at, rows) => `${by} rɔb ɔl di tɛst data kɔmɔt ${at}: ${rows} layn.`,
  },
);
