ALTER TABLE "users" drop column "search_key";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_key" text GENERATED ALWAYS AS (translate(lower((normalize(translate(regexp_replace(normalize(email || ' ' || first_name || ' ' || last_name, NFD), U&'[\0300-\036F]', '', 'g'), U&'\0131', 'i'), NFC)) collate "und-x-icu"), U&'\03C2', U&'\03C3')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" drop column "name_key";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_key" text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(lower((translate(first_name || ' ' || last_name, U&'\00C7\011EI\0130\00D6\015E\00DC\00C2\00E2\00CE\00EE\00DB\00FB', U&'\00E7\011F\0131i\00F6\015F\00FCaaiiuu')) collate "und-x-icu"), U&'\00E7', 'c{'), U&'\011F', 'g{'), U&'\0131', 'h{'), U&'\00F6', 'o{'), U&'\015F', 's{'), U&'\00FC', 'u{')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "help_articles" drop column "search_key";--> statement-breakpoint
ALTER TABLE "help_articles" ADD COLUMN "search_key" text GENERATED ALWAYS AS (translate(lower((normalize(translate(regexp_replace(normalize(title || E'\n' || content, NFD), U&'[\0300-\036F]', '', 'g'), U&'\0131', 'i'), NFC)) collate "und-x-icu"), U&'\03C2', U&'\03C3')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id","is_premium","is_active","search_key") WHERE "users"."role" = 'user';--> statement-breakpoint
CREATE INDEX "users_names" ON "users" USING btree ("name_key" collate "C","id","is_premium","is_active","search_key") WHERE "users"."role" = 'user';--> statement-breakpoint
CREATE INDEX "users_emails" ON "users" USING btree ("email_key","id","is_premium","is_active","search_key") WHERE "users"."role" = 'user';--> statement-breakpoint
-- Tickets are folded by the server when they are written: those that are there, by the same rule.
UPDATE "tickets" SET "search" = translate(lower((normalize(translate(regexp_replace(normalize("title" || E'\n' || "description", NFD), U&'[\0300-\036F]', '', 'g'), U&'\0131', 'i'), NFC)) collate "und-x-icu"), U&'\03C2', U&'\03C3');
