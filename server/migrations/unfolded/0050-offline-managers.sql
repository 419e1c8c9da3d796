-- Whether tills without network check the PINs of people who may do more than whoever is signed in there.
ALTER TABLE pos_settings ADD COLUMN offline_managers boolean NOT NULL DEFAULT false;
