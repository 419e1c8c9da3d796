import { render } from 'preact';
import '../../kit/base.css';
import { Frame } from '../frame-page.tsx';
import { InvoiceCreator } from './invoice-creator.tsx';

const root = document.getElementById('app');
if (root)
  render(
    <Frame widget="invoice_creator">
      <InvoiceCreator />
    </Frame>,
    root,
  );
