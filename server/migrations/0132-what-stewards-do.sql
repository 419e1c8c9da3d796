-- What a steward does with who has a ticket of a type, such as giving a wristband.

ALTER TABLE ticket_types ADD COLUMN door_note text;
