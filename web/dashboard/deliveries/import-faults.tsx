import type { Import } from '@cottontree/contract';
import type { VNode } from 'preact';
import { Card } from '../../kit/parts/card.tsx';
import { importTexts as t } from './imports-texts.ts';

/** The rows of which nothing comes and why, and those that should be looked at. */
export function ImportFaults({ of: { errors, warnings, failed } }: { readonly of: Import }): VNode {
  return (
    <>
      {errors.length > 0 && (
        <Card title={t.wrong(failed)} bare>
          <ul class="line-rows">
            {errors.map(({ row, column, message }) => (
              <li>
                <b>
                  {t.row} {row}
                </b>
                {column !== null && <span class="mono">{column}</span>}
                <span class="grow">{message}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {warnings.length > 0 && (
        <Card title={t.warned(new Set(warnings.map(({ row }) => row)).size)} bare>
          <ul class="line-rows">
            {warnings.map(({ row, message, did_you_mean }) => (
              <li>
                <b>
                  {t.row} {row}
                </b>
                <span class="grow">
                  {message}
                  {did_you_mean.length > 0 && ` ${t.didYouMean}: ${did_you_mean.join(', ')}.`}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
