/** Made from `server/sql/functions` by `npm run generate`: what the database calls each function that statements call. */
export const functionNames: Readonly<Record<string, string>> = {
  change_sales: 'change_sales_b845fd28',
  change_ticket_orders: 'change_ticket_orders_73431f20',
  courier_carries: 'courier_carries_cb8a705e',
  courier_cash_of: 'courier_cash_of_92b73d29',
  lock_cash_sessions: 'lock_cash_sessions_10e421e3',
  lock_driver_load: 'lock_driver_load_501ea18a',
  move_stock: 'move_stock_78c7c67f',
  number_till_changes: 'number_till_changes_7e8406ac',
  refuse_when: 'refuse_when_32ce412a',
  tell_stock: 'tell_stock_1421be68',
  write_cash_entries: 'write_cash_entries_a03bdda2',
};
