import { currencies, majorText, type CashReport, type Currency } from '@cottontree/contract';
import { printedMoney } from '../../../../kernel/money/printed-money.ts';

/** The amounts of a report by their paths, such as `tenders[0].expected`: exact, also where a JSON number is not; null where the report has none. */
export type Figures = {
  readonly minor: (path: string) => bigint | null;
  /** With the currency's sign; `isOut`: with a minus before it. */
  readonly money: (path: string, isOut?: boolean) => string | null;
  /** What was reckoned with them, with the sign. */
  readonly tell: (minor: bigint) => string;
  /** Without the sign. */
  readonly bare: (path: string, isOut?: boolean) => string | null;
};

export function readFigures(report: CashReport): Figures {
  const { exact } = report;
  const currency = report.currency as Currency;
  const minor = (path: string): bigint | null => {
    const text = exact?.[path] ?? textAt(report, path);
    return text === null ? null : BigInt(text.replace('.', ''));
  };
  const textAt = (value: CashReport, path: string): string | null => {
    const found = path
      .split(/[.[\]]+/)
      .filter((step) => step !== '')
      .reduce<unknown>(
        (at, step) =>
          typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[step] : undefined,
        value,
      );
    return typeof found === 'number' ? majorText(found, currency) : null;
  };
  const money = (path: string, isOut = false): string | null => {
    const found = minor(path);
    return found === null ? null : tell(isOut ? -found : found);
  };
  const tell = (sum: bigint): string => printedMoney(sum, currency);
  const sign = `${currencies[currency].sign} `;
  return { minor, money, tell, bare: (path, isOut) => money(path, isOut)?.replace(sign, '') ?? null };
}
