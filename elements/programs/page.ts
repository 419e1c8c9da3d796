import '@cottontree/elements';
import '@cottontree/elements/payment-button';
import '@cottontree/elements/ticket-scanner';
import { configure } from '@cottontree/elements/configure';
import type { PaidPayment, WidgetFault } from '@cottontree/elements/props';

configure({ baseUrl: 'https://pay.example.sl' });

const button = document.createElement('ms-payment-button');
button.apiKey = 'pk_test_1';
button.amount = 150.5;
button.metadata = { order: '1042' };
button.onSuccess = (payment) => console.log(payment.amount + 1, payment.metadata['order']);
button.addEventListener('success', ({ detail }) => take(detail));
button.addEventListener('error', ({ detail }) => refuse(detail));
button.addEventListener('click', (event) => console.log(event.clientX));
// @ts-expect-error -- an amount is a number
button.amount = '150.5';
// @ts-expect-error -- there is no such way to pay
button.paymentChannel = 'cheque';

const scanner = document.querySelector('ms-ticket-scanner');
scanner?.addEventListener('scan-success', ({ detail }) => console.log(detail.persons + 1));
const till = document.createElement('ms-pos-terminal');
till.paymentMethods = ['cash', 'qr'];
till.addEventListener('sale-complete', ({ detail }) => console.log(detail.total + 1));
document.body.append(button, till);

function take(payment: PaidPayment): void {
  console.log(payment.id);
}
function refuse({ code, message }: WidgetFault): void {
  console.log(code, message);
}
