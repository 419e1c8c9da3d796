import type { Invoice } from '@cottontree/contract';
import { expect } from 'vitest';
import { verifyInvoices } from '../../src/modules/invoices/index.ts';
import { verifyLedger } from '../../src/modules/ledger/index.ts';
import { verifyPayments } from '../../src/modules/payments/index.ts';
import { readSnapshot } from '../../src/store/index.ts';
import type { TestMerchant, TestService } from './service.ts';

/** A merchant's invoices, as tests speak of them. */
export type InvoiceBook = {
  readonly read: (id: string) => Promise<Invoice>;
  /** An open invoice for so much, without tax unless more says otherwise. */
  readonly open: (total: number, more?: object) => Promise<Invoice>;
  /** What was told of an invoice, by name. */
  readonly told: (id: string) => Promise<readonly string[]>;
  /** What an account holds. */
  readonly posted: (account: string) => Promise<number>;
  /** Nothing that is promised of invoices, payments and the ledger is broken. */
  readonly expectWhole: () => Promise<void>;
};

/** Opens the book of a merchant's invoices. */
export function invoiceBook(service: TestService, shop: TestMerchant): InvoiceBook {
  return {
    read: async (id) => (await shop.client.getInvoice({ params: { id } })).data,
    open: async (total, more = {}) =>
      (
        await shop.client.createInvoice({
          body: {
            customer: { name: 'Aminata Sesay' },
            items: [{ description: 'Work', unit_price: total }],
            finalize: true,
            ...more,
          },
        })
      ).data,
    async told(id) {
      await service.drain();
      const rows = await service.query('SELECT event FROM webhook_messages WHERE entity = $1', [id]);
      return rows.map(({ event }) => String(event)).toSorted();
    },
    async posted(account) {
      const [row] = await service.query(
        'SELECT coalesce(sum(amount), 0)::int AS sum FROM ledger_entries WHERE merchant_id = $1 AND account = $2',
        [shop.id, account],
      );
      return Number(row?.['sum'] ?? 0) / 100;
    },
    async expectWhole() {
      const connection = service.server.runtime.ownerConnection;
      expect([
        ...(await readSnapshot(connection, verifyInvoices)),
        ...(await readSnapshot(connection, verifyPayments)),
        ...(await readSnapshot(connection, verifyLedger)),
      ]).toEqual([]);
    },
  };
}
