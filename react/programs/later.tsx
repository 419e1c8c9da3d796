import { PaymentButton } from '@cottontree/react';
import { useState, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';

const page: Window & { told?: unknown[] } = window;
const told: unknown[] = (page.told = []);

/** A second button comes when the code of the first is there, by no press: as what a page has read from its server. */
function Later(): ReactElement {
  const [count, setCount] = useState(1);
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <PaymentButton
          key={index}
          baseUrl="https://pay.example.sl"
          apiKey="pk_test_1"
          amount={index + 1}
          onReady={() => {
            told.push(index);
            setTimeout(() => setCount(2));
          }}
        />
      ))}
    </>
  );
}

const root = document.querySelector('#root');
if (root) createRoot(root).render(<Later />);
