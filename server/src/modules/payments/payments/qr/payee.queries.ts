import { statement, type Runner } from '../../../../store/index.ts';

const country = statement({
  name: 'paymentQr.country',
  params: { merchant_id: 'text' },
  row: { country: 'text' },
  sql: 'SELECT country FROM merchants WHERE id = :merchant_id',
});

/** Where the merchant is, ISO 3166. */
export async function readCountry(runner: Runner, merchantId: string): Promise<string> {
  return (await runner.run(country, { merchant_id: merchantId }))[0]?.country ?? 'SL';
}
