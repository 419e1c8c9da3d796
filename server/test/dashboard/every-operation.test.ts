import { readdir, readFile } from 'node:fs/promises';
import { operations, type Operation, type OperationId } from '@cottontree/contract';
import { beforeAll, expect, test } from 'vitest';

const WEB = new URL('../../../web/', import.meta.url);
/** What the dashboard is made of. */
const FOLDERS = ['dashboard/', 'kit/'];

/** What no page calls, by the reason. Nothing that a merchant can do stands here because nobody wrote its page. */
const elsewhere: Readonly<Record<string, readonly OperationId[]>> = {
  'for tills, which are paired and work without network': [
    'claimTerminal',
    'getCurrentTerminal',
    'createWidgetSession',
    'getCurrentWidgetSession',
    'endCurrentWidgetSession',
    'getTillChanges',
    'getTillStaff',
    'syncSales',
    'syncDrawers',
  ],
  'for scanners at the door, which keep a list and send what they did without network': [
    'getScanManifest',
    'syncScans',
    'pairScanner',
    'scanTicketAtDoor',
    'syncScansAtDoor',
    'undoScanAtDoor',
    'getScanStatsAtDoor',
    'getScanManifestAtDoor',
    'searchTicketsAtDoor',
  ],
  'for pages of shops with a public key, and for what we show to their buyers': [
    'getPublicEvent',
    'createPublicTicketOrder',
    'getPublicTicketOrder',
    'updatePublicTicketOrder',
    'payPublicTicketOrder',
    'cancelPublicTicketOrder',
    'joinPublicWaitlist',
    'getPublicPaymentLink',
    'payPaymentLink',
    'followPayment',
  ],
  'for servers of shops: a person asks for money by a link, an invoice, a sale or an order, each of which begins its payments':
    ['createPayment', 'createSignedAmount', 'pollWebhookMessages'],
  'a code that the page draws itself, from the ticket that it has read': ['getTicketQr'],
  'a picture that the page shows by the address that its link has, qr_svg_url': ['getPaymentLinkQrSvg'],
  'a stream, which the kit hears by its path (kit/data/live.ts)': ['watchChanges'],
  'one alone shows nothing that its list, where it is found, does not show': [
    'getPayout',
    'getRefund',
    'getReconciliation',
    'lookUpCustomer',
  ],
};

const ofMembers = (Object.values(operations) as readonly Operation[]).filter(
  ({ by = 'merchant', scope }) => by === 'member' || (by === 'merchant' && !scope?.startsWith('dispatch:')),
);
let source: string;
beforeAll(async () => {
  const all = await Promise.all(FOLDERS.map((folder) => readdir(new URL(folder, WEB), { recursive: true })));
  const files = FOLDERS.flatMap((folder, at) => (all[at] ?? []).map((name) => `${folder}${name}`)).filter(
    (name) => /(?<!\.test)\.tsx?$/.test(name),
  );
  source = (await Promise.all(files.map((name) => readFile(new URL(name, WEB), 'utf8')))).join('\n');
});

const ANY = String.raw`\$\{[^}]+\}`;

/** By its method of the client, or as a file by its path. */
function isCalled({ id, path, binary }: Operation): boolean {
  if (new RegExp(String.raw`\bclient\.${id}\b`).test(source)) return true;
  if (!binary) return false;
  const parts = path
    .split('/')
    .map((part) => (part.startsWith(':') ? ANY : part.replaceAll('.', String.raw`\.`)));
  const ending = path.split('/').at(-1) ?? '';
  // A page may choose among the files of one thing: /tickets/${id}/${ending}.
  if (source.includes(`'${ending}'`)) parts.push(`(?:${parts.pop() ?? ''}|${ANY})`);
  return new RegExp(`["'\`]${parts.join('/')}["'\`?]`).test(source);
}

test('whatever the API can do for a merchant is called by a page, or named here with its reason', () => {
  const excepted = new Set<string>(Object.values(elsewhere).flat());
  const missing = ofMembers.filter((operation) => !isCalled(operation) && !excepted.has(operation.id));
  expect(ofMembers.length).toBeGreaterThan(250);
  expect(missing.map(({ id }) => id)).toEqual([]);
});

test('no exception stands for what a page calls, or for what is not there', () => {
  const byId = new Map(ofMembers.map((operation) => [operation.id as OperationId, operation]));
  const idle = Object.values(elsewhere)
    .flat()
    .filter((id) => {
      const operation = byId.get(id);
      return !operation || isCalled(operation);
    });
  expect(idle).toEqual([]);
});
