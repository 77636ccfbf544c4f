ALTER TABLE "help_articles" ADD COLUMN "search_key" text GENERATED ALWAYS AS (lower(translate(regexp_replace(normalize(title || E'\n' || content, NFD), U&'[\0300-\036F]', '', 'g'), U&'\0131', 'i'))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "assignee_id" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "waiting_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "internal_at" timestamp (3) with time zone;--> statement-breakpoint
-- Their owners wait since their first text that no admin answered.
UPDATE "tickets" t SET "waiting_since" = CASE WHEN "answered"."at" IS NULL THEN t."created_at" ELSE
	(SELECT min(m."created_at") FROM "ticket_messages" m
		WHERE m."ticket_id" = t."id" AND NOT m."is_admin" AND m."created_at" > "answered"."at") END
	FROM (SELECT o."id", (SELECT max(a."created_at") FROM "ticket_messages" a
		WHERE a."ticket_id" = o."id" AND a."is_admin") AS "at" FROM "tickets" o) "answered"
	WHERE "answered"."id" = t."id";--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tickets_assignee" ON "tickets" USING btree ("assignee_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "tickets_desk_moved" ON "tickets" USING btree (greatest("updated_at", "internal_at"),"id");--> statement-breakpoint
CREATE INDEX "tickets_waiting" ON "tickets" USING btree ("waiting_since","id") WHERE "tickets"."waiting_since" is not null and "tickets"."status" in ('open', 'in_progress');