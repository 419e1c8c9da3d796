import {
  configure,
  InvoiceCreator,
  PaymentButton,
  PaymentLinkCreator,
  POSTerminal,
  TicketSales,
  TicketScanner,
} from '@cottontree/react';
import { StrictMode, useState, type ReactElement } from 'react';

/** Where the server stands, and whose shop it is. */
export type Given = {
  readonly server: string;
  readonly apiKey: string;
  readonly eventId: string;
  readonly merchantId: string;
  /** With the four widgets of staff. */
  readonly staff: boolean;
};
export type Tell = (name: string, detail?: unknown) => void;

/** A page of a shop: what is paid follows what is chosen, and the tickets come and go. */
export function Shop({ given, tell }: { readonly given: Given; readonly tell: Tell }): ReactElement {
  const { apiKey, eventId, merchantId } = given;
  configure({ baseUrl: given.server });
  const [pieces, setPieces] = useState(1);
  const [hasTickets, setHasTickets] = useState(false);
  const ready = (name: string) => () => tell('ready', name);
  return (
    <StrictMode>
      <h1>Shop</h1>
      <button type="button" onClick={() => setPieces(pieces + 1)}>
        One more
      </button>
      <button type="button" onClick={() => setHasTickets(!hasTickets)}>
        Tickets
      </button>
      <PaymentButton
        id="pay"
        className="pay wide"
        apiKey={apiKey}
        amount={pieces * 12.5}
        metadata={{ pieces: String(pieces) }}
        {...(pieces > 1 ? {} : { description: 'A single one' })}
        onSuccess={(payment) => tell('success', { ...payment, pieces })}
        onError={(fault) => tell('error', fault)}
        onReady={ready('button')}
      />
      {hasTickets && (
        <TicketSales apiKey={apiKey} eventId={eventId} maxTicketsPerOrder={2} onReady={ready('tickets')} />
      )}
      {given.staff && (
        <>
          <POSTerminal
            apiKey={apiKey}
            merchantId={merchantId}
            style={{ height: 600 }}
            onReady={ready('till')}
            onError={({ code }) => tell('till', code)}
          />
          <InvoiceCreator apiKey={apiKey} merchantId={merchantId} onReady={ready('invoice')} />
          <PaymentLinkCreator apiKey={apiKey} merchantId={merchantId} onReady={ready('link')} />
          <TicketScanner apiKey={apiKey} eventId={eventId} onReady={ready('scanner')} />
        </>
      )}
    </StrictMode>
  );
}
