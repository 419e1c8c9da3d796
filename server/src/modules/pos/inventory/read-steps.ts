import { quantityOf } from '@cottontree/contract';
import { invalid } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import { findSellables, type Sellable } from '../catalogue/sellables.ts';

type Stepped = Pick<Sellable, 'name' | 'quantityStepMilli'>;

/** Refuses a part of what there is only in whole steps. */
export function requireSteps(milli: bigint, { name, quantityStepMilli: step }: Stepped, path: string): void {
  if (milli % step !== 0n)
    throw invalid({
      path,
      message: `must be a multiple of ${quantityOf(step)}, the quantity_step of ${name}`,
    });
}

/** For each item of a request. */
export function requireAllSteps(
  quantities: readonly bigint[],
  variants: readonly Stepped[],
  pathOf: (at: number) => string,
): void {
  variants.forEach((variant, at) => requireSteps(quantities[at] ?? 0n, variant, pathOf(at)));
}

export type PartOfLine = { readonly line: number; readonly milli: bigint; readonly path: string };
type Lines = readonly {
  readonly line: number;
  readonly variant_id: string | null;
  readonly quantity: string;
}[];

/** For parts of lines that were written before; a line that was no whole number of steps itself may come in any part. */
export async function requireStepsOfParts(
  runner: Runner,
  tenant: Tenant,
  { parts, lines }: { readonly parts: readonly PartOfLine[]; readonly lines: Lines },
): Promise<void> {
  const named = parts.flatMap((part) => {
    const line = lines.find((one) => one.line === part.line);
    return line?.variant_id ? [{ part, variantId: line.variant_id, whole: BigInt(line.quantity) }] : [];
  });
  const found =
    named.length === 0
      ? []
      : await findSellables(
          runner,
          tenant,
          named.map(({ variantId }) => ({ variantId })),
        );
  named.forEach(({ part, whole }, at) => {
    const sellable = found[at];
    if (sellable && typeof sellable !== 'string' && whole % sellable.quantityStepMilli === 0n)
      requireSteps(part.milli, sellable, part.path);
  });
}
