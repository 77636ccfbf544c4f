DROP INDEX "users_created_at";--> statement-breakpoint
DROP INDEX "users_newest";--> statement-breakpoint
DROP INDEX "users_names";--> statement-breakpoint
CREATE INDEX "sessions_logins" ON "sessions" USING btree ("created_at","user_id") WHERE "sessions"."audience" = 'user';--> statement-breakpoint
CREATE INDEX "users_emails" ON "users" USING btree ("email_key","id","is_premium","is_active","search_key") WHERE "users"."role" = 'user';--> statement-breakpoint
CREATE INDEX "users_kinds" ON "users" USING btree ("is_premium","is_active") WHERE "users"."role" = 'user';--> statement-breakpoint
CREATE INDEX "tickets_closed" ON "tickets" USING btree ("closed_at");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id","is_premium","is_active","search_key") WHERE "users"."role" = 'user';--> statement-breakpoint
CREATE INDEX "users_names" ON "users" USING btree ("name_key" collate "C","id","is_premium","is_active","search_key") WHERE "users"."role" = 'user';