import type { CottontreeError } from '@cottontree/client';
import type { Quote } from '@cottontree/contract';
import { CircleAlert, TriangleAlert } from 'lucide';
import type { VNode } from 'preact';
import { nearText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { newTexts as t } from './new-texts.ts';

type Warning = Quote['warnings'][number];

/** What it costs as things stand in the form, and what that is made of. */
export function QuotePanel({
  quote,
  error,
  empty,
  take,
}: {
  readonly quote: Quote | null;
  readonly error: CottontreeError | null;
  /** What is missing while there is no price. */
  readonly empty: string;
  /** Writes a town that was meant into the form. */
  readonly take: (end: 'pickup' | 'destination', town: string) => void;
}): VNode {
  return (
    <Card title={t.quote}>
      <div class="stack" aria-live="polite">
        {error ? (
          <Note meaning="bad" icon={CircleAlert}>
            <b>{t.cannot}.</b> {Array.isArray(error.details['fields']) ? t.mend : error.message}
          </Note>
        ) : quote === null ? (
          <p class="quiet">{empty}</p>
        ) : (
          <Priced quote={quote} />
        )}
        {warningsOf(quote, error).map((warning) => (
          <WarningNote warning={warning} said={wordsOf(warning, quote)} take={take} />
        ))}
      </div>
    </Card>
  );
}

function warningsOf(quote: Quote | null, error: CottontreeError | null): readonly Warning[] {
  const told = error?.details['warnings'];
  if (Array.isArray(told)) return told as readonly Warning[];
  return quote?.warnings ?? [];
}

/** What a warning says to people; the contract's own words name its fields. */
function wordsOf({ code, address, message }: Warning, quote: Quote | null): string {
  if (code !== 'CATCH_ALL_ZONE' || quote === null) return message;
  return address === 'pickup'
    ? t.fetchedElsewhere(quote.pickup_zone.name)
    : t.elsewhere(quote.delivery_zone.name);
}

function Priced({ quote }: { readonly quote: Quote }): VNode {
  const { currency } = quote;
  return (
    <>
      <div class="huge">
        <Money amount={quote.shipping_fee} currency={currency} />
      </div>
      <KeyValues
        rows={[
          ...quote.fee_breakdown.map(
            ({ label, amount }) => [label, <Money amount={amount} currency={currency} />] as const,
          ),
          [t.fee, <Money amount={quote.shipping_fee} currency={currency} />, 'total'],
        ]}
      />
      <KeyValues
        rows={[
          [t.fetchedAbout, nearText(quote.estimated_pickup_at)],
          [t.arrives, nearText(quote.estimated_delivery_at)],
          [t.zones, `${quote.pickup_zone.name} – ${quote.delivery_zone.name}`],
          [t.distance, t.km(quote.distance_km)],
          [t.holds, nearText(quote.expires_at)],
        ]}
      />
    </>
  );
}

function WarningNote({
  warning,
  said,
  take,
}: {
  readonly warning: Warning;
  readonly said: string;
  readonly take: (end: 'pickup' | 'destination', town: string) => void;
}): VNode {
  const { address, did_you_mean: towns } = warning;
  return (
    <Note meaning="wait" icon={TriangleAlert}>
      <p>{said}</p>
      {towns.length > 0 && address !== null && (
        <div class="meant">
          <b>{t.didYouMean}</b>
          {towns.map((town) => (
            <Button size="s" onClick={() => take(address, town)}>
              {town}
            </Button>
          ))}
        </div>
      )}
      {towns.length > 0 && <p>{t.orKeep}</p>}
    </Note>
  );
}
