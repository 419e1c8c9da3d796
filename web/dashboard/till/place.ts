import { Store } from 'lucide';
import { shellTexts } from '../shell/texts.ts';
import type { Place } from '../place.ts';
import { tillTexts as t } from './texts.ts';

/** The back office of the point of sale. */
export const till: Place = {
  path: 'till',
  name: () => shellTexts.till,
  icon: Store,
  scopes: ['pos:read', 'pos:admin', 'sales:write', 'inventory:read', 'cash:write'],
  subplaces: [
    { path: '', name: () => t.sales },
    { path: '/products', name: () => t.products },
    { path: '/stock', name: () => t.stock },
    { path: '/cash', name: () => t.cash, scopes: ['cash:write'] },
    { path: '/staff', name: () => t.staffAndTills, scopes: ['pos:admin'] },
    { path: '/reports', name: () => t.reports },
    { path: '/settings', name: () => t.settings },
  ],
  pages: [
    { path: '', load: async () => (await import('./sales/sales-page.tsx')).SalesPage },
    { path: '/refunds', load: async () => (await import('./sales/refunds-page.tsx')).RefundsPage },
    { path: '/refunds/:id', load: async () => (await import('./sales/refund-page.tsx')).RefundPage },
    { path: '/sales/new', load: async () => (await import('./sales/new-sale-page.tsx')).NewSalePage },
    { path: '/sales/:id', load: async () => (await import('./sales/sale-page.tsx')).SalePage },
    { path: '/products', load: async () => (await import('./products/products-page.tsx')).ProductsPage },
    { path: '/products/new', load: async () => (await import('./products/product-page.tsx')).NewProductPage },
    { path: '/products/import', load: async () => (await import('./products/import-page.tsx')).ImportPage },
    {
      path: '/products/categories',
      load: async () => (await import('./products/categories-page.tsx')).CategoriesPage,
    },
    {
      path: '/products/categories/:id',
      load: async () => (await import('./products/category-page.tsx')).CategoryPage,
    },
    {
      path: '/products/modifiers',
      load: async () => (await import('./products/modifiers-page.tsx')).ModifiersPage,
    },
    {
      path: '/products/modifiers/:id',
      load: async () => (await import('./products/modifier-group-page.tsx')).ModifierGroupPage,
    },
    {
      path: '/products/discounts',
      load: async () => (await import('./products/discounts-page.tsx')).DiscountsPage,
    },
    {
      path: '/products/discounts/:id',
      load: async () => (await import('./products/discount-page.tsx')).DiscountPage,
    },
    {
      path: '/products/tax-rates',
      load: async () => (await import('./products/tax-rates-page.tsx')).TaxRatesPage,
    },
    {
      path: '/products/tax-rates/:id',
      load: async () => (await import('./products/tax-rate-page.tsx')).TaxRatePage,
    },
    { path: '/products/:id', load: async () => (await import('./products/product-page.tsx')).ProductPage },
    {
      path: '/products/:id/variants/:variantId',
      load: async () => (await import('./products/variant-page.tsx')).VariantPage,
    },
    { path: '/stock', load: async () => (await import('./stock/levels-page.tsx')).LevelsPage },
    { path: '/stock/low', load: async () => (await import('./stock/low-page.tsx')).LowPage },
    {
      path: '/stock/movements',
      load: async () => (await import('./stock/movements-page.tsx')).MovementsPage,
    },
    { path: '/stock/receive', load: async () => (await import('./stock/receive-page.tsx')).ReceivePage },
    { path: '/stock/counts', load: async () => (await import('./stock/counts-page.tsx')).CountsPage },
    {
      path: '/stock/counts/new',
      load: async () => (await import('./stock/new-count-page.tsx')).NewCountPage,
    },
    { path: '/stock/counts/:id', load: async () => (await import('./stock/count-page.tsx')).CountPage },
    {
      path: '/stock/transfers',
      load: async () => (await import('./stock/transfers-page.tsx')).TransfersPage,
    },
    {
      path: '/stock/transfers/new',
      load: async () => (await import('./stock/new-transfer-page.tsx')).NewTransferPage,
    },
    {
      path: '/stock/transfers/:id',
      load: async () => (await import('./stock/transfer-page.tsx')).TransferPage,
    },
    { path: '/stock/:id', load: async () => (await import('./stock/level-page.tsx')).LevelPage },
    { path: '/cash', load: async () => (await import('./cash/drawers-page.tsx')).DrawersPage },
    { path: '/cash/open', load: async () => (await import('./cash/open-page.tsx')).OpenPage },
    { path: '/cash/z-reports', load: async () => (await import('./cash/z-reports-page.tsx')).ZReportsPage },
    { path: '/cash/:id', load: async () => (await import('./cash/drawer-page.tsx')).DrawerPage },
    { path: '/cash/:id/close', load: async () => (await import('./cash/close-page.tsx')).ClosePage },
    { path: '/staff', load: async () => (await import('./staff/people-page.tsx')).PeoplePage },
    { path: '/staff/tills', load: async () => (await import('./staff/tills-page.tsx')).TillsPage },
    { path: '/staff/tills/:id', load: async () => (await import('./staff/till-page.tsx')).TillPage },
    { path: '/staff/sessions', load: async () => (await import('./staff/sessions-page.tsx')).SessionsPage },
    { path: '/staff/:id', load: async () => (await import('./staff/person-page.tsx')).PersonPage },
    { path: '/reports', load: async () => (await import('./reports/reports-page.tsx')).ReportsPage },
    { path: '/settings', load: async () => (await import('./settings/settings-page.tsx')).SettingsPage },
    {
      path: '/settings/locations/:id',
      load: async () => (await import('./settings/location-page.tsx')).LocationPage,
    },
  ],
};
