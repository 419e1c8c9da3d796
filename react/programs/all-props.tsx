import {
  configure,
  InvoiceCreator,
  PaymentButton,
  PaymentLinkCreator,
  POSTerminal,
  TicketSales,
  TicketScanner,
  type PaymentButtonProps,
} from '@cottontree/react';

configure({ baseUrl: 'https://pay.example.sl' });

const perhaps: string | undefined = globalThis.location?.hash || undefined;

/** Every prop that there is, with a value of its type. */
export const all = [
  <POSTerminal
    key="till"
    apiKey="pk_test_1"
    merchantId="mch_1"
    theme="light"
    currency="SLE"
    taxRate={15}
    showCategories
    showInventory={false}
    allowDiscounts
    paymentMethods={['qr', 'nfc', 'cash']}
    onSaleComplete={(sale) => console.log(sale.total + 1, sale.receiptNumber)}
    onError={(error) => console.log(error.code)}
    showImages
    showSearch
    captureCustomer={false}
    enablePrint
    allowCash
    allowQR
    allowNFC={false}
    allowMobileMoney
    primaryColor="#1d5c3f"
    borderRadius="8px"
    className="till"
    style={{ height: 720 }}
  />,
  <InvoiceCreator
    key="invoice"
    apiKey="pk_test_1"
    merchantId="mch_1"
    currency="SLE"
    taxRate={15}
    defaultDueDays={14}
    companyInfo={{
      name: 'Aminata Stores',
      address: '5 Wilkinson Road',
      email: 'shop@example.sl',
      logo: 'data:image/png;base64,',
    }}
    onInvoiceCreated={(invoice) => console.log(invoice.number)}
    onInvoiceSent={(invoice) => console.log(invoice.hostedUrl)}
  />,
  <TicketSales
    key="tickets"
    apiKey="pk_test_1"
    eventId="evt_1"
    showEventHeader
    maxTicketsPerOrder={10}
    paymentChannel="mobile_money"
    onPurchaseComplete={(tickets) => console.log(tickets.map(({ code }) => code))}
  />,
  <TicketScanner
    key="scanner"
    apiKey="pk_test_1"
    eventId="evt_1"
    scanMode="both"
    showStats
    onScanSuccess={(ticket) => console.log(ticket.admittedAt)}
    onScanError={(error) => console.log(error.message)}
  />,
  <PaymentButton
    key="button"
    apiKey="pk_test_1"
    baseUrl="https://pay.example.sl"
    locale="kri"
    theme="auto"
    sessionToken={perhaps}
    amount={150.5}
    currency="SLE"
    description={perhaps}
    metadata={{ order: '1042' }}
    paymentChannel="qr"
    reference="ORD-1042"
    amountToken="amt_1"
    linkId="plink_1"
    onSuccess={(payment) => console.log(payment.id)}
    onError={(error) => console.log(error.code)}
    onReady={() => console.log('ready')}
    onEvent={({ type, data }) => console.log(type, data)}
    className="pay"
    id="pay"
  >
    Pay now
  </PaymentButton>,
  <PaymentLinkCreator
    key="link"
    apiKey="pk_test_1"
    merchantId="mch_1"
    currency="SLE"
    paymentChannel="hosted"
    defaultExpiryHours={24}
    onLinkCreated={(link) => console.log(link.url)}
    onError={(error) => console.log(error.code)}
  />,
];

/** What must not compile. */
export const none = [
  // @ts-expect-error -- a key is needed
  <PaymentButton key="1" amount={1} />,
  // @ts-expect-error -- an amount is a number
  <PaymentButton key="2" apiKey="pk_test_1" amount="1" />,
  // @ts-expect-error -- cash is nothing that a link is paid by
  <PaymentLinkCreator key="3" apiKey="pk_test_1" merchantId="mch_1" paymentChannel="cash" />,
  // @ts-expect-error -- there is no such prop
  <TicketSales key="4" apiKey="pk_test_1" eventId="evt_1" ticketsMax={3} />,
];
export type Button = PaymentButtonProps;
