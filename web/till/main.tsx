import { render } from 'preact';
import '../kit/base.css';
import { showInOrder } from '../kit/text/in-order.ts';
import { embedKey } from '../embed/frame.ts';
import { App } from './app.tsx';
import { Embedded } from './embed/embedded.tsx';

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
