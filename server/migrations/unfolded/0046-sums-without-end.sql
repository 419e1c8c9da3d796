-- What grows with every payment or sale, each of up to 10^15 minor units, outgrows bigint after some nine thousand of them.

ALTER TABLE payment_links ALTER COLUMN total_collected TYPE numeric;
ALTER TABLE z_reports ALTER COLUMN perpetual_sales_minor TYPE numeric, ALTER COLUMN perpetual_refunds_minor TYPE numeric;
