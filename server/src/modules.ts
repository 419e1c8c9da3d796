import type { OperationId } from '@cottontree/contract';
import { accountModule, openAccounts } from './modules/accounts/index.ts';
import type { AnyCall } from './kernel/call/call.ts';
import type { Context } from './kernel/call/context.ts';
import type { Loop } from './kernel/running/loop.ts';
import type { HandlersOf, Module } from './kernel/call/module.ts';
import type { OverviewQuestion, OverviewShare } from './kernel/call/overview-share.ts';
import type { SearchQuestion, SearchShare } from './kernel/call/search-share.ts';
import type { AnyReply } from './kernel/call/reply.ts';
import type { Tenant } from './kernel/call/tenant.ts';
import type { Violation } from './kernel/call/failure.ts';
import { customerModule, openCustomers, type Customers } from './modules/customers/index.ts';
import { eraseBuyer, eventModule, openEvents, openTicketPort } from './modules/events/index.ts';
import { fileModule } from './modules/files/index.ts';
import type { Runtime } from './runtime.ts';
import { invoiceModule, openInvoicePort, openInvoices } from './modules/invoices/index.ts';
import { ledgerModule } from './modules/ledger/index.ts';
import {
  createBrandCache,
  openPaperBrands,
  findExposedKeys,
  merchantModule,
  openMerchants,
} from './modules/merchants/index.ts';
import { forgetDocuments, noticeModule, openNotices, openPost } from './modules/notices/index.ts';
import { erasePayer, forgetPayers, openPayments, paymentModule } from './modules/payments/index.ts';
import { openOverviews, overviewModule } from './modules/overview/index.ts';
import { openPlatform, platformModule } from './modules/platform/index.ts';
import { openPos, openReceiptPort, posModule, type FiscalSigner } from './modules/pos/index.ts';
import { openDeliveryPort, openPickupPort, openShipping, shippingModule } from './modules/shipping/index.ts';
import { findMigrations, type Runner } from './store/index.ts';
import { openWebhooks, webhookModule } from './modules/webhooks/index.ts';

/** All that the program can do, in the order in which business time makes it due. */
const MODULES = {
  shipping: shippingModule,
  payments: paymentModule,
  events: eventModule,
  pos: posModule,
  invoices: invoiceModule,
  customers: customerModule,
  ledger: ledgerModule,
  webhooks: webhookModule,
  notices: noticeModule,
  merchants: merchantModule,
  accounts: accountModule,
  files: fileModule,
  overview: overviewModule,
  platform: platformModule,
} as const;

type Modules = typeof MODULES;
type OpenModuleOf<M> = M extends { readonly everywhere?: (module: infer Shared) => readonly Loop[] }
  ? Shared
  : never;
/** What the operations of each module share. */
export type OpenModules = { readonly [Name in keyof Modules]: OpenModuleOf<Modules[Name]> };

/** Any module, whatever its operations share. */
type AnyModule = Module<Context, HandlersOf<Context>>;
const everyModule = Object.entries(MODULES) as unknown as readonly (readonly [keyof Modules, AnyModule])[];

/** An operation's handler with what its module shares put in; the HTTP server calls it with what it has validated. */
export type BoundHandler = (input: never, call: AnyCall) => Promise<AnyReply<unknown>>;

type Handled = { [Name in keyof Modules]: keyof Modules[Name]['operations'] }[keyof Modules];
/** Does not compile while an operation of the contract has no handler, and names it. */
const everyOperationIsHandled: [Exclude<OperationId, Handled>] extends [never]
  ? true
  : Exclude<OperationId, Handled> = true;

/** Does not compile while a module has something else among its operations, and names it. */
const nothingElseIsHandled: [Exclude<Handled, OperationId>] extends [never]
  ? true
  : Exclude<Handled, OperationId> = true;

/** The handler of every operation of the contract. */
export function bindOperations(modules: OpenModules): Readonly<Record<OperationId, BoundHandler>> {
  const bound = everyModule.flatMap(([name, { operations }]) =>
    Object.entries(operations).map(([id, handler]) => [
      id,
      (input: never, call: AnyCall) =>
        (handler as (...given: readonly unknown[]) => Promise<AnyReply<unknown>>)(input, call, modules[name]),
    ]),
  );
  return (
    everyOperationIsHandled &&
    nothingElseIsHandled &&
    (Object.fromEntries(bound) as Record<OperationId, BoundHandler>)
  );
}

/** Opens every module and gives each what it wants of the others. */
export async function openModules(
  { context, egress, config }: Runtime,
  { signer, toleratesLag = false }: { readonly signer?: FiscalSigner; readonly toleratesLag?: boolean },
): Promise<OpenModules> {
  const brands = createBrandCache(context);
  const papers = openPaperBrands(context, brands);
  const payments = openPayments(context, { judgeUrl: egress.judgeUrl });
  const shipping = await openShipping(context, { papers, payments: payments.port });
  const keys = { exposedKeys: (since: Date) => findExposedKeys(context.store.system, since) };
  const events = await openEvents(context, { payments: payments.port, papers });
  const customers = openForgettable(context);
  const accounts = openAccounts(context, { post: openPost(config.notices, egress.connect) });
  const pos = openPos(context, {
    payments: payments.port,
    customers,
    papers,
    accentOf: async (tenant) => (await brands.find(tenant)).look.accent,
    hasher: accounts.hasher,
    ...(signer ? { signer } : {}),
  });
  const invoices = openInvoices(context, {
    payments: payments.port,
    customers,
    papers,
    hasWhatsApp: config.notices.whatsApp !== null,
  });
  const merchants = openMerchants(context, {
    brands,
    runDue: (tenant, now) => runDue(modules, tenant, now),
    findPickup: openPickupPort(shipping),
  });
  const notices = await openNotices(context, {
    jobs: openDeliveryPort(shipping),
    keys,
    tickets: openTicketPort(events),
    invoices: openInvoicePort(invoices),
    receipts: openReceiptPort(pos),
    brands,
    options: config.notices,
    connect: egress.connect,
  });
  const modules: OpenModules = {
    shipping,
    payments,
    events,
    pos,
    invoices,
    customers,
    ledger: context,
    webhooks: openWebhooks(context, { judgeUrl: egress.judgeUrl, planners: [notices.planner] }),
    notices,
    merchants,
    accounts,
    files: context,
    overview: openOverviews(context, {
      ask: (question) => askForOverview(modules, question),
      look: (question) => lookThrough(modules, question),
      holds: !toleratesLag,
    }),
    platform: openPlatform(context, {
      accounts,
      version: (await findMigrations()).appVersion,
      dataDir: config.databaseUrl === null ? config.dataDir : null,
    }),
  };
  return modules;
}

/** Customers, whom also those modules forget that do not know of customers. */
function openForgettable(context: Context): Customers {
  const customers = openCustomers(context);
  customers.registerEraser({ kind: 'ticket order', erase: eraseBuyer });
  customers.registerEraser({ kind: 'payment', erase: erasePayer });
  customers.registerFollower((tx, tenant, { documents }) => forgetPayers(tx, tenant, documents));
  customers.registerFollower(forgetDocuments(context.vault));
  return customers;
}

/** What a test clock makes due in every module. */
async function runDue(modules: OpenModules, tenant: Tenant, now: Date): Promise<void> {
  for (const [name, module] of everyModule) await module.runDue?.(modules[name], tenant, now);
}

/** What every module says to an overview. */
async function askForOverview(
  modules: OpenModules,
  question: OverviewQuestion,
): Promise<readonly OverviewShare[]> {
  const shares: OverviewShare[] = [];
  for (const [name, { overview }] of everyModule)
    if (overview) shares.push(await overview(modules[name], question));
  return shares;
}

/** What every module finds. */
async function lookThrough(modules: OpenModules, question: SearchQuestion): Promise<readonly SearchShare[]> {
  return Promise.all(
    everyModule.flatMap(([name, { search }]) => (search ? [search(modules[name], question)] : [])),
  );
}

/** What a node does beside answering: for itself, and, where it works, for all. */
export function loopsOf(
  modules: OpenModules,
  { http, workers }: { readonly http: boolean; readonly workers: boolean },
): readonly Loop[] {
  return everyModule.flatMap(([name, { everywhere, answering, loops }]) => [
    ...(everywhere && (http || workers) ? everywhere(modules[name]) : []),
    ...(answering && http ? answering(modules[name]) : []),
    ...(loops && workers ? loops(modules[name]) : []),
  ]);
}

/** What is promised and does not hold, of all modules. */
export async function verifyModules(
  runner: Runner,
  context: Pick<Context, 'vault'>,
): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  for (const [, { verify }] of everyModule) if (verify) violations.push(...(await verify(runner, context)));
  return violations;
}

/** Lets go of what modules hold. */
export async function closeModules(modules: OpenModules): Promise<void> {
  for (const [name, { close }] of everyModule.toReversed()) await close?.(modules[name]);
}
