import type { Operation } from './operation.ts';

/** Where the path would give a name that nobody would look for. */
const CHOSEN: Readonly<Record<string, string>> = {
  getQuote: 'quotes.get',
  bulkTrack: 'deliveries.bulkTrack',
  printLabels: 'deliveries.printLabels',
  reportDeliveries: 'reports.deliveries',
  reportFailures: 'reports.failures',
  reportCod: 'reports.cod',
  reportDrivers: 'reports.drivers',
  reportSales: 'pos.reports.sales',
  reportZ: 'pos.reports.z',
  getVerifyExample: 'webhooks.getVerifyExample',
  pollWebhookMessages: 'webhooks.poll',
  watchChanges: 'live.watch',
  receiveSmsReceipt: 'inbound.receiveSmsReceipt',
  signInMember: 'account.signIn',
  signOutMember: 'account.signOut',
  getMemberAccount: 'account.get',
  endOtherMemberSessions: 'account.sessions.endOthers',
  updateMemberAccount: 'account.update',
  resetPassword: 'account.resetPassword',
  confirmTotp: 'account.confirmTotp',
  disableTotp: 'account.disableTotp',
  startPasskeySignIn: 'account.startPasskeySignIn',
  signInWithPasskey: 'account.signInWithPasskey',
  startPasskey: 'account.passkeys.start',
  signInDriver: 'driver.signIn',
  signOutDriver: 'driver.signOut',
  getDriverAccount: 'driver.get',
  signInOperator: 'dispatch.signIn',
  signInOperatorOnPage: 'dispatch.signInOnPage',
  signOutOperator: 'dispatch.signOut',
  getOperatorAccount: 'dispatch.get',
  assignDeliveries: 'dispatch.deliveries.assignMany',
  openIncident: 'dispatch.incidents.open',
  depositCash: 'driver.cash.deposit',
  settleCash: 'dispatch.cash.settlements.create',
  inviteOwner: 'platform.merchants.inviteOwner',
  joinWaitlist: 'events.waitlist.join',
  joinPublicWaitlist: 'public.events.waitlist.join',
  scanTicketAtDoor: 'public.events.scans.create',
  search: 'search.find',
  startOffers: 'dispatch.deliveries.offer',
  followPayment: 'payments.follow',
  listPaymentChannels: 'payments.channels.list',
  payPaymentLink: 'public.paymentLinks.pay',
  paySale: 'pos.sales.pay',
  sendSaleReceipt: 'pos.sales.sendReceipt',
  endTerminalPairing: 'pos.terminals.endPairing',
  getCurrentTerminal: 'pos.terminals.getCurrent',
  getCurrentWidgetSession: 'widgetSessions.getCurrent',
  endCurrentWidgetSession: 'widgetSessions.endCurrent',
  getTillStaff: 'pos.sync.getStaff',
  syncSales: 'pos.sync.sendSales',
  listEventKeys: 'events.keys.list',
  eraseTestData: 'test.erase',
  getTestErasure: 'test.getErasure',
};

/** How a program calls an operation: `deliveries.create` stands for `client.deliveries.create(…)`. By the path: what it is about, and what is done with it. */
export function methodNames(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const lists = new Set(operations.filter(({ list }) => list).map(({ path }) => path));
  return new Map(operations.map((declared) => [declared.id, CHOSEN[declared.id] ?? nameOf(declared, lists)]));
}

function nameOf({ id, method, path, list }: Operation, lists: ReadonlySet<string>): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== 'shipping');
  const nouns = parts.filter((part) => !part.startsWith(':')).map(inCamelCase);
  const last = parts.at(-1) ?? '';
  const verb = /^[a-z]+/.exec(id)?.[0] ?? id;
  if (method === 'PATCH') return [...nouns, 'update'].join('.');
  if (method === 'DELETE') return [...nouns, verb].join('.');
  if (last.startsWith(':')) return [...nouns, 'get'].join('.');
  if (list) return [...nouns, 'list'].join('.');
  if (method === 'POST' && lists.has(path)) return [...nouns, 'create'].join('.');
  if (isAction(id, last)) return nouns.join('.');
  if (method === 'GET' && parts.length === nouns.length) return [...nouns, 'get'].join('.');
  if (method === 'POST' && verb === 'create') return [...nouns, 'create'].join('.');
  return [...nouns.slice(0, -1), inCamelCase(`${verb}-${last}`)].join('.');
}

/** Whether the path ends in what is done, as `…/cancel` of cancelDelivery does. */
function isAction(id: string, last: string): boolean {
  const [first = ''] = last.split('-');
  return id.toLowerCase().startsWith(first);
}

function inCamelCase(name: string): string {
  return name.replaceAll(/[-.]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
