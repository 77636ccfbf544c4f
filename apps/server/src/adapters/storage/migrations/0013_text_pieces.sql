-- Part of PostgreSQL itself, and of every distribution of it; whoever owns a database may switch it on.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE INDEX "users_email_pieces" ON "users" USING gin ("email_key" gin_trgm_ops) WHERE "users"."role" = 'user';--> statement-breakpoint
CREATE INDEX "tickets_search" ON "tickets" USING gin ("search" gin_trgm_ops);