import { render } from 'preact';
import '../kit/base.css';
import { showInOrder } from '../kit/text/in-order.ts';
import { embedKey } from '../embed/frame.ts';
import { hasStorage } from '../kit/text/locale.ts';
import { App } from './app.tsx';
import { Embedded } from './embed/embedded.tsx';

// In a frame of another site a browser may keep nothing: then what the door keeps stands in memory, while the page is open.
if (embedKey !== null && !hasStorage()) await import('fake-indexeddb/auto');

showInOrder();
const root = document.getElementById('app');
if (root)
  render(
    embedKey === null ? (
      <App />
    ) : (
      <Embedded>
        <App />
      </Embedded>
    ),
    root,
  );
